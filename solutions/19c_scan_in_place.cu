/* Exercise 19c: doubling in place (find the bug)
 *
 * Tutorials have the scan of a block like this: in each step every thread adds the value d places
 * to the left, for d = 1, 2, 4, ... The author tested it with blocks of 32 threads, and the sums
 * were right. With larger blocks some sums are wrong in some runs. There is a barrier in each step
 * already.
 *
 *     s            3    1    4    1    5         every thread adds what is 1 place to the left,
 *     d = 1        3    4    5    5    6         then what is 2 places to the left
 *     d = 2        3    4    8    9   11
 *
 * Required: right prefix sums, no mistake, and still these steps. The bug is in the loop. The
 * kernel is that of exercise 19, and is right. See docs/lessons/19_grid_wide_scan.md.
 */
#include "exercise.h"
#include <cooperative_groups.h>

/* The sum of x in the threads before this one; *total: in all threads of the block. */
__device__ unsigned block_scan(unsigned x, unsigned *total)
{
    extern __shared__ unsigned s[]; /* blockDim.x of them */
    unsigned tid = threadIdx.x;
    s[tid] = x;
    __syncthreads();
    /* ---- your code begins: whatever is wrong is in here ---- */
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        /* Thread tid + d reads s[tid]. When all add in place, thread tid may or may not have stored
         * its sum of this step by then. So all read first, and only then does anyone write. */
        unsigned left = tid >= d ? s[tid - d] : 0;
        __syncthreads();
        s[tid] += left;
        __syncthreads(); /* the next step reads what others have written */
    }
    /* ---- your code ends ---- */
    unsigned sum = s[tid];
    *total = s[blockDim.x - 1];
    __syncthreads(); /* s may be used again */
    return sum - x;
}

__global__ void grid_scan(const int *in, int *out, unsigned *totals, size_t n)
{
    unsigned tid = threadIdx.x, tile = blockDim.x, sum = 0, before = 0, carry, total;
    size_t tiles = (n + tile - 1) / tile;
    size_t begin = tiles * blockIdx.x / gridDim.x * tile; /* of this block's share */
    size_t end = tiles * (blockIdx.x + 1) / gridDim.x * tile;

    for (size_t i = begin + tid; i < end; i += tile)
        sum += i < n ? in[i] : 0;
    block_scan(sum, &total);
    if (tid == 0)
        totals[blockIdx.x] = total;
    cooperative_groups::this_grid().sync();

    for (unsigned b = tid; b < blockIdx.x; b += blockDim.x)
        before += totals[b];
    block_scan(before, &carry);
    for (size_t i = begin + tid; i < end; i += tile) {
        unsigned x = i < n ? in[i] : 0;
        sum = carry + block_scan(x, &total);
        if (i < n)
            out[i] = sum;
        carry += total;
    }
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->out, &r->partial, &r->n};
    size_t shared = r->block * sizeof(int);
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, grid_scan, r->block, shared));
    lesson_cooperative_grid(r, fit, r->grid);
    CUDA_CHECK(cudaLaunchCooperativeKernel(grid_scan, r->grid, r->block, arguments, shared,
                                           r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise19c", LESSON_INT | LESSON_OUTPUT,
                                       "-n 1,33,1057,5000" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_scan(&e, "grid_scan", launch, 1, LESSON_EXCLUSIVE, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256); /* three scans of a block */
    exercise_at_most(&e, "barriers per block", 3 * 18 + 1, 3);
    exercise_at_most(&e, "shared load wavefronts per block", 3 * 145, 3);
    exercise_at_most(&e, "shared store wavefronts per block", 3 * 80, 3);
    return exercise_end(&e);
}
