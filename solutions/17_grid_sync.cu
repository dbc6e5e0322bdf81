/* Exercise 17: all rounds in one launch (fill the gap)
 *
 * share_sum adds up a block's share of a round. You write the rounds, all of them in one
 * cooperative launch. With blocks of 32 threads:
 *
 *     round 1   2048 elements   64 blocks have a share   64 sums      grid.sync()
 *     round 2     64 sums        2 blocks have a share    2 sums      grid.sync()
 *     round 3      2 sums        1 block  has a share    the result
 *
 * There is room for the sums of a round in partial, and as much again in scratch. Required: right
 * sums for any n and block, no mistake, and no more work than these rounds need: 67 load requests
 * for the 2048 elements, and 67 store requests. See docs/lessons/17_grid_sync.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/* How many blocks have a share when there are n elements: one for each blockDim.x of them. */
__device__ unsigned blocks_with_share(size_t n)
{
    size_t pieces = (n + blockDim.x - 1) / blockDim.x;
    return pieces < gridDim.x ? (unsigned)pieces : gridDim.x;
}

/* The sum of this block's share, in every thread. All threads of the block must come. */
__device__ int share_sum(const int *in, size_t n, unsigned blocks)
{
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)blocks * blockDim.x)
        sum += in[i];
    return lesson_block_total(sum, lesson_plus());
}

__global__ void full_reduce_sum(const int *in, int *partial, int *scratch, int *result, size_t n)
{
    for (unsigned round = 0; round < 8; round++) { /* more than any n has */
        unsigned blocks = blocks_with_share(n);
/* ---- your code begins: about 10 lines ---- */
        /* The arrays take turns: some blocks still read the sums of the last round when others
         * write those of this one. */
        int *to = partial;
        if (blocks == 1)
            to = result;
        else if (round % 2)
            to = scratch;
        if (blockIdx.x < blocks) {
            int sum = share_sum(in, n, blocks);
            if (threadIdx.x == 0)
                to[blockIdx.x] = sum;
        }
        if (blocks == 1)
            return; /* the same for all blocks, so nobody waits for one that has gone */
        /* Not in the if: a block without a share has nothing to add, but must come. */
        cg::this_grid().sync();
        in = to;
        n = blocks;
/* ---- your code ends ---- */
    }
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->scratch, &r->result, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, full_reduce_sum, r->block, 0));
    lesson_cooperative_grid(r, fit, r->grid);
    CUDA_CHECK(cudaLaunchCooperativeKernel(full_reduce_sum, r->grid, r->block, arguments, 0,
                                           r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise17", LESSON_INT,
                                       "-n 1,33,1025,12345" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "full_reduce_sum", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 2048, 32);
    exercise_at_most(&e, "global atomic requests", 0, 3);
    exercise_at_most(&e, "global load requests", 64 + 2 + 1, 3);
    exercise_exactly(&e, "global store requests", 64 + 2 + 1, 3);
    return exercise_end(&e);
}
