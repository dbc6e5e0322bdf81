/* Waiting for its own copies makes them visible to a thread, but not to the others of the block:
 * they need the barrier after that wait, not before it. */
#include "gallery.h"

#include <cuda_pipeline.h>

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[64];

    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
#ifdef FIXED
    __pipeline_wait_prior(0);
    __syncthreads();
#else
    __syncthreads();
    __pipeline_wait_prior(0);
#endif
    out[threadIdx.x] = tile[63 - threadIdx.x]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(64);

    reverse<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t i) { return value(63 - i); });
}
