/* Lesson 10: unroll warps
 *
 * Lesson 05 in global memory. In the last six steps of lesson 09's tree (s = 32 to 1) only the first
 * warp adds, and yet all warps meet at a barrier after each. Here the loop ends at s = 64, and the
 * other warps leave. The first warp goes on alone, with __syncwarp() after each step.
 *
 * The published kernel has `volatile` in place of __syncwarp(), and that is a race. Global memory is
 * no different from shared memory there: __syncwarp() orders both for the lanes of a warp.
 *
 * What to expect: fewer barriers, and nearly the same accesses. But a thread adds 8 elements before
 * the tree; in part I it added 2.
 */
#include "lesson.h"
#include "lesson_groups.h"

__global__ void reduce_unroll_warps8(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (8 * blockDim.x);
    int a[8];
    int sum = 0;

    for (unsigned k = 0; k < 8; k++)
        a[k] = data[tid + k * blockDim.x];
    for (unsigned k = 0; k < 8; k++)
        sum += a[k];
    data[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        if (blockDim.x >= 64)
            data[tid] += data[tid + 32];
        __syncwarp();
        if (tid < 16)
            data[tid] += data[tid + 16];
        __syncwarp();
        if (tid < 8)
            data[tid] += data[tid + 8];
        __syncwarp();
        if (tid < 4)
            data[tid] += data[tid + 4];
        __syncwarp();
        if (tid < 2)
            data[tid] += data[tid + 2];
        __syncwarp();
        if (tid == 0)
            partial[blockIdx.x] = data[0] + data[1];
    }
}

static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 8, piece); /* see lesson 08 */

    for (int i = 0; i < pieces; i++)
        reduce_unroll_warps8<<<piece[i].grid, r->block, 0, r->stream>>>(
            piece[i].data, piece[i].partial);
    finish(r);
}

static const struct lesson_about about = {
    .title = "unroll warps",
    .part = "II",
    .step_from = "lesson09",
    .offers = LESSON_INT | LESSON_DESTROYS_INPUT,
    .defaults = "-n 2^24 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce_unroll_warps8", launch, 8);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
