/* calls.h: the calls that led to a lane's current place, and the kernel that they began with. */
#ifndef CUDA_CPU_CALLS_H
#define CUDA_CPU_CALLS_H

#include "worker.h"

/* Finds the return addresses from a frame outwards, at most `most`, and returns their number.
 * Is an address on the stack of a CUDA thread? */
enum { CALLS = 4096 };                  /* more than a stack has room for */
unsigned int cuda_cpu_find_calls(const struct worker *w, const void *frame, uintptr_t *at, unsigned int most);
int cuda_cpu_is_on_stack(const struct worker *w, const void *address);

/* The name of the running kernel, derived from these calls of the current lane. */
const char *cuda_cpu_running_kernel(const struct worker *w, const uintptr_t *at, unsigned int n);

/* The name of a launch's kernel as known before it runs, and the compiler's symbol for it. */
const char *cuda_cpu_launched_kernel(const struct cuda_cpu_launch *launch);
const char *cuda_cpu_launch_symbol(const struct cuda_cpu_launch *launch);

#endif
