/* limits.h: which launches the device refuses. */
#ifndef CUDA_CPU_LIMITS_H
#define CUDA_CPU_LIMITS_H

#include "../base/launch.h"

#include <stdint.h>

/* Whether the device can run such a launch: 0 or a cudaError_t, then the limit in *most. */
int cuda_cpu_refuse(const struct cuda_cpu_launch *l, size_t shared_limit, uint64_t *most);

#endif
