/* Exercise 17b: what does the query say? (find the bug)
 *
 * This code had one block per multiprocessor (SM) at first. But more blocks can be resident, so its
 * author now asks the occupancy query how many. The sums are right, for any n and on any GPU. But
 * on a large GPU the kernel takes several times as long as before.
 *
 * Required: as many blocks as can be resident, but no more than there is work for. When launch is
 * called, r->grid says how many that is. r->sm_count is the number of SMs. See
 * docs/lessons/17_grid_sync.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

__global__ void full_reduce_sum(const int *in, int *partial, int *result, size_t n)
{
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync();

    if (blockIdx.x == 0) {
        sum = 0;
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            sum += partial[i];
        sum = lesson_block_total(sum, lesson_plus());
        if (threadIdx.x == 0)
            *result = sum;
    }
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->result, &r->n};
    int fit = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, full_reduce_sum, r->block, 0));
    /* ---- your code begins: whatever is wrong is in here ---- */
    if (r->grid > (unsigned)fit)
        r->grid = fit;
    /* ---- your code ends ---- */
    CUDA_CHECK(cudaLaunchCooperativeKernel(full_reduce_sum, r->grid, r->block, arguments, 0,
                                           r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise17b", LESSON_INT,
                                       "-n 1,33,1025,12345" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "full_reduce_sum", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 16384, 256); /* there is work for 64 blocks, */
    exercise_exactly(&e, "blocks", 32, 1);     /* and 32 are resident on the CPU device */
    exercise_count(&e, launch, 1, 1000, 256);
    exercise_exactly(&e, "blocks", 4, 2);
    e.sm_count = 1;
    unsigned on_one = exercise_count(&e, launch, 1, 16384, 256).grid;
    e.sm_count = 3;
    unsigned on_three = exercise_count(&e, launch, 1, 16384, 256).grid;
    exercise_equal(&e, "blocks with r->sm_count 3, divided by those with 1",
                   (double)on_three / on_one, 3, 3);
    return exercise_end(&e);
}
