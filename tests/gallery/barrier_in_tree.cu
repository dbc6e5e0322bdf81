/* The barrier of the tree has slipped into the braces of its if: only the threads that add wait at
 * it. The others go on through the loop and come to the barrier behind it, while the first ones
 * still wait at another. Right: the barrier after the if, for all threads. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *out)
{
    __shared__ int sums[64];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid];
    __syncthreads();
    for (unsigned s = 32; s > 0; s /= 2) {
        if (tid < s) {
            sums[tid] += sums[tid + s];
#ifndef FIXED
            __syncthreads(); /* BUG: barrier */
#endif
        }
#ifdef FIXED
        __syncthreads();
#endif
    }
    __syncthreads(); /* BUG: barrier */
    out[tid] = sums[0] - in[tid];
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(64);

    sum_all<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t i) { return sum_of_values(64) - value(i); });
}
