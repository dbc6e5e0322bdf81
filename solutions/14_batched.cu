/* Exercise 14: a block a row, a sum in every thread (fill the gap)
 *
 * The input is gridDim.x rows of n elements, one after another, and block i adds up row i.
 * thread_sum is there: it adds up elements threadIdx.x, threadIdx.x + blockDim.x, ... of a row. You
 * find the beginning of the row and write lesson 14's v2: shuffles in each warp, then every thread
 * adds up the sums of the warps. In the end all threads have the sum; here the last one stores it.
 *
 * Required: right sums for any number of rows and any n, no mistake, and in a block of 256 one
 * barrier, 40 shuffles and at most 64 shared load requests. See docs/lessons/14_batched.md.
 */
#include "exercise.h"

enum { LOADS = 4 };

__device__ float thread_sum(const float *row, size_t n)
{
    size_t stride = blockDim.x;
    float sum = 0, x[LOADS];
    for (size_t i = threadIdx.x; i < n; i += LOADS * stride) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            x[k] = i + k * stride < n ? row[i + k * stride] : 0;
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            sum += x[k];
    }
    return sum;
}

__global__ void batched_reduce_sum_v2(const float *in, float *sums, size_t n)
{
    float sum;
/* ---- your code begins: about 10 lines ---- */
    __shared__ float warp_sums[32];
    sum = thread_sum(in + blockIdx.x * n, n); /* n is a size_t, so the product is one, too */
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0) /* only lane 0 has the sum of its warp */
        warp_sums[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0; /* this warp's own sum is among the warps' sums */
    for (unsigned warp = 0; warp < blockDim.x / 32; warp++)
        sum += warp_sums[warp]; /* all lanes read one word: a broadcast */
/* ---- your code ends ---- */

    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = sum;
}

static void launch(struct reduction *r)
{
    r->grid = r->batch;
    r->chain = r->n / r->block + r->block / 32;
    batched_reduce_sum_v2<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise14", LESSON_FLOAT | LESSON_BATCH,
                                       "-n 1,2,33,1000,4097,20011" EXERCISE_LARGE
                                       " -b 32,64,256,1024 --batch 1,3,17");
    exercise_sums(&e, "batched_reduce_sum_v2", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 2048, 256, 8);
    exercise_at_most(&e, "global load requests per block", 64, 1);
    exercise_at_most(&e, "barriers per block", 1, 2);
    exercise_at_most(&e, "shared load requests per block", 64, 3);
    exercise_at_most(&e, "shuffles per block", 40, 3);
    return exercise_end(&e);
}
