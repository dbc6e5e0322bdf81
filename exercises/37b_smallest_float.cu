/* Exercise 37b: the smallest float (find the bug)
 *
 * This softmax has a warp for each row: it finds the maximum, then the sum of e^(x - max), and divides. It passed its tests,
 * and models were trained with it. Then there were rows of padding, with all elements pushed down by 10000, and all their
 * outputs were NaN. Libraries have shipped this bug; see docs/lessons/37_softmax.md.
 *
 * Required: right outputs for all inputs, and no mistake. The bug is in one line.
 */
#include "exercise.h"
#include "harness/check_softmax.h"
#include <float.h>

__device__ float warp_max(float x)
{
    for (unsigned d = 16; d > 0; d /= 2)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, d));
    return x;
}

__device__ float warp_sum(float x)
{
    for (unsigned d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}

/* ---- your code begins: whatever is wrong is in here ---- */
__global__ void softmax(const float *in, float *out, size_t n, size_t rows)
{
    size_t row = (size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    unsigned lane = threadIdx.x % 32;
    float max = FLT_MIN, sum = 0; /* the smallest float */
    if (row >= rows) /* all lanes of the warp leave together */
        return;
    in += row * n;
    out += row * n;
    for (size_t i = lane; i < n; i += 32)
        max = fmaxf(max, in[i]);
    max = warp_max(max);
    for (size_t i = lane; i < n; i += 32)
        sum += __expf(in[i] - max);
    sum = warp_sum(sum);
    for (size_t i = lane; i < n; i += 32)
        out[i] = __expf(in[i] - max) / sum;
}
/* ---- your code ends ---- */

static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->batch, r->block / 32);
    r->chain = r->n / 32 + 6;
    softmax<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->out_float, r->n, r->batch);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise37b", LESSON_FLOAT | LESSON_BATCH | LESSON_OUTPUT,
                                       "--batch 1,7 --row 1,2,33,257,1000 -b 32,256");
    exercise_checked(&e, "softmax", &lesson_softmax, LESSON_RANDOM, launch, 1, 3, 3);
    exercise_checked(&e, "softmax of negative numbers", &lesson_softmax, LESSON_NEGATIVE, launch, 1, 1, 3);
    exercise_checked(&e, "softmax of numbers far below 0", &lesson_softmax, LESSON_LOW, launch, 1, 1, 3);
    exercise_checked(&e, "softmax of large and small numbers", &lesson_softmax, LESSON_HOSTILE, launch, 1, 2, 3);
    exercise_checked(&e, "softmax of rows that are masked", &lesson_softmax, LESSON_MASKED, launch, 1, 2, 3);
    return exercise_end(&e);
}
