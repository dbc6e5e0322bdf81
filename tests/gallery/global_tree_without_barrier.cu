/* A tree in global memory, inside each block's part of the input, that works its way up without a
 * barrier. Global memory is no safer than shared memory: a step reads what other threads of the
 * block added in the step before. Right: __syncthreads() in every step; it orders both memories. */
#include "gallery.h"

__global__ void sum_in_place(int *data, int *partial)
{
    unsigned tid = threadIdx.x;
    int *mine = data + blockIdx.x * blockDim.x;

    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            mine[tid] += mine[tid + stride]; /* BUG: race */
#ifdef FIXED
        __syncthreads();
#endif
    }
    if (tid == 0)
        partial[blockIdx.x] = mine[0];
}

int main(void)
{
    int *data = device_values(2 * 128), *partial = device_ints(2), sums[2];

    sum_in_place<<<2, 128>>>(data, partial);
    CHECK_LAUNCH();
    fetch(sums, partial, 2);
    return verdict(sums[0] + sums[1], sum_of_values(2 * 128));
}
