/* Blocks without an element leave before grid.sync(). The others wait for them for ever: every
 * thread of the grid must come to a grid barrier. Right: only the work is guarded. */
#include "gallery.h"
#include <cooperative_groups.h>

__global__ void sum_all(const int *in, int *partial, int *out, unsigned n)
{
    unsigned i = blockIdx.x * 32 + threadIdx.x;

#ifndef FIXED
    if (blockIdx.x * 32 >= n)
        return;
#endif
    int sum = warp_sum(i < n ? in[i] : 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync(); /* BUG: deadlock */
    if (i == 0) {
        for (unsigned b = 1; b < gridDim.x; b++)
            sum += partial[b];
        *out = sum;
    }
}

int main(void)
{
    unsigned n = 80;
    int *in = device_values(n), *partial = device_ints(4), *out = device_ints(1);
    void *arguments[] = { &in, &partial, &out, &n };

    CHECK(cudaLaunchCooperativeKernel((void *)sum_all, 4, 32, arguments, 0, 0));
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(n));
}
