/* The same shared array serves two sums, one after the other. The first sum ends with a read of
 * sums[0] by all threads; thread 0 then stores its next element there while others have not read
 * yet. A write after a read is a race, too. Right: a barrier before the array is used again. */
#include "gallery.h"

__device__ int block_sum(int v, int *sums)
{
    unsigned tid = threadIdx.x;

    sums[tid] = v; /* BUG: race */
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    return sums[0]; /* BUG: race */
}

__global__ void sum_and_squares(const int *in, int *out)
{
    __shared__ int sums[64];
    int v = in[threadIdx.x];
    int sum = block_sum(v, sums);
#ifdef FIXED
    __syncthreads();
#endif
    int squares = block_sum(v * v, sums);

    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = squares;
    }
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(2), got[2], squares = 0;

    sum_and_squares<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    fetch(got, out, 2);
    for (int i = 0; i < 64; i++)
        squares += value(i) * value(i);
    return verdict(got[0], sum_of_values(64)) | verdict(got[1], squares);
}
