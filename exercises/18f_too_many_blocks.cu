/* Exercise 18f: 4096 blocks (find the bug)
 *
 * A published lesson takes one element per thread, like lesson 00. For 2^20 elements and blocks of
 * 256 it launches 4096 blocks of a kernel with a grid.sync(). As printed, no call is checked, and
 * the result is whatever was in memory. Here the launch is checked, and it is refused. A fixed grid
 * of 64 blocks is no way out: a small GPU refuses it, and a large one stays mostly idle.
 *
 * Required: right sums for any n and block, on any GPU, with as many blocks as can be resident, if
 * there is work for that many. r->sm_count is the number of SMs. Both functions in the gap have to
 * change. See docs/lessons/18_grid_sync_merge.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

__global__ void cooperative_reduction(const int *in, int *partial, int *result, size_t n);

/* ---- your code begins: whatever is wrong is in here ---- */
/* This thread's part of the input, added up. */
__device__ int own_sum(const int *in, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    return i < n ? in[i] : 0;
}

/* The number of blocks to launch. */
static unsigned blocks_to_launch(const struct reduction *r)
{
    return blocks_for(r->n, r->block);
}
/* ---- your code ends ---- */

__global__ void cooperative_reduction(const int *in, int *partial, int *result, size_t n)
{
    int sum = lesson_block_total(own_sum(in, n), lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync();

    if (blockIdx.x == 0) {
        sum = 0;
        for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
            sum += partial[b];
        sum = lesson_block_total(sum, lesson_plus());
        if (threadIdx.x == 0)
            *result = sum;
    }
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->result, &r->n};
    r->grid = blocks_to_launch(r);
    cudaError_t launched = cudaLaunchCooperativeKernel(cooperative_reduction, r->grid, r->block,
                                                       arguments, 0, r->stream);
    CUDA_CHECK(launched);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise18f", LESSON_INT,
                                       "-n 1,33,1025,12345" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "cooperative_reduction", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 65536, 256);
    exercise_exactly(&e, "blocks", 32, 3); /* all that are resident on the CPU device */
    exercise_at_most(&e, "global load requests", 65536 / 32 + 1, 3);
    exercise_count(&e, launch, 1, 1000, 256);
    exercise_exactly(&e, "blocks", 4, 3);
    e.sm_count = 1;
    unsigned on_one = exercise_count(&e, launch, 1, 16384, 256).grid;
    e.sm_count = 3;
    unsigned on_three = exercise_count(&e, launch, 1, 16384, 256).grid;
    exercise_equal(&e, "blocks with r->sm_count 3, divided by those with 1",
                   (double)on_three / on_one, 3, 3);
    return exercise_end(&e);
}
