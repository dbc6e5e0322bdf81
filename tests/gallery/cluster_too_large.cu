/* Needs sm_90: a cluster of 16 blocks. Every device of compute capability 9.0 has clusters of up to 8; larger ones only
 * some, for kernels that say that they can do with it. Nobody looks at the error, and the result is what was there
 * before. Right: clusters of 8. */
#include "gallery.h"
#include <cooperative_groups.h>

#ifdef FIXED
enum { BLOCKS = 8, WARP = 32 };
#else
enum { BLOCKS = 16, WARP = 32 };
#endif

__global__ void count_blocks(int *out)
{
    if (cooperative_groups::this_cluster().thread_rank() == 0)
        *out = (int)cooperative_groups::this_cluster().num_blocks();
}

int main(void)
{
    int *out = device_zeros(1);
    cudaLaunchAttribute cluster[1] = {};
    cudaLaunchConfig_t config = {};

    cluster[0].id = cudaLaunchAttributeClusterDimension;
    cluster[0].val.clusterDim.x = BLOCKS;
    cluster[0].val.clusterDim.y = cluster[0].val.clusterDim.z = 1;
    config.gridDim = dim3(BLOCKS);
    config.blockDim = dim3(WARP);
    config.attrs = cluster;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, count_blocks, out); /* BUG: launch */
    return verdict(fetch_one(out), BLOCKS);
}
