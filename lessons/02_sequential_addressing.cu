/* Lesson 02: sequential addressing
 *
 * In lesson 01 neighbouring threads read words that are far apart, and several of them want the
 * same bank. Here the tree pairs element t with element t + s, beginning with the largest s.
 * Neighbouring threads always read neighbouring elements:
 *
 *     tid      0         1         2      3        4 5 6 7
 *     s = 4    0+4       1+5       2+6    3+7      idle
 *     s = 2    0+4+2+6   1+5+3+7                   idle
 *     s = 1    all                                 idle
 */
#include "lesson.h"

__global__ void reduce2(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce2<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "sequential addressing",
    .part = "I",
    .step_from = "lesson01",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce2", launch, 1);
    return lesson_end(&l);
}
