/* Lesson 05: unroll the last warp
 *
 * In the last six steps of the tree (s = 32 to 1) only warp 0 works, yet lesson 04 makes all warps
 * go through the loop and meet at a block-wide barrier each time. Here the other warps leave at
 * s = 32, and the 32 lanes of warp 0 need only wait for each other, with __syncwarp(). The steps
 * are written out instead of a loop.
 *
 * The barrier inside the warp must stay. Since Volta (2017) each lane has its own program counter
 * and lanes of a warp need not run in step: between a lane's write and another lane's read there
 * must be a __syncwarp(). Older texts have another form of this part; exercise 05b is about it.
 *
 * What to expect: 3 block barriers per block of 256 instead of 9, and idle warps that leave early.
 *
 *     per block of 256 (512 elements): 508 instructions instead of 939
 *     H200, 2^29 ints: 2247 GB/s at block 256, 1.34 times lesson 04
 */
#include "lesson.h"

__global__ void reduce5(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        if (blockDim.x >= 64)
            sums[tid] += sums[tid + 32];
        __syncwarp();
        if (tid < 16)
            sums[tid] += sums[tid + 16];
        __syncwarp();
        if (tid < 8)
            sums[tid] += sums[tid + 8];
        __syncwarp();
        if (tid < 4)
            sums[tid] += sums[tid + 4];
        __syncwarp();
        if (tid < 2)
            sums[tid] += sums[tid + 2];
        __syncwarp();
        if (tid == 0)
            partial[blockIdx.x] = sums[0] + sums[1];
    }
}

static void launch(struct reduction *r)
{
    reduce5<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "unroll the last warp",
    .part = "I",
    .step_from = "lesson04",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce5", launch, 2);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
