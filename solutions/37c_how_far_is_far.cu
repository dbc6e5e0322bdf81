/* Exercise 37c: how far is far (predict)
 *
 * Why does softmax subtract the maximum, and what happens to elements that lie far below it?
 *
 * Required: three whole numbers, without running anything. The largest float is about 3.4e38, and the smallest above 0 about
 * 1.4e-45 (a denormal). The largest half is 65504. The logarithm of 10 is 2.302585. See docs/lessons/37_softmax.md.
 */
#include "exercise.h"
#include <cuda_fp16.h>

/* ---- your code begins ---- */
static const double infinite_float = 89; /* 38.53 * 2.302585 = 88.72: the first x whose e^x is infinite in a float */
static const double infinite_half = 12; /* the same in a half: 4.816 * 2.302585 = 11.09 */
static const double zero_float = 104; /* half of 1.4e-45 is rounded to 0: 45.15 * 2.302585 = 103.97; so e^-x is 0 */
/* ---- your code ends ---- */

__global__ void find(float *found)
{
    int x = 1;
    while (!isinf(expf((float)x)))
        x++;
    found[0] = (float)x;
    for (x = 1; !isinf(__half2float(__float2half(expf((float)x))));)
        x++;
    found[1] = (float)x;
    for (x = 1; expf(-(float)x) > 0;)
        x++;
    found[2] = (float)x;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise37c", LESSON_INT);
    float *there, found[3];
    CUDA_CHECK(cudaMalloc(&there, sizeof found));
    find<<<1, 1>>>(there);
    CUDA_CHECK(cudaMemcpy(found, there, sizeof found, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(there));
    exercise_predict_value(&e, "e^x infinite in a float, from x =", infinite_float, found[0], 0, 1);
    exercise_predict_value(&e, "e^x infinite in a half, from x =", infinite_half, found[1], 0, 1);
    exercise_predict_value(&e, "e^-x zero in a float, from x =", zero_float, found[2], 0, 2);
    return exercise_end(&e);
}
