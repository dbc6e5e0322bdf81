/* cudaMalloc counts bytes, and got the number of elements. Allocations are rounded up inside, so
 * small ones survive this by luck. Right: blocks * sizeof *partial. */
#include "gallery.h"

enum { BLOCKS = 4 };

__global__ void sum_blocks(const int *in, int *partial)
{
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum; /* BUG: out-of-bounds */
}

int main(void)
{
    int *in = device_values(BLOCKS * 32), *partial, got[BLOCKS], sum = 0;

#ifdef FIXED
    CHECK(cudaMalloc(&partial, BLOCKS * sizeof *partial));
#else
    CHECK(cudaMalloc(&partial, BLOCKS));
#endif
    sum_blocks<<<BLOCKS, 32>>>(in, partial);
    CHECK_LAUNCH();
    fetch(got, partial, BLOCKS);
    for (int i = 0; i < BLOCKS; i++)
        sum += got[i];
    return verdict(sum, sum_of_values(BLOCKS * 32));
}
