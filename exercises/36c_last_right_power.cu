/* Exercise 36c: the last right power (predict)
 *
 * Take two floats, M - 1 and M + 1, where M = 2^k. Their mean is M, and their variance 1. Operations on floats are done one
 * by one, and each result is rounded to 24 bits, half-way cases to the even neighbour:
 *
 *     naive        ((M - 1) * (M - 1) + (M + 1) * (M + 1)) / 2 - M * M
 *     two passes   ((M - 1 - m) * (M - 1 - m) + (M + 1 - m) * (M + 1 - m)) / 2, where m = ((M - 1) + (M + 1)) / 2
 *
 * Required: without running anything, the largest k for which each of them gives 1, and what naive gives for the next k.
 * See docs/lessons/36_mean_variance.md.
 */
#include "exercise.h"

/* ---- your code begins ---- */
static const double naive_is_right_to = EXERCISE_UNKNOWN;
static const double two_passes_are_right_to = EXERCISE_UNKNOWN;
static const double naive_after_that = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

__global__ void variances(float *naive, float *two_passes)
{
    float large = 1;
    for (int k = 0; k < 32; k++) {
        float a = __fadd_rn(large, -1), b = __fadd_rn(large, 1), m = __fmul_rn(__fadd_rn(a, b), 0.5f);
        float of_squares = __fmul_rn(__fadd_rn(__fmul_rn(a, a), __fmul_rn(b, b)), 0.5f);
        float da = __fadd_rn(a, -m), db = __fadd_rn(b, -m);
        naive[k] = __fadd_rn(of_squares, -__fmul_rn(m, m));
        two_passes[k] = __fmul_rn(__fadd_rn(__fmul_rn(da, da), __fmul_rn(db, db)), 0.5f);
        large = __fmul_rn(large, 2);
    }
}

static int last_right(const float *variance)
{
    int k = 0;
    while (k < 31 && variance[k + 1] == 1)
        k++;
    return k;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise36c", LESSON_INT);
    float variance[64], *there;
    CUDA_CHECK(cudaMalloc(&there, sizeof variance));
    variances<<<1, 1>>>(there, there + 32);
    CUDA_CHECK(cudaMemcpy(variance, there, sizeof variance, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(there));
    exercise_predict_value(&e, "naive, the last right k", naive_is_right_to, last_right(variance), 0, 1);
    exercise_predict_value(&e, "two passes, the last right k", two_passes_are_right_to, last_right(variance + 32), 0, 2);
    exercise_predict_value(&e, "naive, for the k after that", naive_after_that, variance[last_right(variance) + 1], 0, 3);
    return exercise_end(&e);
}
