/* Exercise 32b: it was right in float (find the bug)
 *
 * A sum of floats should become a sum of halfs, to read half as many bytes. "float became __half, the rest stays as
 * it is." Small arrays were nearly right. Large ones are far off, and sums of positive numbers stop growing or are
 * infinite. Libraries have shipped this: see docs/lessons/32_any_operator.md.
 *
 * Required: the sum of n halfs, as a float, within the rounding of a float sum, for random and for negative elements.
 * No mistake. The bug is in more than one line.
 */
#include "exercise.h"
#include <cuda_fp16.h>

/* ---- your code begins: whatever is wrong is in here ---- */
typedef float partial_sum; /* what blocks leave behind */

__device__ float thread_sum(const __half *in, size_t i, size_t n, size_t stride)
{
    float sum = 0;
    for (; i < n; i += stride)
        sum = sum + __half2float(in[i]);
    return sum;
}

__device__ float warp_sum(float sum)
{
    for (unsigned d = 16; d > 0; d /= 2)
        sum = sum + __shfl_xor_sync(0xffffffffu, sum, d);
    return sum;
}
/* ---- your code ends ---- */

__global__ void sum_halfs(const __half *in, partial_sum *partial, size_t n)
{
    __shared__ partial_sum of_warp[32];
    unsigned tid = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    if (tid < 32)
        of_warp[tid] = 0.0f;
    __syncthreads();
    partial_sum sum = warp_sum(thread_sum(in, (size_t)blockIdx.x * blockDim.x + tid, n, stride));
    if (tid % 32 == 0)
        of_warp[tid / 32] = sum;
    __syncthreads();
    sum = warp_sum(of_warp[tid % 32]);
    if (tid == 0)
        partial[blockIdx.x] = sum;
}

/* One warp adds up what the blocks left. */
__global__ void sum_partials(const partial_sum *partial, float *result, unsigned blocks)
{
    partial_sum sum = 0.0f;
    for (unsigned i = threadIdx.x; i < blocks; i += 32)
        sum = sum + partial[i];
    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        *result = sum;
}

static void launch(struct reduction *r)
{
    sum_halfs<<<r->grid, r->block, 0, r->stream>>>((const __half *)r->in, (partial_sum *)r->partial, r->n);
    sum_partials<<<1, 32, 0, r->stream>>>((const partial_sum *)r->partial, r->result_float, r->grid);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise32b", LESSON_HALF | LESSON_OPERATORS,
                                       "-n 1,2,31,33,257,1000,4097,33333 -b 32,256,1024");
    exercise_operator(&e, "sum_halfs", LESSON_SUM, LESSON_RANDOM, launch, 4, 1, 3);
    exercise_operator(&e, "sum_halfs of negative numbers", LESSON_SUM, LESSON_NEGATIVE, launch, 4, 2, 3);
    exercise_count(&e, launch, 4, 16384, 256);
    exercise_at_most(&e, "global load requests", 513, 3);
    return exercise_end(&e);
}
