/* Exercise 16c: 64 partial sums, 2 loads (beat the count)
 *
 * This is lesson 16's kernel with tiles of 4. A block of 256 has 64 of them, and every thread reads
 * all 64 partial sums, although all threads but one throw the sum away. That takes 512 shared load
 * requests, more than the row itself takes from global memory.
 *
 * Here only thread 0 needs the sum of the row. The tiles stay as they are. Required: right sums,
 * no mistake, and in a block of 256 at most 2 shared load requests, one barrier and 24 shuffles
 * (now there are 16). See docs/lessons/16_cooperative_groups.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void batched_reduce_sum_v2_4(const float *in, float *out, size_t n)
{
    extern __shared__ float partial[]; /* one for each tile */
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<4>(block);
    float sum = lesson_thread_sum<4>(in + block.group_index().x * n, block.thread_rank(), n,
                                     block.size(), 4 * block.size());
    sum += tile.shfl_down(sum, 2);
    sum += tile.shfl_down(sum, 1);
    if (tile.thread_rank() == 0)
        partial[tile.meta_group_rank()] = sum;
    block.sync();

/* ---- your code begins: about 8 lines ---- */
    auto warp = cg::tiled_partition<32>(block);
    sum = 0;
    if (warp.meta_group_rank() == 0) {
        /* One warp reads each partial sum once, 32 different sums with each request */
        for (unsigned i = warp.thread_rank(); i < tile.meta_group_size(); i += 32)
            sum += partial[i];
        for (int distance = 16; distance > 0; distance /= 2)
            sum += warp.shfl_down(sum, distance); /* all its lanes come, even those with a 0 */
    }
/* ---- your code ends ---- */

    if (block.thread_rank() == 0)
        out[block.group_index().x] = sum;
}

static void launch(struct reduction *r)
{
    r->grid = r->batch;
    r->chain = r->n / r->block + r->block / 4;
    batched_reduce_sum_v2_4<<<r->grid, r->block, r->block / 4 * sizeof(float), r->stream>>>(
        r->in_float, r->result_float, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise16c", LESSON_FLOAT | LESSON_BATCH,
                                       "-n 1,33,1000,4097,20011" EXERCISE_LARGE
                                       " -b 32,64,256,1024 --batch 1,3");
    exercise_sums(&e, "batched_reduce_sum_v2_4", launch, 1, 2, 3);
    exercise_count(&e, launch, 1, 2048, 256, 8);
    exercise_at_most(&e, "shared load requests per block", 2, 1);
    exercise_at_most(&e, "barriers per block", 1, 3);
    exercise_at_most(&e, "shuffles per block", 24, 3);
    return exercise_end(&e);
}
