/* Exercise 18: block 0 merges (fill the gap)
 *
 * Every block has left the sum of its share in partial, one element for each block of the grid. You
 * write the second half:
 *
 *     block    0      1      2      3
 *              sum    sum    sum    sum
 *              ------- grid.sync() -------
 *              merge  (ended)
 *
 * The number of blocks has nothing to do with the number of threads in a block.
 * lesson_block_total(x, lesson_plus()) makes the block's total: every thread gets the sum of all
 * threads' x. Required: right sums, no mistake, and a merge by all threads of block 0. See
 * docs/lessons/18_grid_sync_merge.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void cooperative_reduction(const int *in, int *partial, int *result, size_t n)
{
    unsigned tid = threadIdx.x;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    sum = lesson_block_total(sum, lesson_plus());
    if (tid == 0)
        partial[blockIdx.x] = sum;
/* ---- your code begins: about 9 lines ---- */
    /* All blocks come here: only when all have arrived may block 0 read what they wrote. After that
     * the others may end, since no other grid.sync() follows. */
    cg::this_grid().sync();
    if (blockIdx.x > 0)
        return;
    /* Again a sum, of another array: the same loop, so that there may be any number of elements. A
     * thread that gets none brings a 0. */
    sum = 0;
    for (unsigned b = tid; b < gridDim.x; b += blockDim.x)
        sum += partial[b];
    sum = lesson_block_total(sum, lesson_plus());
    if (tid == 0)
        *result = sum;
/* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->result, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, cooperative_reduction, r->block,
                                                             0));
    lesson_cooperative_grid(r, fit, r->grid);
    CUDA_CHECK(cudaLaunchCooperativeKernel(cooperative_reduction, r->grid, r->block, arguments, 0,
                                           r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise18", LESSON_INT,
                                       "-n 1,33,1025,12345" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "cooperative_reduction", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 2048, 32);
    exercise_at_most(&e, "global atomic requests", 0, 3);
    exercise_at_most(&e, "global load requests", 64 + 2, 3);
    exercise_at_most(&e, "global store requests", 64 + 1, 3);
    return exercise_end(&e);
}
