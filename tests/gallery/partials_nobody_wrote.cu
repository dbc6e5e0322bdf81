/* Two launches: blocks of the first add two elements per thread, the second adds the blocks' sums.
 * The number of sums was computed as if a block took one element per thread, so the second launch
 * reads twice as many as were written. Right: one count for both launches. */
#include "gallery.h"

enum { BLOCK = 32, N = 8 * BLOCK };

__global__ void sum_blocks(const int *in, int *partial)
{
    unsigned i = blockIdx.x * (2 * BLOCK) + threadIdx.x;
    int sum = warp_sum(in[i] + in[i + BLOCK]);

    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

__global__ void sum_partials(const int *partial, unsigned count, int *out)
{
    int sum = threadIdx.x < count ? partial[threadIdx.x] : 0; /* BUG: uninitialised */

    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        *out = sum;
}

int main(void)
{
    int *in = device_values(N), *partial = device_ints(N / BLOCK), *out = device_ints(1);
#ifdef FIXED
    unsigned count = N / (2 * BLOCK);
#else
    unsigned count = N / BLOCK;
#endif

    sum_blocks<<<N / (2 * BLOCK), BLOCK>>>(in, partial);
    CHECK_LAUNCH();
    sum_partials<<<1, BLOCK>>>(partial, count, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
