/* Lesson 05: unroll the last warp
 *
 * In the last six steps of the tree only the first warp adds, but lesson 04 sends all warps through
 * the loop, and has them meet at a barrier of the whole block each time. Here the other warps leave
 * at s = 32. The 32 lanes that remain only wait for each other, with __syncwarp(), and their steps
 * are written out, without a loop.
 *
 * The barrier inside the warp must stay. Since Volta (2017) each lane has its own program counter,
 * and lanes of a warp need not run in step: between a lane's write and another lane's read there
 * must be a __syncwarp(). Older texts have another form of this part; exercise 05b is about it.
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
