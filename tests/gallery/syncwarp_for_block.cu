/* A warp barrier where the whole block must meet: __syncwarp() in a tree of four warps, in the
 * belief that it is the faster __syncthreads(). Steps s = 64 and s = 32 pass sums from warp to
 * warp, and nothing orders warps but a block barrier. Right: __syncthreads() while s >= 32. */
#include "gallery.h"

__global__ void sum128(const int *in, int *out)
{
    __shared__ int sums[128];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s]; /* BUG: race */
#ifdef FIXED
        if (s >= 32)
            __syncthreads();
        else
#endif
        __syncwarp();
    }
    if (tid == 0)
        *out = sums[0];
}

int main(void)
{
    int *in = device_values(128), *out = device_ints(1);

    sum128<<<1, 128>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(128));
}
