/* grid.sync() in a kernel that was started with <<<>>>. Only a cooperative launch promises that
 * all blocks run at a time; in an ordinary one the barrier is undefined. Right:
 * cudaLaunchCooperativeKernel. */
#include "gallery.h"
#include <cooperative_groups.h>

__global__ void sum_all(const int *in, int *partial, int *out)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int sum = warp_sum(in[grid.thread_rank()]);

    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    grid.sync(); /* BUG: grid-sync */
    if (grid.thread_rank() == 0) {
        for (unsigned b = 1; b < gridDim.x; b++)
            sum += partial[b];
        *out = sum;
    }
}

int main(void)
{
    int *in = device_values(3 * 32), *partial = device_ints(3), *out = device_ints(1);

#ifdef FIXED
    void *arguments[] = { &in, &partial, &out };
    CHECK(cudaLaunchCooperativeKernel((void *)sum_all, 3, 32, arguments, 0, 0));
#else
    sum_all<<<3, 32>>>(in, partial, out);
#endif
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(3 * 32));
}
