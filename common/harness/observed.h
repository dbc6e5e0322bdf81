/* harness/observed.h: what the harness tells the inspector about its arrays, and asks it. Only a
 * program made by `cpucc --inspect` has an inspector; in others these functions do nothing. */
#ifndef HARNESS_OBSERVED_H
#define HARNESS_OBSERVED_H

#include <stddef.h>
#ifdef CUDA_CPU_INSPECT
#include "inspect_counts.h"
#endif

/* Mistakes that it has seen so far. */
static inline unsigned long long lesson_mistakes(void)
{
#ifdef CUDA_CPU_INSPECT
    return cuda_cpu_inspect_found();
#else
    return 0;
#endif
}

/* What reports call an array. */
static inline void lesson_name_array(const void *array, const char *name)
{
#ifdef CUDA_CPU_INSPECT
    cuda_cpu_inspect_name(array, name);
#else
    (void)array, (void)name;
#endif
}

/* Kernels may use only the first `used` of every `period` bytes from here on, and none before. */
static inline void lesson_limit_array(const void *array, size_t used, size_t period)
{
#ifdef CUDA_CPU_INSPECT
    cuda_cpu_inspect_limit(array, used, period);
#else
    (void)array, (void)used, (void)period;
#endif
}

/* These bytes count as written or, although they hold something, as not written. */
static inline void lesson_count_as_written(const void *from, size_t bytes, int is_written)
{
#ifdef CUDA_CPU_INSPECT
    (is_written ? cuda_cpu_inspect_written : cuda_cpu_inspect_unwritten)(from, bytes);
#else
    (void)from, (void)bytes, (void)is_written;
#endif
}

#endif
