/* Exercise 35b: another grid (find the bug)
 *
 * These sums are in fixed point, in 64-bit integers. So any order gives the same bits, somebody said, and in each run they
 * were the same, to the last bit. Then the program ran on another card, with another grid, and the last digits differed.
 *
 * Required: sums as harness/grid_sum.h defines them for fixed point, at any block and grid: each element is rounded to
 * a multiple of one unit, which follows from the largest |x|. Elements are finite, and 2^-60 or more. See
 * docs/lessons/35_reproducible.md.
 */
#include "exercise.h"
#include "lesson_block.h"

__device__ int size_bits(float x) { return __float_as_int(x) & 0x7fffffff; }
__device__ int exponent_of(int bits) { return (bits >> 23) - 127; }

/* Every thread gets the largest of the block. */
__device__ int block_largest(int most)
{
    return lesson_block_total(most, lesson_larger());
}

/* *bits must be 0 before. Finds the largest of all. */
__global__ void largest(const float *in, size_t n, int *bits)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    int most = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        most = max(most, size_bits(in[i]));
    most = block_largest(most);
    if (threadIdx.x == 0)
        atomicMax(bits, most);
}

/* The sum of the elements in[i], in[i + stride], ..., in units of 2^unit. */
__device__ long long units(const float *in, size_t i, size_t n, size_t stride, int unit)
{
    long long sum = 0;
    for (; i < n; i += stride)
        sum += __float2int_rn(ldexpf(in[i], -unit));
    return sum;
}

/* ---- your code begins: whatever is wrong is in here ---- */
/* most: bits of the largest element of all. *sum is a whole number of the units of `largest`, 2^(e - 29). */
__global__ void fixed_point(const float *in, size_t n, const int *most, unsigned long long *sum)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, stride = (size_t)gridDim.x * blockDim.x;
    int of_block = 0, of_all = exponent_of(*most) - 29;
    for (size_t k = i; k < n; k += stride)
        of_block = max(of_block, size_bits(in[k]));
    int unit = exponent_of(block_largest(of_block)) - 29;
    long long mine = units(in, i, n, stride, unit);
    mine = lesson_block_total(mine, lesson_plus());
    if (threadIdx.x == 0)
        atomicAdd(sum, (unsigned long long)(mine >> (of_all - unit)));
}
/* ---- your code ends ---- */

__global__ void to_float(const unsigned long long *sum, const int *most, float *result)
{
    *result = ldexpf((float)(long long)*sum, exponent_of(*most) - 29);
}

static void launch(struct reduction *r)
{
    unsigned long long *sum = (unsigned long long *)r->partial;
    int *most = r->scratch;
    CUDA_CHECK(cudaMemsetAsync(sum, 0, sizeof *sum, r->stream));
    CUDA_CHECK(cudaMemsetAsync(most, 0, sizeof *most, r->stream));
    largest<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, most);
    fixed_point<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, most, sum);
    to_float<<<1, 1, 0, r->stream>>>(sum, most, r->result_float);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise35b", LESSON_FLOAT | LESSON_INPUT_KINDS | LESSON_WIDE_PARTIALS,
                                       "-n 1,33,1000,4096,9000 -b 32,256");
    exercise_method(&e, "fixed_point", LESSON_FIXED_POINT, LESSON_RANDOM, launch, 1, 1, 3);
    exercise_method(&e, "fixed_point of elements that cancel", LESSON_FIXED_POINT, LESSON_CANCELLING, launch, 1, 2, 3);
    exercise_count(&e, launch, 1, 16384, 256);
    exercise_at_most(&e, "global load requests", 1538, 3);
    return exercise_end(&e);
}
