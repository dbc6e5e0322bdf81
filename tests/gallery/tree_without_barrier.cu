/* The barrier of the tree stands behind its loop instead of in it. All steps run with nothing
 * between them; on a GPU the sum is right on most days, as the warps happen to keep pace. Right: a
 * barrier in each step. */
#include "gallery.h"

__global__ void sum_blocks(const int *in, int *partial)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;

    sums[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
#ifdef FIXED
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
#else
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2)
        if (tid < s)
            sums[tid] += sums[tid + s]; /* BUG: race */
    __syncthreads();
#endif
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

int main(void)
{
    int *in = device_values(3 * 128), *partial = device_ints(3), sums[3];

    sum_blocks<<<3, 128, 128 * sizeof(int)>>>(in, partial);
    CHECK_LAUNCH();
    fetch(sums, partial, 3);
    return verdict(sums[0] + sums[1] + sums[2], sum_of_values(3 * 128));
}
