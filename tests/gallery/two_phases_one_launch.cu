/* Two phases in one cooperative launch, partial sums and then their sum, with nothing between
 * them. __syncthreads() would not do either: block 0 reads what other blocks store. Right:
 * grid.sync() between the phases, or two launches. */
#include "gallery.h"
#include <cooperative_groups.h>

__global__ void sum_all(const int *in, int *partial, int *out)
{
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum; /* BUG: race */
#ifdef FIXED
    cooperative_groups::this_grid().sync();
#endif
    if (blockIdx.x == 0) {
        sum = warp_sum(threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0); /* BUG: race */
        if (threadIdx.x == 0)
            *out = sum;
    }
}

int main(void)
{
    int *in = device_values(4 * 32), *partial = device_zeros(4), *out = device_ints(1);
    void *arguments[] = { &in, &partial, &out };

    CHECK(cudaLaunchCooperativeKernel((void *)sum_all, 4, 32, arguments, 0, 0));
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
