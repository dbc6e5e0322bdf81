/* Rounds of a tree over the whole grid, with grid.sync() between rounds, in a single workspace. In
 * one round thread 1 stores pair 1 where thread 0 may still have to read element 1. The grid's
 * barrier orders rounds, not the accesses of one round. Right: two workspaces in turn. */
#include "gallery.h"
#include <cooperative_groups.h>

__global__ void sum_rounds(int *work, int *other, unsigned n, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int *from = work, *to = work;

    (void)other;
    for (; n > 1; n = (n + 1) / 2) {
#ifdef FIXED
        to = from == work ? other : work;
#endif
        for (unsigned k = i; k < (n + 1) / 2; k += gridDim.x * blockDim.x)
            to[k] = from[2 * k] + (2 * k + 1 < n ? from[2 * k + 1] : 0); /* BUG: race */
        cooperative_groups::this_grid().sync();
        from = to;
    }
    if (i == 0)
        *out = from[0];
}

int main(void)
{
    unsigned n = 1000;
    int *work = device_values(n), *other = device_ints((n + 1) / 2), *out = device_ints(1);
    void *arguments[] = { &work, &other, &n, &out };

    CHECK(cudaLaunchCooperativeKernel((void *)sum_rounds, 4, 64, arguments, 0, 0));
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(n));
}
