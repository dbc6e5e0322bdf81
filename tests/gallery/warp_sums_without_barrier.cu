/* A block sum by shuffles: each warp leaves its sum in shared memory, and warp 0 adds these. The
 * shuffles need no barrier, and so the one that is needed, before warp 0 reads what the other
 * warps wrote, is easily forgotten. Right: one __syncthreads() there. */
#include "gallery.h"

__global__ void sum_block(const int *in, int *out)
{
    __shared__ int warp_sums[8];
    unsigned tid = threadIdx.x;
    int sum = warp_sum(in[tid]);

    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum; /* BUG: race */
#ifdef FIXED
    __syncthreads();
#endif
    if (tid < 32) {
        sum = warp_sum(tid < 8 ? warp_sums[tid] : 0); /* BUG: race */
        if (tid == 0)
            *out = sum;
    }
}

int main(void)
{
    int *in = device_values(256), *out = device_ints(1);

    sum_block<<<1, 256>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(256));
}
