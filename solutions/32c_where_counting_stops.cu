/* Exercise 32c: where counting stops (predict)
 *
 * One thread adds up ones, one after another, in a type that is too narrow for it. From some sum on, sum + 1 is sum.
 * Where? Then another order: threads add up in pairs, then pairs of pairs, as in a tree. How far does that get? Here
 * the largest 2^k counts, up to 2^20, whose ones add up to 2^k.
 *
 * Required: the four numbers, without running anything. A half has 11 bits, and its largest number is 65504. A
 * bfloat16 has 8 bits, and its largest number is about 3.4e38. See docs/lessons/32_any_operator.md.
 */
#include "exercise.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* ---- your code begins ---- */
static const double half_in_order = 2048; /* 2049 has 12 bits; the tie goes to the even neighbour */
static const double bfloat16_in_order = 256; /* the same with 8 bits */
static const double half_by_tree = 32768; /* 65536 would be infinite */
static const double bfloat16_by_tree = 1048576; /* powers of two need one bit; it would go on to 2^127 */
/* ---- your code ends ---- */

/* in_order: 100000 ones by one thread. By a tree: the largest 2^k up to 2^20 whose ones add up to 2^k. */
template <class T> __global__ void count(float *in_order, float *by_tree)
{
    T sum = 0.0f, of_pair = 1.0f;
    float exact = 1;
    for (int i = 0; i < 100000; i++)
        sum = sum + (T)1.0f;
    *in_order = (float)sum;
    for (int k = 0; k < 20 && (float)of_pair == exact; k++) {
        *by_tree = exact;
        of_pair = of_pair + of_pair;
        exact *= 2;
    }
    if ((float)of_pair == exact)
        *by_tree = exact;
}

template <class T> static void count_in(float counted[2])
{
    float *there;
    CUDA_CHECK(cudaMalloc(&there, 2 * sizeof *there));
    count<T><<<1, 1>>>(there, there + 1);
    CUDA_CHECK(cudaMemcpy(counted, there, 2 * sizeof *there, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(there));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise32c", LESSON_INT);
    float of_half[2], of_bfloat16[2];
    count_in<__half>(of_half);
    count_in<__nv_bfloat16>(of_bfloat16);
    exercise_predict_value(&e, "half, in order", half_in_order, of_half[0], 0, 1);
    exercise_predict_value(&e, "bfloat16, in order", bfloat16_in_order, of_bfloat16[0], 0, 1);
    exercise_predict_value(&e, "half, by a tree", half_by_tree, of_half[1], 0, 2);
    exercise_predict_value(&e, "bfloat16, by a tree", bfloat16_by_tree, of_bfloat16[1], 0, 3);
    return exercise_end(&e);
}
