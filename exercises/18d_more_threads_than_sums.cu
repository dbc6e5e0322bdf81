/* Exercise 18d: only a few blocks (find the bug)
 *
 * Here the mistake of 18c is mended, and the merge uses the tree that has just added up the block's
 * own sum. With a grid that fills the GPU all sums are right. With only a few blocks they are
 * wrong, and always wrong in the same way.
 *
 * Required: right sums for any n and block, no mistake, and the merge as a tree. The bug is in the
 * merge. See docs/lessons/18_grid_sync_merge.md.
 */
#include "exercise.h"
#include <cooperative_groups.h>

/* Adds up sums[0 ... blockDim.x - 1] in sums[0]. All threads of the block must call it. */
__device__ void tree(int *sums)
{
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
}

__global__ void cooperative_reduction(const int *in, int *partial, int *result, size_t n)
{
    extern __shared__ int sums[]; /* blockDim.x of them */
    unsigned tid = threadIdx.x;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    sums[tid] = sum;
    tree(sums);
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
    cooperative_groups::this_grid().sync();

    if (blockIdx.x == 0) {
        sum = 0;
        for (unsigned b = tid; b < gridDim.x; b += blockDim.x)
            sum += partial[b];
/* ---- your code begins: whatever is wrong is in here ---- */
        if (tid < gridDim.x)
            sums[tid] = sum;
        tree(sums);
/* ---- your code ends ---- */
        if (tid == 0)
            *result = sums[0];
    }
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->result, &r->n};
    size_t shared = r->block * sizeof(int);
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, cooperative_reduction, r->block,
                                                             shared));
    lesson_cooperative_grid(r, fit, r->grid);
    CUDA_CHECK(cudaLaunchCooperativeKernel(cooperative_reduction, r->grid, r->block, arguments,
                                           shared, r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise18d", LESSON_INT,
                                       "-n 4000,1025,1000,33,1" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "cooperative_reduction", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 2048, 256); /* 8 blocks; in each a tree of 20 stores */
    exercise_at_most(&e, "shared store wavefronts", 8 * 20 + 20, 3);
    exercise_at_most(&e, "shared load wavefronts", 8 * 25 + 25, 3);
    return exercise_end(&e);
}
