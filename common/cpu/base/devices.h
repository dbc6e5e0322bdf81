/* devices.h: the devices, which of them an OS thread uses, and what memory each of them reaches. */
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

/* Do executors and the host take turns? So they do in an inspected program, and with several devices. */
extern int cuda_cpu_takes_turns;

/* The current device of this OS thread. */
extern __thread int cuda_cpu_current_device;

/* May kernels of the device use memory of this owner? Always of their own; otherwise from when peer access is enabled. */
int cuda_cpu_reaches(int device, int owner);
void cuda_cpu_set_reach(int device, int owner, int can);

/* A kernel of this device runs from now on (-1: none does): it cannot use memory that the device does not reach, and
 * __device__ variables are the device's own. No effect where there is one device. */
void cuda_cpu_show_device(int device);

/* Each device has a copy of the __device__ and __constant__ variables. Where the copy of a variable is for good; the
 * same address if it is none, or if there is one device. */
void *cuda_cpu_variable_of(int device, const void *variable);

#endif
