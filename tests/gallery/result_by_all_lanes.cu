/* After a down shuffle only lane 0 holds the sum; the other lanes hold parts of it. Here all lanes
 * store to the block's one partial sum: which of the 32 values stays is undefined. Right: lane 0
 * stores; or an xor shuffle, after which all lanes have the same sum. */
#include "gallery.h"

__global__ void sum_blocks(const int *in, int *partial)
{
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]);

#ifdef FIXED
    if (threadIdx.x == 0)
#endif
    partial[blockIdx.x] = sum; /* BUG: race */
}

int main(void)
{
    int *in = device_values(2 * 32), *partial = device_ints(2), sums[2];

    sum_blocks<<<2, 32>>>(in, partial);
    CHECK_LAUNCH();
    fetch(sums, partial, 2);
    return verdict(sums[0] + sums[1], sum_of_values(2 * 32));
}
