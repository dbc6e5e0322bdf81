/* Exercise 18c: how many partial sums? (find the bug)
 *
 * Block 0 merges as in a published lesson. It was tested with up to 256 blocks of 256 threads, from
 * one element to 65536, and every sum was right. With larger arrays the sums are wrong. With small
 * blocks they are wrong for small arrays, too.
 *
 * Required: right sums for any n and block, no mistake, and a merge by all threads of block 0.
 * The bug is in the merge. See docs/lessons/18_grid_sync_merge.md.
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
    unsigned tid = threadIdx.x;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    sum = block_sum(sum);
    if (tid == 0)
        partial[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync();

    if (blockIdx.x == 0) {
/* ---- your code begins: whatever is wrong is in here ---- */
        /* As many as there are partial sums, not as many as there are threads: the number of
         * resident blocks depends on the GPU, the number of threads in a block on the launch. */
        int x = 0;
        for (unsigned b = tid; b < gridDim.x; b += blockDim.x)
            x += partial[b];
/* ---- your code ends ---- */
        x = block_sum(x);
        if (tid == 0)
            *result = x;
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
    struct exercise e = exercise_begin(argc, argv, "exercise18c", LESSON_INT,
                                       "-n 1,33,1025,12345" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "cooperative_reduction", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 2048, 32);
    exercise_at_most(&e, "global load requests", 64 + 2, 3);
    return exercise_end(&e);
}
