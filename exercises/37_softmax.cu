/* Exercise 37: softmax (fill the gap)
 *
 * One pass over the row finds two numbers: its maximum, and the sum of e^(x - max). Whenever two parts of the row meet,
 * they are merged: a thread's elements so far and one more, or the parts of two threads.
 *
 * Required: `merge`. The two parts may have different maxima. Either of them, or both, may have no elements yet, or only
 * -infinity. In a row of numbers and -infinity, the output is 0 for each -infinity, and the others add up to 1. A NaN makes
 * the whole row NaN, and so does +infinity, if `merge` finds it as the maximum. No e^x may overflow. See
 * docs/lessons/37_softmax.md.
 */
#include "exercise.h"
#include "harness/check_softmax.h"

/* A part of a row: {-INFINITY, 0} if it has no elements, {x, 1} if it has one. */
struct part {
    float max, sum;
};

__device__ part merge(part a, part b)
{
    /* ---- your code begins: about 5 lines ---- */
    return {b.max, a.sum + b.sum};
    /* ---- your code ends ---- */
}

/* One block for each row. */
__global__ void softmax(const float *in, float *out, size_t n)
{
    __shared__ part parts[1024];
    unsigned tid = threadIdx.x;
    const float *row = in + blockIdx.x * n;
    part all = {-INFINITY, 0};

    for (size_t i = tid; i < n; i += blockDim.x)
        all = merge(all, {row[i], 1});
    parts[tid] = all;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            parts[tid] = merge(parts[tid], parts[tid + s]);
        __syncthreads();
    }
    all = parts[0];
    float factor = 1 / (all.sum + (all.max - all.max)); /* an infinite maximum minus itself is a NaN */
    for (size_t i = tid; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = __expf(row[i] - all.max) * factor;
}

static void launch(struct reduction *r)
{
    r->grid = r->batch;
    r->chain = 8 * (r->n / r->block + 11); /* a merge for each addition */
    softmax<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->out_float, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise37", LESSON_FLOAT | LESSON_BATCH | LESSON_OUTPUT,
                                       "--batch 1,7 --row 1,2,33,257,1000 -b 32,256");
    exercise_checked(&e, "softmax", &lesson_softmax, LESSON_RANDOM, launch, 1, 1, 3);
    exercise_checked(&e, "softmax of large and small numbers", &lesson_softmax, LESSON_HOSTILE, launch, 1, 1, 3);
    exercise_checked(&e, "softmax of numbers far below 0", &lesson_softmax, LESSON_LOW, launch, 1, 1, 3);
    exercise_checked(&e, "softmax of rows that are masked", &lesson_softmax, LESSON_MASKED, launch, 1, 2, 3);
    exercise_checked(&e, "softmax with NaNs", &lesson_softmax, LESSON_NAN, launch, 1, 3, 3);
    exercise_checked(&e, "softmax with infinities", &lesson_softmax, LESSON_INFINITIES, launch, 1, 2, 3);
    return exercise_end(&e);
}
