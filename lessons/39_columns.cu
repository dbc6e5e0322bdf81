/* Lesson 39: columns
 *
 * A matrix lies in memory row by row, so the elements of a column are n apart. To add up its columns there are two obvious
 * kernels, and each lacks what the other has:
 *
 *     warp_per_column      the row sum of lesson 14 with a stride: each lane loads from another row
 *     thread_per_column    lanes take neighbouring columns, so loads are coalesced; but only n threads work
 *
 * So a block takes a tile, some columns wide and some rows high. It adds up the rows in shared memory, and a second launch
 * adds up the rows of all tiles. lessons/39_tiles.cuh has the kernel, and chooses tiles; other programs can use it, too:
 *
 *     tiles_of_32          32 columns wide, whatever the shape
 *     by_shape             16 bytes in a load, and tiles that suit the shape. It takes a narrow matrix as an array: if a
 *                          thread's stride is a multiple of n, it stays in its columns
 */
#include "lesson.h"
#include "39_tiles.cuh"
#include "harness/check_columns.h"
#include "lesson_block.h"
#include "lesson_cub.h"

__global__ void warp_per_column(const float *in, float *sums, size_t rows, size_t n)
{
    size_t warps = (size_t)gridDim.x * blockDim.x / 32, lane = threadIdx.x % 32;
    for (size_t column = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32; column < n; column += warps) {
        float sum = lesson_thread_sum<IN_FLIGHT>(in, lane * n + column, rows * n, 32 * n, IN_FLIGHT * 32 * n);
        for (unsigned d = 1; d < 32 && d < rows; d *= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, d);
        if (lane == 0)
            sums[column] = sum;
    }
}

__global__ void thread_per_column(const float *in, float *sums, size_t rows, size_t n)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column < n)
        sums[column] = lesson_thread_sum<IN_FLIGHT>(in, column, rows * n, n, IN_FLIGHT * n);
}

static void launch_tiles(struct reduction *r, const float *in, size_t rows, float *out, struct tile t)
{
    tile_kernel kernel = kernel_for(t);
    r->chain += depth(t, rows * r->n) + 2 * IN_FLIGHT; /* and the rows in shared memory */
    r->grid = t.beside * t.parts;
    kernel<<<r->grid, threads_of(t), shared_bytes(t), r->stream>>>(in, out, r->n, rows * r->n, t);
}

/* First by tiles; then tiles of 32 columns and many rows add up the rows that these leave. */
static void launch_both(struct reduction *r, struct tile t)
{
    struct reduction last = *r;
    choose_parts(&t, r->batch, r->n, r->sm_count);
    unsigned left = rows_left(t, r->n);
    launch_tiles(r, r->in_float, r->batch, left == 1 ? r->result_float : r->partial_float, t);
    if (left == 1)
        return;
    launch_tiles(&last, r->partial_float, left, r->result_float, tile_for(left, r->n, 8, 32, ~(size_t)0, r->block));
    r->chain += last.chain;
}

static void launch_tiles_of_32(struct reduction *r)
{
    unsigned most = r->block / 32;
    launch_both(r, make_tile(r->batch, r->n, 1, 32, r->batch == 0 ? 1 : r->batch < most ? r->batch : most));
}

static void launch_by_shape(struct reduction *r)
{
    launch_both(r, tile_for(r->batch, r->n, r->block, 128, 256, r->block));
}

static void launch_warp_per_column(struct reduction *r)
{
    size_t most = 64 * (size_t)r->sm_count, blocks = (r->n * 32 + r->block - 1) / r->block;
    r->grid = (unsigned)(blocks < most ? blocks : most);
    r->chain = r->batch / 32 + 5;
    warp_per_column<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->batch, r->n);
}

static void launch_thread_per_column(struct reduction *r)
{
    r->grid = blocks_for(r->n, r->block);
    r->chain = r->batch;
    thread_per_column<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->batch, r->n);
}

static const struct lesson_about about = {
    .title = "columns",
    .part = "VI",
    .offers = LESSON_FLOAT | LESSON_BATCH | LESSON_COLUMNS | LESSON_ALIGNED,
    .defaults = "-n 2^29 --batch 2^14 -b 512",
    .bench = "-b 512 --kernel by_shape --batch 2,16,1024,262144,4194304,67108864,536870912; -b 512 --kernel tiles_of_32 --batch 262144,67108864; -b 512 --kernel thread_per_column --batch 16,262144; -b 512 --kernel warp_per_column --batch 262144",
    .kernel = "tiles_of_32",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run_columns(&l, "warp_per_column", launch_warp_per_column, IN_FLIGHT);
    lesson_run_columns(&l, "thread_per_column", launch_thread_per_column, IN_FLIGHT);
    lesson_run_columns(&l, "tiles_of_32", launch_tiles_of_32, IN_FLIGHT);
    lesson_run_columns(&l, "by_shape", launch_by_shape, IN_FLIGHT);
    lesson_run_columns_library(&l, "cub_segmented_reduce", lesson_cub_column_sum);
    return lesson_end(&l);
}
