/* Exercise 39b: the last tile (find the bug)
 *
 * A well-known library for training computed sums of columns like this. A block of 32 x 32 threads takes 32 columns. Its
 * warps load rows of the tile, coalesced. Then the tile is turned round in shared memory, so that each warp has all sums of
 * one column, and adds them up by shuffles. It worked with widths of 1024, 4096 and 768. Then a width was no multiple of 32,
 * and numbers elsewhere in memory changed.
 *
 * Required: right sums for any number of rows and columns, and nothing written that is not a result. No mistake. There are
 * two bugs in the kernel: that of the library, and one about rows that a reviewer added. See docs/lessons/39_columns.md.
 */
#include "exercise.h"
#include "harness/check_columns.h"

enum { TILE = 32 };

__global__ void column_sums(const float *in, float *out, size_t rows, size_t width)
{
    __shared__ float tile[TILE][TILE + 1];
    unsigned lane = threadIdx.x % TILE, warp = threadIdx.x / TILE;
    size_t column = (size_t)blockIdx.x * TILE + lane;
    float sum = 0;
    /* ---- your code begins: whatever is wrong is in here ---- */
    if (column < width)
        for (size_t row = warp; row < rows; row += TILE)
            sum += in[row * width + column];
    tile[warp][lane] = sum;
    __syncthreads();
    sum = tile[lane][warp];
    for (unsigned d = TILE / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) {
        size_t mine = (size_t)blockIdx.x * TILE + warp;
        if (mine < width) /* the published form had rows * width: the elements, not the results */
            out[mine] = sum;
    }
    /* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->n, TILE);
    r->chain = r->batch / TILE + TILE;
    column_sums<<<r->grid, TILE * TILE, 0, r->stream>>>(r->in_float, r->result_float, r->batch, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise39b", LESSON_FLOAT | LESSON_BATCH | LESSON_COLUMNS,
                                       "--batch 1,32,33,100 --row 1,31,32,33,64,100 -b 1024");
    exercise_results(&e, &lesson_columns, "column_sums", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 64, 1024, 256);
    exercise_exactly(&e, "global load requests", 512, 3);
    exercise_at_most(&e, "shared load excess", 0, 3);
    return exercise_end(&e);
}
