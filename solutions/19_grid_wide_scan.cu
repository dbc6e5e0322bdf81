/* Exercise 19: what lies before a block (fill the gap)
 *
 * In an exclusive scan out[i] is the sum of all elements before i. Each block has a share: tiles
 * of one element per thread. First it adds up its share. Later it scans it, beginning with a carry:
 *
 *     in           3 1 4 1 | 5 9 2 6        block 0 | block 1
 *     totals       9       | 22             the first half of the kernel has written these
 *     carry        0       | 9              before the block's first tile: this is missing
 *     out          0 3 4 8 | 9 14 23 25     the second half does this, once it has the carry
 *
 * There may be more blocks than a block has threads. Required: the carry, the same in all threads
 * of a block. All its threads work on it: with 660 blocks, no thread makes 660 loads.
 * See docs/lessons/19_grid_wide_scan.md.
 */
#include "exercise.h"
#include <cooperative_groups.h>

/* The sum up to this lane, in each lane of a warp. */
__device__ unsigned warp_scan(unsigned sum)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        sum += threadIdx.x % 32 >= d ? left : 0;
    }
    return sum;
}

/* The sum of x in the threads before this one; *total: in all threads of the block. */
__device__ unsigned block_scan(unsigned x, unsigned *total)
{
    __shared__ unsigned warp_sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned sum = warp_scan(x);
    if (lane == 31)
        warp_sums[warp] = sum;
    __syncthreads();
    unsigned sums = warp_scan(lane < blockDim.x / 32 ? warp_sums[lane] : 0); /* in every warp */
    unsigned before = __shfl_sync(~0u, sums, warp > 0 ? warp - 1 : 0);
    *total = __shfl_sync(~0u, sums, 31);
    __syncthreads(); /* warp_sums may be used again */
    return sum - x + (warp > 0 ? before : 0);
}

__global__ void grid_scan(const int *in, int *out, unsigned *totals, size_t n)
{
    unsigned tid = threadIdx.x, tile = blockDim.x, sum = 0, carry = 0, total;
    size_t tiles = (n + tile - 1) / tile;
    size_t begin = tiles * blockIdx.x / gridDim.x * tile; /* of this block's share */
    size_t end = tiles * (blockIdx.x + 1) / gridDim.x * tile;

    for (size_t i = begin + tid; i < end; i += tile)
        sum += i < n ? in[i] : 0;
    block_scan(sum, &total);
    if (tid == 0)
        totals[blockIdx.x] = total;
/* ---- your code begins: about 6 lines ---- */
    /* Every block needs totals of others, so all must have written theirs. */
    cooperative_groups::this_grid().sync();
    /* Of the blocks before this one, without its own: the scan is exclusive. Each thread takes its
     * part of them, and the parts together are a total of the block once more. */
    unsigned before = 0;
    for (unsigned b = tid; b < blockIdx.x; b += blockDim.x)
        before += totals[b];
    block_scan(before, &carry);
/* ---- your code ends ---- */
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
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, grid_scan, r->block, 0));
    lesson_cooperative_grid(r, fit, r->grid);
    CUDA_CHECK(cudaLaunchCooperativeKernel(grid_scan, r->grid, r->block, arguments, 0, r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise19", LESSON_INT | LESSON_OUTPUT,
                                       "-n 1,33,1057,5000" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_scan(&e, "grid_scan", launch, 1, LESSON_EXCLUSIVE, 1, 2);
    exercise_count(&e, launch, 1, 4096, 64); /* in: 2 * 128 requests; 94 for the totals */
    exercise_at_most(&e, "global load requests", 400, 3);
    exercise_at_most(&e, "global atomic requests", 0, 3);
    return exercise_end(&e);
}
