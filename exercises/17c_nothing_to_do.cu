/* Exercise 17c: nothing to do (find the bug)
 *
 * The grid always has as many blocks as can be resident, even for a small array. In tests with
 * millions of elements the sums were always right. Now a user has an array of a few thousand, and
 * the program never ends.
 *
 * Required: right sums for any n, no mistake, and the same work as before. See
 * docs/lessons/17_grid_sync.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

__global__ void sum_of_all(const int *in, int *partial, int *result, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    /* ---- your code begins: whatever is wrong is in here ---- */
    if ((size_t)blockIdx.x * blockDim.x >= n)
        return; /* nothing to do */
    for (; i < n; i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync();
    /* ---- your code ends ---- */
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
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, sum_of_all, r->block, 0));
    lesson_cooperative_grid(r, fit, (unsigned)(fit * r->sm_count));
    CUDA_CHECK(cudaLaunchCooperativeKernel(sum_of_all, r->grid, r->block, arguments, 0, r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise17c", LESSON_INT,
                                       "-n 40009,4097,1000,33,1" EXERCISE_LARGE " -b 256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "sum_of_all", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_at_most(&e, "global atomic requests", 0, 3);
    exercise_at_most(&e, "global load requests", 4096 / 32 + 1, 3);
    return exercise_end(&e);
}
