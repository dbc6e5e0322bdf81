/* limits.h: which launches the device refuses. */
#ifndef CUDA_CPU_LIMITS_H
#define CUDA_CPU_LIMITS_H

#include "../base/launch.h"

#include <stdint.h>

/* Can the device run this launch? 0, or a cudaError_t with the limit in *most. */
int cuda_cpu_refuse(const struct cuda_cpu_launch *l, size_t shared_limit, uint64_t *most);

#endif
