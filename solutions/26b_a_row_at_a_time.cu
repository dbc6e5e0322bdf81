/* Exercise 26b: 32 elements at a time (find the bug)
 *
 * A warp adds up a row. "There is an instruction that adds up 32 numbers at once", says the author, "so I use
 * it on every 32 elements, and no lane has to add anything." With rows of 32, 64 or 4096 elements everything
 * is right.
 *
 * Required: right sums of rows of any length, no mistake, and no more than one lesson_warp_sum() per row. The
 * bug is in the loop. See docs/lessons/26_hardware_reduce.md.
 */
#include "exercise.h"
#include "lesson_block.h"

__global__ void sum_rows(const int *in, int *sums, size_t n, unsigned rows)
{
    __shared__ int warp_sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    size_t row = (size_t)blockIdx.x * warps + warp;
    size_t end = row < rows ? n : 0; /* no such row: nothing to add */

/* ---- your code begins: whatever is wrong is in here ---- */
    int sum = 0;
    for (size_t i = lane; i < end; i += 32)
        sum += in[row * n + i];
    sum = lesson_warp_sum(sum);
/* ---- your code ends ---- */
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads();
    size_t mine = (size_t)blockIdx.x * warps + threadIdx.x; /* one warp stores the sums of all */
    if (threadIdx.x < warps && mine < rows)
        sums[mine] = warp_sums[threadIdx.x];
}

static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->batch, r->block / 32);
    sum_rows<<<r->grid, r->block, 0, r->stream>>>(r->in, r->result, r->n, r->batch);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise26b", LESSON_INT | LESSON_BATCH,
                                       "-n 32,2048,3001,20011 -b 32,256 --batch 1,3,17");
    exercise_sums(&e, "sum_rows", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 1000, 256, 8);
    exercise_at_most(&e, "shuffles per block", 8, 3, "must be at most 8: a block has 8 rows here");
    exercise_at_most(&e, "global load lanes per block", 8000, 3);
    return exercise_end(&e);
}
