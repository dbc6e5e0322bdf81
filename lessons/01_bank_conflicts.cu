/* Lesson 01: bank conflicts
 *
 * In lesson 00 every warp works in most steps, with few active lanes, and every thread computes a
 * remainder. Here the first threads of the block make the same additions, side by side:
 *
 *     tid      0        1        2        3      4 5 6 7 idle
 *     s = 1    0+1      2+3      4+5      6+7
 *     s = 2    0+..+3   4+..+7
 *     s = 4    0+..+7
 *
 * No thread needs a remainder. But neighbouring threads now read words that are 2*s apart.
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
