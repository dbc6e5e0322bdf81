/* Exercise 18b: how it is launched (find the bug)
 *
 * Here is a kernel like that of a published lesson on cooperative groups, and the launch as it was
 * printed there. The kernel is right. With older toolkits you may see the right sum, on one GPU and
 * for one size. Or you see wrong sums, or a program that does not end. Today's toolkits stop it:
 * "unspecified launch failure".
 *
 * Required: right sums for any n and block, no mistake; the kernel stays as it is. See
 * docs/lessons/18_grid_sync_merge.md.
 */
#include "exercise.h"
#include <cooperative_groups.h>

/* The sum of x over the block, in every thread. */
__device__ int block_sum(int x)
{
    extern __shared__ int sums[]; /* blockDim.x of them */
    unsigned tid = threadIdx.x;
    sums[tid] = x;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    return sums[0];
}

__global__ void cooperative_reduction(const int *in, int *partial, int *result, size_t n)
{
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync();

    if (blockIdx.x == 0) {
        sum = 0;
        for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
            sum += partial[b];
        sum = block_sum(sum);
        if (threadIdx.x == 0)
            *result = sum;
    }
}

static void launch(struct reduction *r)
{
    size_t shared = r->block * sizeof(int);
/* ---- your code begins: whatever is wrong is in here ---- */
    /* Blocks can wait for each other only when all of them are resident. <<<>>> does not promise
     * that, whatever the grid is, so grid.sync() is undefined there. This launch does promise it,
     * and is refused where it is not possible. So the grid has to fit: */
    void *arguments[] = {&r->in, &r->partial, &r->result, &r->n};
    int fit = 0; /* on one SM, with this block and this much shared memory */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, cooperative_reduction, r->block,
                                                             shared));
    if (r->grid > (unsigned)(fit * r->sm_count))
        r->grid = fit * r->sm_count;
    CUDA_CHECK(cudaLaunchCooperativeKernel(cooperative_reduction, r->grid, r->block, arguments,
                                           shared, r->stream));
/* ---- your code ends ---- */
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise18b", LESSON_INT,
                                       "-n 1,33,1025,12345" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "cooperative_reduction", launch, 1, 2, 1);
    exercise_count(&e, launch, 1, 2048, 32);
    exercise_exactly(&e, "launches", 1, 3);
    exercise_exactly(&e, "blocks", 64, 3);
    return exercise_end(&e);
}
