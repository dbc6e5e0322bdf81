/* The workspace is freed after the first pass, and the second pass still reads it. The memory
 * stays mapped, and so the old values often survive until the next cudaMalloc. Right: free it
 * last. */
#include "gallery.h"

__global__ void sum_blocks(const int *in, int *partial)
{
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

__global__ void sum_partials(const int *partial, int count, int *out)
{
    int sum = (int)threadIdx.x < count ? partial[threadIdx.x] : 0; /* BUG: use-after-free */

    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        *out = sum;
}

int main(void)
{
    int *in = device_values(4 * 32), *partial = device_ints(4), *out = device_ints(1);

    sum_blocks<<<4, 32>>>(in, partial);
    CHECK_LAUNCH();
#ifndef FIXED
    CHECK(cudaFree(partial));
#endif
    sum_partials<<<1, 32>>>(partial, 4, out);
    CHECK_LAUNCH();
#ifdef FIXED
    CHECK(cudaFree(partial));
#endif
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
