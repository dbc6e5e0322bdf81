/* Exercise 28c: what leaves a cluster? (predict)
 *
 * The kernel of lesson 28, with clusters of 8 blocks of 64 threads. A thread takes 16 elements at a time, so
 * 16384 elements are work for 16 blocks. The block's own sum (lesson_share_sum) contains one barrier of the block.
 *
 * Before it runs: how many atomics does the whole grid make in global memory, including the one that sets the
 * word back? How many words does a thread of one block store in another block's shared memory, in all? How many
 * barriers does each block pass, those of the cluster included? And for a single element: how many blocks run,
 * and how many words go from block to block? See docs/lessons/28_clusters.md.
 */
#include "exercise.h"
#include "lesson_share.h"
#include <cooperative_groups.h>

/* ---- your code begins: five numbers ---- */
/* Two clusters: two parts, and the 0 for the next launch. Seven blocks of each store in the memory of the eighth;
 * that one stores in its own, an ordinary store. One barrier comes before the first store, one after it, and one
 * is the block's own. A grid has only whole clusters, however little there is to do, and blocks without a share
 * bring a 0. */
static const int atomics = 3;
static const int remote_stores = 14;
static const int barriers_per_block = 3;
static const int blocks_for_one_element = 8;
static const int remote_stores_for_one_element = 7;
/* ---- your code ends ---- */

enum { BLOCKS = 8 };

__device__ unsigned long long total;

__global__ void cluster_reduce(const int *in, size_t n, int *result)
{
#if __CUDA_ARCH__ >= 900
    __shared__ int sums[BLOCKS];
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();

    cluster.barrier_arrive();
    int sum = lesson_share_sum(in, n);
    cluster.barrier_wait();
    if (threadIdx.x == 0)
        cluster.map_shared_rank(sums, 0)[cluster.block_rank()] = sum;
    cluster.sync();
    if (cluster.block_rank() > 0 || threadIdx.x >= 32)
        return;
    sum = lesson_warp_sum(threadIdx.x < BLOCKS ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0) {
        unsigned long long mine = (unsigned long long)(unsigned)sum << 32 | 1;
        unsigned long long all = atomicAdd(&total, mine) + mine;
        if ((unsigned)all == gridDim.x / BLOCKS) {
            *result = (int)(all >> 32);
            atomicExch(&total, 0);
        }
    }
#endif
}

static void launch(struct reduction *r)
{
    cudaLaunchAttribute attribute[1] = {};
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = BLOCKS;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;

    cudaLaunchConfig_t config = {};
    config.gridDim = r->grid = blocks_for(r->grid, BLOCKS) * BLOCKS;
    config.blockDim = r->block;
    config.stream = r->stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, cluster_reduce, r->in, r->n, r->result));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise28c", LESSON_INT,
                                       "-n 1,1000,4097 -b 64", "9.0");
    exercise_sums(&e, "cluster_reduce", launch, LESSON_SHARE, 1, 1);
    exercise_count(&e, launch, LESSON_SHARE, 16384, 64);
    exercise_predict(&e, "global atomic lanes", atomics, 1);
    exercise_predict(&e, "remote store lanes", remote_stores, 2);
    exercise_predict(&e, "barriers per block", barriers_per_block, 2);
    exercise_count(&e, launch, LESSON_SHARE, 1, 64);
    exercise_predict(&e, "blocks", blocks_for_one_element, 3);
    exercise_predict(&e, "remote store lanes", remote_stores_for_one_element, 3);
    return exercise_end(&e);
}
