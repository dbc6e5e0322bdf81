/* Lesson 16: cooperative groups
 *
 * In lesson 14's v1 and v2, numbers say who takes part: lane and warp come from threadIdx.x, and a
 * shuffle needs a mask. Here the threads that work together are a group with a name: a
 * thread_block, or one of the tiles that it is cut into. A tile of 4 to 32 threads is a part of a
 * warp, and adds up by shuffles:
 *
 *     block of 8, tiles of 4     rank in the tile   0 1 2 3   0 1 2 3
 *                                which tile         0         1
 *                                partial sums       a         b         each thread: a + b
 *
 * A tile of 64 to 512 threads is several warps. They meet in shared memory, and cg::reduce does it.
 */
#include "lesson.h"
#include "lesson_block.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

/* A block has a row. This is what a thread of it adds up by itself, 16 loads at a time. */
__device__ float thread_sum(cg::thread_block block, const float *in, size_t n)
{
    const float *row = in + block.group_index().x * n;
    return lesson_thread_sum<16>(row, block.thread_rank(), n, block.size(), 16 * block.size());
}

__global__ void batched_reduce_sum_v1(const float *in, float *out, size_t n)
{
    extern __shared__ float sums[];
    cg::thread_block block = cg::this_thread_block();
    unsigned rank = block.thread_rank();

    sums[rank] = thread_sum(block, in, n);
    block.sync();
    for (unsigned s = block.size() / 2; s > 0; s /= 2) {
        if (rank < s)
            sums[rank] += sums[rank + s];
        block.sync();
    }
    if (rank == 0)
        out[block.group_index().x] = sums[0];
}

template <int size>
__global__ void batched_reduce_sum_v2(const float *in, float *out, size_t n)
{
    __shared__ cg::block_tile_memory<1024> memory; /* where the warps of a large tile meet */
    extern __shared__ float partial[];             /* one for each tile */
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<size>(block);

    float sum = thread_sum(block, in, n);
    if constexpr (size <= 32) {
        for (int distance = size / 2; distance > 0; distance /= 2)
            sum += tile.shfl_down(sum, distance); /* no mask: the tile knows its lanes */
    } else {
        sum = cg::reduce(tile, sum, cg::plus<float>());
    }
    if (tile.thread_rank() == 0)
        partial[tile.meta_group_rank()] = sum;
    block.sync();

    sum = 0;
    for (unsigned i = 0; i < tile.meta_group_size(); i++)
        sum += partial[i];
    if (block.thread_rank() == 0)
        out[block.group_index().x] = sum;
}

static void launch_v1(struct reduction *r)
{
    r->grid = r->batch;
    batched_reduce_sum_v1<<<r->grid, r->block, r->block * sizeof(float), r->stream>>>(
        r->in_float, r->result_float, r->n);
}

template <int size>
static void launch_v2(struct reduction *r)
{
    unsigned tiles = r->block / size;
    r->grid = r->batch;
    r->chain = r->n / r->block + tiles; /* a thread's elements, then the tiles' sums */
    batched_reduce_sum_v2<size><<<r->grid, r->block, tiles * sizeof(float), r->stream>>>(
        r->in_float, r->result_float, r->n);
}

static void launch_v2_128(struct reduction *r)
{
    if (r->block >= 128)
        launch_v2<128>(r);
    else
        launch_v2<32>(r); /* a tile must not be larger than the block that it is a part of */
}

static const struct lesson_about about = {
    .title = "cooperative groups",
    .part = "IV",
    .offers = LESSON_FLOAT | LESSON_BATCH,
    .defaults = "-n 2^29 --batch 2048",
    .kernel = "batched_reduce_sum_v2_32",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "batched_reduce_sum_v1", launch_v1, 1);
    lesson_run(&l, "batched_reduce_sum_v2_4", launch_v2<4>, 1);
    lesson_run(&l, "batched_reduce_sum_v2_8", launch_v2<8>, 1);
    lesson_run(&l, "batched_reduce_sum_v2_16", launch_v2<16>, 1);
    lesson_run(&l, "batched_reduce_sum_v2_32", launch_v2<32>, 1);
    lesson_run(&l, "batched_reduce_sum_v2_128", launch_v2_128, 1);
    return lesson_end(&l);
}
