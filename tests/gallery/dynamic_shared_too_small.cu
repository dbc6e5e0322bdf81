/* The launch asks for one byte of dynamic shared memory per thread, the kernel stores an int per
 * thread. What lies behind may be another block's memory, or nothing. Right: block * sizeof(int)
 * as the third launch parameter. */
#include "gallery.h"

__global__ void sum_block(const int *in, int *out)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid]; /* BUG: out-of-bounds */
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        *out = sums[0];
}

int main(void)
{
    enum { BLOCK = 128 };
    int *in = device_values(BLOCK), *out = device_ints(1);

#ifdef FIXED
    sum_block<<<1, BLOCK, BLOCK * sizeof(int)>>>(in, out);
#else
    sum_block<<<1, BLOCK, BLOCK>>>(in, out);
#endif
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(BLOCK));
}
