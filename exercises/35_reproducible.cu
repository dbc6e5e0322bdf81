/* Exercise 35: reproducible (fill the gap)
 *
 * This kernel adds up floats in fixed point. `largest` has already found the bits of the largest |x|, and `unit_for` makes
 * the unit from them: 2^unit, such that every |x| is less than 2^30 units.
 *
 * Required: `to_units` gives x in units, rounded to the nearest whole number (halves to the even one). `total` is the type
 * in which threads and blocks add up: any order must give the same bits, for up to 2^33 elements. `from_units` gives the
 * sum as a float. The result must equal the exact sum of these whole numbers, rounded once, at any grid and block, and with
 * the elements in reverse order. Elements here are finite, and 2^-60 or more. See docs/lessons/35_reproducible.md.
 */
#include "exercise.h"

/* ---- your code begins ---- */
typedef float total;

__device__ total to_units(float x, int unit)
{
    return x;
}

__device__ float from_units(total sum, int unit)
{
    return sum;
}
/* ---- your code ends ---- */

__device__ int unit_for(int bits) { return (bits >> 23) - 127 + 1 - 30; }

/* *bits must be 0 before. Finds the largest, whatever the order. */
__global__ void largest(const float *in, size_t n, int *bits)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    int most = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        most = max(most, __float_as_int(in[i]) & 0x7fffffff);
    atomicMax(bits, most);
}

/* Each block's total goes to sums[blockIdx.x]; one more block adds those up. */
template <class T, class Take> __device__ total block_total(const T *in, size_t n, Take take)
{
    __shared__ total totals[1024];
    unsigned tid = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    total sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += stride)
        sum += take(in[i]);
    totals[tid] = sum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            totals[tid] += totals[tid + s];
        __syncthreads();
    }
    return totals[0];
}

__global__ void add_elements(const float *in, size_t n, const int *bits, total *sums)
{
    int unit = unit_for(*bits);
    total sum = block_total(in, n, [=](float x) { return to_units(x, unit); });
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

__global__ void add_sums(const total *sums, unsigned blocks, const int *bits, float *result)
{
    total sum = block_total(sums, blocks, [](total x) { return x; });
    if (threadIdx.x == 0)
        *result = from_units(sum, unit_for(*bits));
}

static void launch(struct reduction *r)
{
    total *sums = (total *)r->partial;
    int *bits = r->scratch;
    CUDA_CHECK(cudaMemsetAsync(bits, 0, sizeof *bits, r->stream));
    largest<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, bits);
    add_elements<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, bits, sums);
    add_sums<<<1, r->block, 0, r->stream>>>(sums, r->grid, bits, r->result_float);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise35", LESSON_FLOAT | LESSON_INPUT_KINDS | LESSON_WIDE_PARTIALS,
                                       "-n 1,2,31,33,1000,4096,9000 -b 32,64,256");
    exercise_method(&e, "sum", LESSON_FIXED_POINT, LESSON_RANDOM, launch, 4, 1, 3);
    exercise_method(&e, "sum of elements that cancel", LESSON_FIXED_POINT, LESSON_CANCELLING, launch, 4, 2, 3);
    exercise_method(&e, "sum of equal elements", LESSON_FIXED_POINT, LESSON_EQUAL, launch, 4, 3, 3);
    return exercise_end(&e);
}
