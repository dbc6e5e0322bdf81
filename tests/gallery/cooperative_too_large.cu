/* A cooperative launch with one block for every 64 elements. All blocks of such a grid have to be
 * resident at a time, which 4096 of them are on no GPU; the launch is refused, and without a check
 * the result is just old. Right: as many blocks as the occupancy query allows, and a loop. */
#include "gallery.h"
#include <cooperative_groups.h>

__global__ void sum_all(const int *in, int *partial, int *out, unsigned n)
{
    int sum = 0;

    for (unsigned i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64)
        sum += in[i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        partial[blockIdx.x * 2 + threadIdx.x / 32] = sum;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        for (unsigned i = 1; i < 2 * gridDim.x; i++)
            sum += partial[i];
        *out = sum;
    }
}

int main(void)
{
    unsigned n = 4096 * 64;
    int *in = device_values(n), *partial = device_ints(2 * 4096), *out = device_ints(1);
    void *arguments[] = { &in, &partial, &out, &n };
#ifdef FIXED
    int multiprocessors, blocks;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_all, 64, 0));
    blocks *= multiprocessors;
    blocks = blocks < 16 ? blocks : 16;     /* enough for this n */
#else
    int blocks = 4096;
#endif
    cudaError_t error;

    error = cudaLaunchCooperativeKernel((void *)sum_all, blocks, 64, arguments); /* BUG: launch */
    CHECK(error);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(n));
}
