/* lesson_cub_keys.h: CUB's functions for keys, for lesson_run_keys_library (see lesson_cub.h).
 *
 *     lesson_cub_histogram         how often each key from 0 to r->bins - 1 is among r->n ints
 *     lesson_cub_reduce_by_key     the sum of r->second for each run of equal keys, which go where their key says
 *
 * The CPU device has none of them: there they are NULL.
 */
#ifndef LESSON_CUB_KEYS_H
#define LESSON_CUB_KEYS_H

#include "lesson_cub.h"

#ifdef CUDA_CPU_DEVICE

static const lesson_launch lesson_cub_histogram = NULL;
static const lesson_launch lesson_cub_reduce_by_key = NULL;

#else

#include <cub/device/device_histogram.cuh>

template <class = void> static void lesson_cub_histogram(struct reduction *r)
{
    LESSON_CUB(r, cub::DeviceHistogram::HistogramEven, r->in, (unsigned *)r->result, (int)r->bins + 1, 0, (int)r->bins,
               (int)lesson_cub_count(r->n));
}

namespace harness {
static __global__ void scatter_runs(const int *keys, const int *totals, const int *runs, int *sums)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *runs; i += gridDim.x * blockDim.x)
        sums[keys[i]] = totals[i];
}
}

template <class = void> static void lesson_cub_reduce_by_key(struct reduction *r)
{
    int *keys = r->partial + 1, *runs = r->partial;
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, r->bins * sizeof(int), r->stream));
    LESSON_CUB(r, cub::DeviceReduce::ReduceByKey, r->in, keys, (const int *)r->second, r->scratch, runs,
               cuda::std::plus<>(), lesson_cub_count(r->n));
    harness::scatter_runs<<<256, 256, 0, r->stream>>>(keys, r->scratch, runs, r->result);
}

#endif
#endif
