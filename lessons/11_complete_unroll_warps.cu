/* Lesson 11: complete unroll of the warps
 *
 * In lesson 10 the steps before the last warp are a loop. No block has more than 1024 threads, so
 * there are at most four of these steps, and they can be written down. The kernel still does not
 * know its block size: while it runs, it compares blockDim.x with 1024, 512, 256 and 128. It passes
 * a barrier after each, whether there was a step or not.
 *
 * What to expect: the loop's counter is gone, and the accesses to memory stay as they were.
 */
#include "lesson.h"
#include "lesson_groups.h"

__global__ void reduce_complete_unroll_warps8(int *in, int *partial)
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

    if (blockDim.x >= 1024 && tid < 512)
        data[tid] += data[tid + 512];
    __syncthreads();
    if (blockDim.x >= 512 && tid < 256)
        data[tid] += data[tid + 256];
    __syncthreads();
    if (blockDim.x >= 256 && tid < 128)
        data[tid] += data[tid + 128];
    __syncthreads();
    if (blockDim.x >= 128 && tid < 64)
        data[tid] += data[tid + 64];
    __syncthreads();
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
        reduce_complete_unroll_warps8<<<piece[i].grid, r->block, 0, r->stream>>>(
            piece[i].data, piece[i].partial);
    finish(r);
}

static const struct lesson_about about = {
    .title = "complete unroll of the warps",
    .part = "II",
    .step_from = "lesson10",
    .offers = LESSON_INT | LESSON_DESTROYS_INPUT,
    .defaults = "-n 2^24 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce_complete_unroll_warps8", launch, 8);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
