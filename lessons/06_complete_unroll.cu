/* Lesson 06: complete unroll
 *
 * Lesson 05 still has a loop over s, because the kernel does not know its block size. As a template
 * argument the block size is a constant: the loop can be written out, `block >= 512` is decided by
 * the compiler, and what does not apply is not in the program at all. The price: one kernel for
 * each block size, and a switch on the host that picks one (LESSON_SWITCH_BLOCK in lesson.h).
 *
 * What to expect: the loop's own work (compare, halve, jump) goes away.
 *
 *     per block of 256 (512 elements): 358 instructions instead of 508
 *     H200, 2^29 ints: 2452 GB/s at block 256, 1.10 times lesson 05
 */
#include "lesson.h"

template <unsigned block>
__global__ void reduce6(const int *in, int *partial, size_t n)
{
    __shared__ int sums[block];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * block) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + block < n)
        sum += in[i + block];
    sums[tid] = sum;
    __syncthreads();

    if (block >= 1024) {
        if (tid < 512)
            sums[tid] += sums[tid + 512];
        __syncthreads();
    }
    if (block >= 512) {
        if (tid < 256)
            sums[tid] += sums[tid + 256];
        __syncthreads();
    }
    if (block >= 256) {
        if (tid < 128)
            sums[tid] += sums[tid + 128];
        __syncthreads();
    }
    if (block >= 128) {
        if (tid < 64)
            sums[tid] += sums[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        if (block >= 64)
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
#define LAUNCH(block) reduce6<block><<<r->grid, block, 0, r->stream>>>(r->in, r->partial, r->n)
    LESSON_SWITCH_BLOCK(r->block, LAUNCH)
    finish(r);
}

static const struct lesson_about about = {
    .title = "complete unroll",
    .part = "I",
    .step_from = "lesson05",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce6", launch, 2);
    return lesson_end(&l);
}
