/* variables.h: the __device__ and __constant__ variables, of which each device has a copy. */
#ifndef CUDA_CPU_VARIABLES_H
#define CUDA_CPU_VARIABLES_H

/* Before the first kernel of several devices: makes their copies, once. Adds each to the allocations. */
void cuda_cpu_copy_variables(void);

/* A kernel of this device runs from now on (-1: none does): it cannot use memory that the device does not reach, and
 * __device__ variables are the device's own. No effect where there is one device. */
void cuda_cpu_show_device(int device);

/* Each device has a copy of the __device__ and __constant__ variables. Where the copy of a variable is for good; the
 * same address if it is none, or if there is one device. */
void *cuda_cpu_variable_of(int device, const void *variable);

#endif
