/* Exercise 28b: the other direction (find the bug)
 *
 * In lesson 28 each block writes its sum into block 0's shared memory. The author of this kernel has turned that
 * around: each block keeps its sum, and block 0 reads it. "One barrier less", says the author, "since nobody
 * touches another block's memory before all sums are there." The results were right on every GPU it was tried on.
 *
 * Required: right sums and no mistake, with clusters, at most two barriers of the cluster, and no more accesses
 * to other blocks' memory than now. One line is missing. See docs/lessons/28_clusters.md.
 */
#include "exercise.h"
#include "lesson_share.h"
#include <cooperative_groups.h>

enum { BLOCKS = 4 }; /* in a cluster */

__global__ void cluster_sums(const int *in, size_t n, int *partial)
{
#if __CUDA_ARCH__ >= 900
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int own;
    int sum = lesson_share_sum(in, n);
/* ---- your code begins: whatever is wrong is in here ---- */
    if (threadIdx.x == 0)
        own = sum;
    cluster.sync(); /* all sums are there */
    if (cluster.block_rank() == 0 && threadIdx.x == 0) {
        for (unsigned b = 1; b < BLOCKS; b++)
            sum += *cluster.map_shared_rank(&own, b);
        partial[blockIdx.x / BLOCKS] = sum;
    }
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
    struct exercise e = exercise_begin(argc, argv, "exercise28b", LESSON_INT,
                                       "-n 1,1000,4097,33,65536 -b 64,32,256", "9.0");
    exercise_sums(&e, "cluster_sums", launch, LESSON_SHARE, 1, 2);
    exercise_count(&e, launch, LESSON_SHARE, 8192, 64); /* 8 blocks, 2 clusters */
    exercise_exactly(&e, "remote load lanes", 6, 3);
    exercise_at_most(&e, "remote store lanes", 0, 3);
    exercise_at_most(&e, "remote atomic lanes", 0, 3);
    exercise_exactly(&e, "global store lanes", 2, 3, "one for each cluster");
    exercise_at_most(&e, "barriers", 8 * 3, 3, "two of the cluster besides the one in lesson_share_sum");
    return exercise_end(&e);
}
