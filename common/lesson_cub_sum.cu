/* lesson_cub_sum.cu: lesson_cub_sum (see lesson_cub_sum.h) for ints and floats, compiled once for
 * all lessons. */
#include "lesson_cub_sum.h"
#include "lesson_cub.h"
#include <cub/device/device_reduce.cuh>
#if CUB_VERSION >= 300100
#include <cuda/execution.determinism.h>
#include <cuda/execution.require.h>
#endif

enum { SM_THREADS = 2048 }; /* that CUB starts for each SM, if there is enough to add: no fewer */

template <class T> static void sum(struct reduction *r, const T *in, T *result)
{
    LESSON_CUB(r, cub::DeviceReduce::Sum, in, result, lesson_cub_count(r->n));
}

extern "C" void lesson_cub_sum(struct reduction *r)
{
    r->chain = r->n / ((size_t)r->sm_count * SM_THREADS); /* a thread's share, at most */
    if (r->is_float)
        sum(r, r->in_float, r->result_float);
    else
        sum(r, r->in, r->result);
}

#if CUB_VERSION >= 300100
template <class Promise> static void promised_sum(struct reduction *r, Promise promise)
{
    auto how = cuda::std::execution::env{cuda::stream_ref{r->stream}, cuda::execution::require(promise)};
    r->chain = r->n / ((size_t)r->sm_count * SM_THREADS);
    CUDA_CHECK(cub::DeviceReduce::Sum(r->in_float, r->result_float, lesson_cub_count(r->n), how));
}

extern "C" void lesson_cub_sum_on_any_gpu(struct reduction *r)
{
    promised_sum(r, cuda::execution::determinism::gpu_to_gpu);
}

extern "C" void lesson_cub_sum_in_any_order(struct reduction *r)
{
    promised_sum(r, cuda::execution::determinism::not_guaranteed);
}
#endif
