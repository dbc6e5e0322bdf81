/* Lesson 01: bank conflicts
 *
 * Lesson 00 kept every warp busy with a few active lanes. Here the first threads of the block do
 * the same additions, side by side, and the other warps have nothing to do:
 *
 *     tid      0        1        2        3      4 5 6 7 idle
 *     s = 1    0+1      2+3      4+5      6+7    thread t adds element 2*s*t + s to element 2*s*t
 *     s = 2    0+..+3   4+..+7
 *     s = 4    0+..+7
 *
 * What to expect: a quarter of the shared loads, and no remainder. But neighbouring threads now
 * read elements 2*s apart: shared memory has 32 banks, element i is in bank i % 32, and at s = 16
 * all active lanes (eight of them) want the same bank, which serves them one by one: one request
 * takes eight wavefronts. There are fewer requests, but no fewer wavefronts.
 *
 *     per block of 256: 25 shared loads in 95 wavefronts, 20 stores in 55; 1115 instructions
 *     H200, 2^29 ints: 734 GB/s at block 128, 1.51 times lesson 00
 */
#include "lesson.h"

__global__ void reduce1(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned at = 2 * s * tid;
        if (at < blockDim.x)
            sums[at] += sums[at + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce1<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "bank conflicts",
    .part = "I",
    .step_from = "lesson00",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce1", launch, 1);
    return lesson_end(&l);
}
