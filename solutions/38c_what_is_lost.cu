/* Exercise 38c: what is lost (predict)
 *
 * People have shipped norms that lose a number to rounding, in three ways: they compute the variance in float as the mean
 * of the squares minus the square of the mean; they keep elements or sums in bfloat16; they turn epsilon into a half.
 *
 * Required: three whole numbers, without running anything. A float has 24 bits, a bfloat16 8, and the smallest half above 0 is
 * 6e-8, 2^-24. See docs/lessons/38_row_norms.md.
 */
#include "exercise.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* ---- your code begins ---- */
static const double no_variance = 4096; /* elements m - 1 and m + 1: m^2 + 1 is m^2, from 2^24 on: the smallest such power of two */
static const double no_successor = 256; /* the smallest power of two m for which m + 1 is m in bfloat16: 257 has 9 bits */
static const double no_epsilon = 8; /* the smallest whole k for which 10^-k is 0 in a half: less than 3e-8 */
/* ---- your code ends ---- */

__global__ void find(float *found)
{
    float m = 1;
    while (((m - 1) * (m - 1) + (m + 1) * (m + 1)) / 2 - m * m > 0)
        m *= 2;
    found[0] = m;
    for (m = 1; __bfloat162float(__float2bfloat16(m + 1)) > m;)
        m *= 2;
    found[1] = m;
    int k = 0;
    for (float epsilon = 1; __half2float(__float2half(epsilon)) > 0; epsilon /= 10)
        k++;
    found[2] = (float)k;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise38c", LESSON_INT);
    float *there, found[3];
    CUDA_CHECK(cudaMalloc(&there, sizeof found));
    find<<<1, 1>>>(there);
    CUDA_CHECK(cudaMemcpy(found, there, sizeof found, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(there));
    exercise_predict_value(&e, "m - 1 and m + 1 without a variance, from m =", no_variance, found[0], 0, 1);
    exercise_predict_value(&e, "m + 1 is m in bfloat16, from m =", no_successor, found[1], 0, 2);
    exercise_predict_value(&e, "10^-k is 0 in a half, from k =", no_epsilon, found[2], 0, 3);
    return exercise_end(&e);
}
