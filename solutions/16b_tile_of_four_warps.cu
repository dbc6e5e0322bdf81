/* Exercise 16b: a row for each tile of 128 (fill the gap)
 *
 * A row of a few hundred elements is too little for a block of 512 threads, so a block should take
 * several rows, with 128 threads for each. The author of the first version had read that "a tile is
 * never larger than a warp". But a tile may have up to 512 threads. One larger than a warp has no
 * shfl_down; cg::reduce(tile, x, cg::plus<float>()) adds up the x of all its threads. GPUs before
 * compute capability 8.0 need a place where its warps can meet: a block_tile_memory of the block's
 * size in shared memory, which this_thread_block takes as its argument.
 *
 * Required: right sums for any number of rows, no mistake, no barrier of the whole block, and
 * nothing else in shared memory. See docs/lessons/16_cooperative_groups.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

enum { TILE = 128 };

__global__ void rows_by_tiles(const float *in, float *out, size_t n, unsigned rows)
{
/* ---- your code begins: about 9 lines ---- */
    __shared__ cg::block_tile_memory<1024> memory; /* 1024: the largest block */
    cg::thread_block block = cg::this_thread_block(memory); /* before any return: on GPUs
                                       older than 8.0 all threads meet in here, once */
    auto tile = cg::tiled_partition<TILE>(block);
    unsigned row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (row >= rows)
        return; /* the whole tile leaves; the others only wait for their own threads */
    float sum = lesson_thread_sum<4>(in + row * n, tile.thread_rank(), n, TILE, 4 * TILE);
    sum = cg::reduce(tile, sum, cg::plus<float>());
/* ---- your code ends ---- */

    if (threadIdx.x % TILE == 0)
        out[row] = sum;
}

static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->batch, r->block / TILE);
    r->chain = r->n / TILE + 1;
    rows_by_tiles<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n,
                                                       r->batch);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise16b", LESSON_FLOAT | LESSON_BATCH,
                                       "-n 1,33,1000,4097,20011" EXERCISE_LARGE
                                       " -b 128,256,1024 --batch 1,4,17");
    exercise_sums(&e, "rows_by_tiles", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 512, 512, 16);
    exercise_at_most(&e, "barriers per block", 0, 3);
    exercise_at_most(&e, "global load requests per block", 64, 3);
    exercise_at_most(&e, "shared load requests per block", 0, 3);
    return exercise_end(&e);
}
