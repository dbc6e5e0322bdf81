/* Lesson 19: grid-wide scan
 *
 * Lesson 18 brought all blocks together for one sum. Here we want all n prefix sums: out[i] is
 * the sum of the elements before i (exclusive) or up to i (inclusive). Each block has a share:
 *
 *     in           3 1 4 1 | 5 9 2 6        block 0 | block 1
 *     totals       9       | 22             each block adds up its share; then grid.sync()
 *     exclusive    0 3 4 8 | 9 14 23 25     each adds up the totals before its own, and scans
 *
 * A block scans tile after tile. Global memory wants the lanes of a warp side by side; a scan wants
 * a thread to have 11 elements in a row. Shared memory stands between the two.
 */
#include "lesson.h"
#include "lesson_cub.h"
#include <cooperative_groups.h>
enum { TURNS = 11 }; /* elements of a tile that a thread has */

/* The sum up to this lane, in each lane of a warp. Unsigned, as all sums here: they may wrap. */
__device__ unsigned warp_scan(unsigned sum)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        sum += threadIdx.x % 32 >= d ? left : 0;
    }
    return sum;
}

/* The sum of x in the threads before this one; *total: in all of them. The caller has a barrier
 * between two calls. */
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
    return sum - x + (warp > 0 ? before : 0);
}

/* A thread's elements of the tile at i, one block apart: 11 loads, which do not wait for each other. */
template <unsigned block>
__device__ void load_tile(unsigned *x, const int *in, size_t i, size_t n)
{
    for (unsigned k = 0; k < TURNS; k++)
        x[k] = i + k * block + threadIdx.x < n ? in[i + k * block + threadIdx.x] : 0;
}

/* Writes the sums of the tile at i; the elements before it add up to `before`. Returns the sum of
 * the tile. */
template <unsigned block, bool inclusive>
__device__ unsigned scan_tile(const int *in, int *out, size_t i, size_t n, unsigned before)
{
    __shared__ unsigned values[TURNS * block];
    unsigned tid = threadIdx.x, x[TURNS], total;
    load_tile<block>(x, in, i, n);
    for (unsigned k = 0; k < TURNS; k++)
        values[k * block + tid] = x[k]; /* side by side */
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = 0; k < TURNS; k++) {
        x[k] = values[tid * TURNS + k]; /* in a row */
        sum += x[k];
    }
    sum = before + block_scan(sum, &total);
    for (unsigned k = 0; k < TURNS; k++) {
        values[tid * TURNS + k] = inclusive ? sum + x[k] : sum;
        sum += x[k];
    }
    __syncthreads();
    for (unsigned k = 0; k < TURNS; k++)
        if (i + k * block + tid < n)
            out[i + k * block + tid] = values[k * block + tid];
    return total;
}

template <unsigned block, bool inclusive>
__global__ void grid_scan(const int *in, int *out, unsigned *totals, size_t n)
{
    unsigned tid = threadIdx.x, x[TURNS], sum = 0, before = 0, carry, total;
    unsigned tile = TURNS * block;
    size_t tiles = (n + tile - 1) / tile;
    size_t begin = tiles * blockIdx.x / gridDim.x * tile; /* of this block's share */
    size_t end = tiles * (blockIdx.x + 1) / gridDim.x * tile;

    for (size_t i = end; i > begin; i -= tile) { /* backwards: what is read last stays in L2 */
        load_tile<block>(x, in, i - tile, n);
        for (unsigned k = 0; k < TURNS; k++)
            sum += x[k];
    }
    block_scan(sum, &total);
    if (tid == 0)
        totals[blockIdx.x] = total;
    cooperative_groups::this_grid().sync();

    for (unsigned b = tid; b < blockIdx.x; b += block)
        before += totals[b];
    block_scan(before, &carry);
    for (size_t i = begin; i < end; i += tile)
        carry += scan_tile<block, inclusive>(in, out, i, n, carry);
}

template <bool inclusive>
static void launch(struct reduction *r)
{
    auto kernel = lesson_kernel_for(r->block, grid_scan<32, inclusive>, grid_scan<64, inclusive>,
                                    grid_scan<128, inclusive>, grid_scan<256, inclusive>,
                                    grid_scan<512, inclusive>, grid_scan<1024, inclusive>);
    void *arguments[] = {&r->in, &r->out, &r->partial, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, r->block, 0));
    lesson_cooperative_grid(r, fit, blocks_for(r->n, TURNS * r->block));
    CUDA_CHECK(cudaLaunchCooperativeKernel(kernel, r->grid, r->block, arguments, 0, r->stream));
}

static const struct lesson_about about = {
    .title = "grid-wide scan",
    .part = "IV",
    .offers = LESSON_INT | LESSON_GRID | LESSON_OUTPUT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_require_cooperative(&l);
    lesson_run_scan(&l, "grid_scan_exclusive", launch<false>, TURNS, LESSON_EXCLUSIVE);
    lesson_run_scan_library(&l, "cub_exclusive_scan", lesson_cub_exclusive_scan, LESSON_EXCLUSIVE);
    lesson_run_scan(&l, "grid_scan_inclusive", launch<true>, TURNS, LESSON_INCLUSIVE);
    lesson_run_scan_library(&l, "cub_inclusive_scan", lesson_cub_inclusive_scan, LESSON_INCLUSIVE);
    return lesson_end(&l);
}
