/* devices.h: the devices, and which of them an OS thread uses. */
#ifndef CUDA_CPU_DEVICES_H
#define CUDA_CPU_DEVICES_H

enum { MAX_DEVICES = 16 };

/* How many there are: CUDA_CPU_DEVICES, or what the program wants, or 1. */
int cuda_cpu_devices(void);

/* For a program that can use several: so many, unless CUDA_CPU_DEVICES says how many. Before any call of CUDA. */
void cuda_cpu_want_devices(int count);
extern int cuda_cpu_is_one_of_several;      /* are there more than one? Known once a device has been used */

/* Is there a device with this number? */
static inline int cuda_cpu_is_device(int device) { return device >= 0 && device < cuda_cpu_devices(); }

/* Is work put into queues, which executors do beside the host (engine/executors.h)? Not in a forked child, which has none
 * of these OS threads, nor with one device in a process of MPI, which may be for the host's OS thread only; nor, as that
 * is quicker, while the host can neither see nor change anything before a kernel's end. It can from when it has memory
 * that both use, or streams that nothing orders: cuda_cpu_host_can_tell(), called where no work is done. */
int cuda_cpu_has_queues(void);
void cuda_cpu_host_can_tell(void);

/* The current device of this OS thread. */
extern __thread int cuda_cpu_current_device;

#endif
