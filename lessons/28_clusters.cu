/* Lesson 28: clusters
 *
 * Until now two blocks could only meet in global memory. From compute capability 9.0 on, up to eight blocks may
 * be launched as a cluster. They run at the same time, they have a barrier of their own, and each can use the
 * shared memory of all: distributed shared memory. So a cluster can have one sum:
 *
 *     block      0     1     2     3     4     5     6     7
 *     sum       s0    s1    s2    s3    s4    s5    s6    s7
 *                |<----+-----+-----+-----+-----+-----+-----+   into block 0's shared memory
 *                +--> one atomic on lesson 25's word, for the whole cluster
 *
 * Two rules: do not use the shared memory of a block that has not begun, and do not end while others use yours.
 */
#include "lesson.h"
#include "lesson_share.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/* Lesson 25's word: the sum in the high half, the number of parts added so far in the low half. It is 0 when the
 * program begins, and again when a kernel has ended. */
__device__ unsigned long long total;

/* Adds one of `parts` sums. The block that brings the last of them writes the result. */
__device__ void add_part(int sum, unsigned parts, int *result)
{
    unsigned long long mine = (unsigned long long)(unsigned)sum << 32 | 1;
    unsigned long long all = atomicAdd(&total, mine) + mine;
    if ((unsigned)all == parts) {
        *result = (int)(all >> 32);
        atomicExch(&total, 0);
    }
}

/* Lesson 25's, to compare with: every block is a part. */
__global__ void __launch_bounds__(1024, 1) packed_count_sum(const int *in, size_t n, int *result)
{
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        add_part(sum, gridDim.x, result);
}

/* Every cluster, of so many blocks, is a part. */
template <unsigned blocks>
__global__ void __launch_bounds__(1024, 1) cluster_reduce(const int *in, size_t n, int *result)
{
#if __CUDA_ARCH__ >= 900 /* for older GPUs it is empty, and .needs, below, says that they cannot run it */
    __shared__ int sums[blocks]; /* block 0's is used */
    cg::cluster_group cluster = cg::this_cluster();

    cluster.barrier_arrive(); /* this block has begun */
    int sum = lesson_share_sum(in, n);
    cluster.barrier_wait(); /* block 0 has, too: long ago, so nobody waits here */
    if (threadIdx.x == 0)
        cluster.map_shared_rank(sums, 0)[cluster.block_rank()] = sum;
    cluster.sync(); /* all sums are there; block 0 could not end before */
    if (cluster.block_rank() > 0 || threadIdx.x >= 32)
        return;
    sum = lesson_warp_sum(threadIdx.x < blocks ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0)
        add_part(sum, gridDim.x / blocks, result);
#endif
}

static void launch_packed(struct reduction *r)
{
    lesson_share_grid(r, packed_count_sum);
    packed_count_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}

/* The size of the clusters is an attribute of the launch, as grid and block are. */
template <unsigned blocks> static void launch_clusters(struct reduction *r)
{
    cudaLaunchAttribute attribute[1] = {};
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = blocks;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;

    unsigned clusters = blocks_for(r->grid, blocks); /* the last may have blocks without a share */
    cudaLaunchConfig_t config = {};
    config.gridDim = clusters * blocks;
    config.blockDim = r->block;
    config.stream = r->stream;
    config.attrs = attribute;
    config.numAttrs = 1;

    int fit = 0; /* clusters at a time; each needs SMs that are near each other */
    CUDA_CHECK(cudaOccupancyMaxActiveClusters(&fit, cluster_reduce<blocks>, &config));
    if (clusters > (unsigned)fit)
        clusters = (unsigned)fit;
    config.gridDim = r->grid = clusters * blocks;
    CUDA_CHECK(cudaLaunchKernelEx(&config, cluster_reduce<blocks>, r->in, r->n, r->result));
}

static const struct lesson_about about = {
    .title = "clusters",
    .part = "V",
    .step_from = "lesson25",
    .needs = "9.0",
    .offers = LESSON_INT | LESSON_ALIGNED,
    .defaults = "-n 2^20 -b 512",
    .kernel = "cluster_reduce_2",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "packed_count_sum", launch_packed, LESSON_SHARE);
    lesson_run(&l, "cluster_reduce_2", launch_clusters<2>, LESSON_SHARE);
    lesson_run(&l, "cluster_reduce_4", launch_clusters<4>, LESSON_SHARE);
    lesson_run(&l, "cluster_reduce_8", launch_clusters<8>, LESSON_SHARE);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
