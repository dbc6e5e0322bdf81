/* Exercise 16: tiles add up (fill the gap)
 *
 * One block per row, as in exercise 14, but written with groups: the block is cut into tiles of 4,
 * 8, 16 or 32 threads. Each tile adds up its threads' sums with shuffles, and then every thread of
 * the block adds up the sums of the tiles:
 *
 *     block of 8, tiles of 4     rank in the tile   0 1 2 3   0 1 2 3
 *                                which tile         0         1
 *                                partial sums       a         b         each thread: a + b
 *
 * Required: right sums with each tile size, no mistake, and no number of lanes or warps in the
 * code, since the tile and the block know their sizes. See docs/lessons/16_cooperative_groups.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <int size>
__global__ void batched_reduce_sum_v2(const float *in, float *out, size_t n)
{
    extern __shared__ float partial[]; /* one for each tile */
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<size> tile = cg::tiled_partition<size>(block);
    float sum = lesson_thread_sum<4>(in + block.group_index().x * n, block.thread_rank(), n,
                                     block.size(), 4 * block.size());

/* ---- your code begins: about 8 lines ---- */
    /* the sum of the row, in every thread */
/* ---- your code ends ---- */

    if (block.thread_rank() == block.size() - 1) /* any thread would do: all have the row's sum */
        out[block.group_index().x] = sum;
}

template <int size>
static void launch(struct reduction *r)
{
    r->grid = r->batch;
    r->chain = r->n / r->block + r->block / size;
    batched_reduce_sum_v2<size><<<r->grid, r->block, r->block / size * sizeof(float), r->stream>>>(
        r->in_float, r->result_float, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise16", LESSON_FLOAT | LESSON_BATCH,
                                       "-n 1,33,1000,4097" EXERCISE_LARGE
                                       " -b 32,256,1024 --batch 1,3");
    exercise_sums(&e, "tiles of 32", launch<32>, 1, 1, 2);
    exercise_sums(&e, "tiles of 4", launch<4>, 1, 1, 2);
    exercise_count(&e, launch<32>, 1, 2048, 256, 8);
    exercise_at_most(&e, "barriers per block", 1, 2);
    exercise_at_most(&e, "shuffles per block", 40, 3);
    exercise_at_most(&e, "shared load requests per block", 64, 3);
    exercise_count(&e, launch<8>, 1, 2048, 256, 8);
    exercise_at_most(&e, "shuffles per block", 24, 3);
    exercise_at_most(&e, "shared load requests per block", 256, 3);
    return exercise_end(&e);
}
