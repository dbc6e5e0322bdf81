/* Exercise 34c: what is left (predict)
 *
 * One thread adds up floats, one after another, in five ways. A float has 24 bits: from 2^24 = 16777216 to 2^25 there are
 * only even numbers. A result half way between two floats becomes the one whose last bit is 0.
 *
 * Required: the five sums, without running anything. See docs/lessons/34_float_accuracy.md.
 */
#include "exercise.h"

/* ---- your code begins ---- */
static const double many_in_order = 16777216;  /* 2^25 times 0.75 */
static const double many_by_kahan = 25165824;  /* the same, with Kahan's compensation */
static const double large_first = 16777216;    /* 2^24, then 1000 times 1 */
static const double large_last = 16778216;     /* 1000 times 1, then 2^24 */
static const double kahan_there_and_back = 0; /* 1, 2^30, -2^30, by Kahan's */
/* ---- your code ends ---- */

enum { RESULTS = 5 };

struct kahan { float sum, lost; };

__device__ void add(struct kahan *k, float x)
{
    float y = x - k->lost, sum = k->sum + y;
    k->lost = (sum - k->sum) - y;
    k->sum = sum;
}

__global__ void sums(float *result)
{
    float sum = 0;
    struct kahan many = {0, 0}, back = {0, 0};
    for (int i = 0; i < 1 << 25; i++)
        sum += 0.75f;
    result[0] = sum;
    for (int i = 0; i < 1 << 25; i++)
        add(&many, 0.75f);
    result[1] = many.sum;
    sum = 16777216;
    for (int i = 0; i < 1000; i++)
        sum += 1;
    result[2] = sum;
    sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += 1;
    result[3] = sum + 16777216;
    add(&back, 1);
    add(&back, 0x1p30f);
    add(&back, -0x1p30f);
    result[4] = back.sum;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise34c", LESSON_FLOAT);
    float *there, found[RESULTS];
    CUDA_CHECK(cudaMalloc(&there, sizeof found));
    sums<<<1, 1>>>(there);
    CUDA_CHECK(cudaMemcpy(found, there, sizeof found, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(there));
    exercise_predict_value(&e, "2^25 times 0.75, in order", many_in_order, found[0], 0, 1);
    exercise_predict_value(&e, "2^25 times 0.75, by Kahan's method", many_by_kahan, found[1], 0, 1);
    exercise_predict_value(&e, "2^24 first", large_first, found[2], 0, 2);
    exercise_predict_value(&e, "2^24 last", large_last, found[3], 0, 2);
    exercise_predict_value(&e, "1 + 2^30 - 2^30, by Kahan's method", kahan_there_and_back, found[4], 0, 3);
    return exercise_end(&e);
}
