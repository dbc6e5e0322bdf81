/* Exercise 34b: simplified (find the bug)
 *
 * Each thread adds up with Kahan's compensation: `lost` is what the sum has got too much of the last element, and is taken
 * off the next one. Somebody shortened a line. In algebra it is still the same, and all tests with few elements passed. With
 * many equal elements the sum is as far off as without any compensation. A compiler that may calculate as in algebra makes
 * the same change, silently: see docs/lessons/34_float_accuracy.md.
 *
 * Required: sums of one block of 32 threads, each with hundreds of elements, within the bound of Kahan's method.
 */
#include "exercise.h"

/* ---- your code begins: whatever is wrong is in here ---- */
__device__ void add(float *sum, float *lost, float x)
{
    float y = x - *lost;
    float now = *sum + y;
    *lost = (now - *sum) - y;
    *sum = now;
}
/* ---- your code ends ---- */

__global__ void sum_up(const float *in, float *result, size_t n)
{
    float sum = 0, lost = 0;
    for (size_t i = threadIdx.x; i < n; i += 32)
        add(&sum, &lost, in[i]);
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        *result = sum;
}

static void launch(struct reduction *r)
{
    r->grid = 1;
    r->plain = 5; /* the shuffles add plainly */
    r->chain = r->n / 32 + 6;
    sum_up<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise34b", LESSON_FLOAT | LESSON_INPUT_KINDS,
                                       "-n 0,1,33,1000,20000,50000 -b 32");
    exercise_method(&e, "sum_up", LESSON_KAHAN, LESSON_RANDOM, launch, 1, 1, 3);
    exercise_method(&e, "sum_up of equal elements", LESSON_KAHAN, LESSON_EQUAL, launch, 1, 2, 3);
    exercise_method(&e, "sum_up of elements that cancel", LESSON_KAHAN, LESSON_CANCELLING, launch, 1, 2, 3);
    exercise_count(&e, launch, 1, 16384, 32);
    exercise_at_most(&e, "global load requests", 512, 3);
    return exercise_end(&e);
}
