/* Exercise 28: one partial sum for a cluster (fill the gap)
 *
 * Each block has its sum. Four blocks are a cluster, and only one partial sum may leave it, to element number
 * blockIdx.x / BLOCKS of `partial`. The other three blocks hand theirs over in shared memory: each block of a
 * cluster may use that of all.
 *
 * All threads of all blocks reach the gap. `sum` is the block's sum, in the first warp. `sums` is an array in
 * shared memory: each block has one of its own. cluster.map_shared_rank(sums, 2) is the address of the one in
 * block 2 of the cluster, and cluster.block_rank() is the number of this block.
 *
 * Required: right sums, no mistake, one partial sum for each cluster, and nothing else in global memory. See
 * docs/lessons/28_clusters.md.
 */
#include "exercise.h"
#include "lesson_share.h"
#include <cooperative_groups.h>

enum { BLOCKS = 4 }; /* in a cluster */

__global__ void cluster_sums(const int *in, size_t n, int *partial)
{
#if __CUDA_ARCH__ >= 900
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int sums[BLOCKS];
    int sum = lesson_share_sum(in, n);
/* ---- your code begins: about 7 lines ---- */
    if (cluster.block_rank() == 0 && threadIdx.x == 0)
        partial[blockIdx.x / BLOCKS] = sum; /* its own; the others' are missing */
/* ---- your code ends ---- */
#endif
}

static void launch(struct reduction *r)
{
    cudaLaunchAttribute attribute[1] = {};
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = BLOCKS;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;

    unsigned clusters = blocks_for(r->grid, BLOCKS);
    cudaLaunchConfig_t config = {};
    config.gridDim = clusters * BLOCKS;
    config.blockDim = r->block;
    config.stream = r->stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, cluster_sums, r->in, r->n, r->partial));
    r->grid = clusters; /* so many partial sums */
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise28", LESSON_INT,
                                       "-n 1,1000,4097,33,65536 -b 64,32,256", "9.0");
    exercise_sums(&e, "cluster_sums", launch, LESSON_SHARE, 1, 2);
    exercise_count(&e, launch, LESSON_SHARE, 16384, 64); /* 16 blocks, 4 clusters */
    exercise_exactly(&e, "global store lanes", 4, 3, "one for each cluster");
    exercise_at_most(&e, "global atomic lanes", 0, 3);
    exercise_at_most(&e, "remote store lanes", 12, 3);
    exercise_at_most(&e, "remote load lanes", 12, 3);
    return exercise_end(&e);
}
