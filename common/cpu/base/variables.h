/* variables.h: the __device__ and __constant__ variables, of which each device has a copy. */
#ifndef CUDA_CPU_VARIABLES_H
#define CUDA_CPU_VARIABLES_H

#include <stddef.h>

/* Before the first use of several devices: makes their copies. Adds each to the allocations. */
void cuda_cpu_copy_variables(void);

/* Where the program has its variables is the copy of this device from now on. */
void cuda_cpu_show_variables(int device);

/* Does the program have __managed__ variables? */
int cuda_cpu_has_managed_variables(void);

#endif
