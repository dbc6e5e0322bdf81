/* Exercise 36b: parts of parts (find the bug)
 *
 * Each block computes the mean and variance of its elements, and these are right. Then the blocks' results are put
 * together: "the mean of the means, the mean of the variances". On a shuffled array of a round size that is nearly right.
 * Programs that put the results of several GPUs together have shipped it: see docs/lessons/36_mean_variance.md.
 *
 * Required: the mean and variance of all n elements, for any n. The blocks' results are right, and stay as they are: the
 * count of their elements, the mean, and the variance (the mean of the squared distances from it). The bug is in more than
 * one line.
 */
#include "exercise.h"
#include "harness/check_moments.h"

struct of_block {
    float count, mean, variance; /* of its elements, measured from in[0] */
};

/* ---- your code begins: whatever is wrong is in here ---- */
__device__ of_block together(const of_block *block, unsigned blocks)
{
    of_block all = {0, 0, 0};
    for (unsigned i = 0; i < blocks; i++) {
        all.count += block[i].count;
        all.mean += block[i].count * block[i].mean;
    }
    all.mean /= all.count;
    for (unsigned i = 0; i < blocks; i++) {
        float d = block[i].mean - all.mean;
        all.variance += block[i].count * (block[i].variance + d * d);
    }
    all.variance /= all.count;
    return all;
}
/* ---- your code ends ---- */

/* One thread of each block does the work, in two passes. This exercise is about what comes after it. */
__global__ void each_block(const float *in, of_block *block, size_t n)
{
    if (threadIdx.x > 0)
        return;
    size_t from = (size_t)blockIdx.x * blockDim.x, to = from + blockDim.x < n ? from + blockDim.x : n;
    of_block mine = {(float)(to - from), 0, 0};
    for (size_t i = from; i < to; i++)
        mine.mean += in[i] - in[0];
    mine.mean /= mine.count;
    for (size_t i = from; i < to; i++) {
        float d = in[i] - in[0] - mine.mean;
        mine.variance += d * d;
    }
    mine.variance /= mine.count;
    block[blockIdx.x] = mine;
}

__global__ void all_blocks(const float *in, const of_block *block, float *result, unsigned blocks)
{
    of_block all = together(block, blocks);
    result[0] = in[0] + all.mean;
    result[1] = all.variance;
}

static void launch(struct reduction *r)
{
    r->chain = 4 * r->block + 4 * r->grid;
    each_block<<<r->grid, r->block, 0, r->stream>>>(r->in_float, (of_block *)r->partial, r->n);
    all_blocks<<<1, 1, 0, r->stream>>>(r->in_float, (const of_block *)r->partial, r->result_float, r->grid);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise36b", LESSON_FLOAT | LESSON_PAIRS | LESSON_INPUT_KINDS,
                                       "-n 1,2,31,33,64,257,1000 -b 32,256");
    const struct lesson_check *check = &lesson_moments_by[LESSON_MERGED].check;
    exercise_checked(&e, "together", check, LESSON_RANDOM, launch, 1, 1, 3);
    exercise_checked(&e, "together, far from 0", check, LESSON_FAR, launch, 1, 2, 3);
    return exercise_end(&e);
}
