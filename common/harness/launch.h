/* harness/launch.h: launches the harness' own kernels, those in `namespace harness`. The inspector
 * and the profilers leave them out of their tables by that name. */
#ifndef HARNESS_LAUNCH_H
#define HARNESS_LAUNCH_H

#include "harness/error.h"

/* Launches a kernel; headers that editors read on their own have no <<<>>>. */
template <class... Parameters, class... Arguments>
static inline void lesson_launch_grid(unsigned grid, unsigned block, cudaStream_t stream,
                                      void (*kernel)(Parameters...), Arguments... arguments)
{
    void *pointers[] = {(void *)&arguments...};
    CUDA_CHECK(cudaLaunchKernel(kernel, dim3(grid), dim3(block), pointers, 0, stream));
}

/* Launches a kernel that strides over n elements, on enough blocks to keep the device busy. */
template <class... Parameters, class... Arguments>
static inline void lesson_launch_over(size_t n, cudaStream_t stream,
                                      void (*kernel)(Parameters...), Arguments... arguments)
{
    size_t blocks = (n + 1023) / 1024;
    if (n == 0)
        return;
    lesson_launch_grid((unsigned)(blocks < 2048 ? blocks : 2048), 256, stream, kernel, arguments...);
}

#endif
