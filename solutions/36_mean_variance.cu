/* Exercise 36: mean and variance (fill the gap)
 *
 * Each thread describes its elements by their count, their mean, and the sum of their squared distances from it. At each
 * step of the tree two parts become one, and so do the parts of the blocks. You write that step.
 *
 * Required: count, mean and squares of both parts together. One part may be empty (count 0), or both. If two means differ,
 * that adds to the squares. Do not use a sum of x^2: it fails at a distance of 10^6 from 0. See
 * docs/lessons/36_mean_variance.md.
 */
#include "exercise.h"
#include "harness/check_moments.h"

struct part {
    float count, mean, squares;
};

/* ---- your code begins ---- */
__device__ part merge(part a, part b)
{
    float count = a.count + b.count;
    if (count == 0)
        return a;
    float d = b.mean - a.mean, share = b.count / count;
    return part{count, a.mean + d * share, a.squares + b.squares + d * d * a.count * share};
}
/* ---- your code ends ---- */

/* The block's tree. Thread 0 gets the result. */
__device__ part of_block(part mine)
{
    __shared__ part parts[1024];
    unsigned tid = threadIdx.x;
    parts[tid] = mine;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            parts[tid] = merge(parts[tid], parts[tid + s]);
        __syncthreads();
    }
    return parts[0];
}

/* Each element is a part of its own, measured from the first element. */
__global__ void moments(const float *in, part *partial, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    part mine = {0, 0, 0};
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        mine = merge(mine, part{1, in[i] - in[0], 0});
    mine = of_block(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = mine;
}

__global__ void moments_of_blocks(const float *in, const part *partial, float *result, unsigned blocks, size_t n)
{
    part mine = {0, 0, 0};
    for (unsigned i = threadIdx.x; i < blocks; i += blockDim.x)
        mine = merge(mine, partial[i]);
    mine = of_block(mine);
    if (threadIdx.x == 0) {
        result[0] = n > 0 ? in[0] + mine.mean : NAN;
        result[1] = mine.squares / (float)n;
    }
}

static void launch(struct reduction *r)
{
    r->grid += r->grid == 0; /* n = 0: one block */
    r->chain = 4 * (r->n / ((size_t)r->grid * r->block) + r->grid / r->block + 2 + 2 * 10); /* 4 roundings for each step */
    moments<<<r->grid, r->block, 0, r->stream>>>(r->in_float, (part *)r->partial, r->n);
    moments_of_blocks<<<1, r->block, 0, r->stream>>>(r->in_float, (const part *)r->partial, r->result_float, r->grid, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise36", LESSON_FLOAT | LESSON_PAIRS | LESSON_INPUT_KINDS,
                                       "-n 0,1,2,31,33,257,1000,4097 -b 32,64,256");
    const struct lesson_check *check = &lesson_moments_by[LESSON_MERGED].check;
    exercise_checked(&e, "moments", check, LESSON_RANDOM, launch, 4, 1, 3);
    exercise_checked(&e, "moments of equal elements", check, LESSON_ZEROS, launch, 4, 2, 3);
    exercise_checked(&e, "moments far from 0", check, LESSON_FAR, launch, 4, 2, 3);
    exercise_checked(&e, "moments of large and small ones", check, LESSON_HOSTILE, launch, 4, 2, 3);
    return exercise_end(&e);
}
