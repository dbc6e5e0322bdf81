/* The last warp of a tree in the form that is right with one __syncwarp() between steps: only the
 * lower half adds, so what a step reads it does not write. But one of the barriers was forgotten
 * when the loop was written out, and lanes 0-7 read what lanes 8-15 may still be adding. */
#include "gallery.h"

__global__ void sum64(const int *in, int *out)
{
    __shared__ int sums[64];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid];
    __syncthreads();
    if (tid < 32) {
        sums[tid] += sums[tid + 32];
        __syncwarp();
        if (tid < 16)
            sums[tid] += sums[tid + 16];
#ifdef FIXED
        __syncwarp();
#endif
        if (tid < 8)
            sums[tid] += sums[tid + 8]; /* BUG: race */
        __syncwarp();
        if (tid < 4)
            sums[tid] += sums[tid + 4];
        __syncwarp();
        if (tid < 2)
            sums[tid] += sums[tid + 2];
        __syncwarp();
        if (tid == 0)
            *out = sums[0] + sums[1];
    }
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(1);

    sum64<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(64));
}
