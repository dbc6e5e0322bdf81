/* A cooperative sum whose block 0 merges the partial sums in a tree over all its threads. There
 * are fewer partial sums than threads; the slots of the others are never stored, and the tree adds
 * stale shared memory. Right: every thread stores a slot, those without a partial sum a zero. */
#include "gallery.h"
#include <cooperative_groups.h>

__global__ void cooperative_sum(const int *in, int *partial, int *out)
{
    __shared__ int merged[64];
    unsigned tid = threadIdx.x, partials = gridDim.x * 2;
    int sum = warp_sum(in[blockIdx.x * 64 + tid]);

    if (tid % 32 == 0)
        partial[blockIdx.x * 2 + tid / 32] = sum;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x > 0)
        return;
#ifdef FIXED
    merged[tid] = tid < partials ? partial[tid] : 0;
#else
    if (tid < partials)
        merged[tid] = partial[tid];
#endif
    __syncthreads();
    for (unsigned s = 32; s > 0; s /= 2) {
        if (tid < s)
            merged[tid] += merged[tid + s]; /* BUG: uninitialised */
        __syncthreads();
    }
    if (tid == 0)
        *out = merged[0];
}

int main(void)
{
    int *in = device_values(4 * 64), *partial = device_ints(8), *out = device_ints(1);
    void *arguments[] = { &in, &partial, &out };

    CHECK(cudaLaunchCooperativeKernel((void *)cooperative_sum, 4, 64, arguments, 0, 0));
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 64));
}
