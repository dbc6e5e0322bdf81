/* Exercise 13e: what do shuffles save? (predict)
 *
 * Both kernels are right. The page of lesson 13 counts what they do in a block of 256. Predict what
 * reduce_shuffle_down does in a block of 512: how many barriers does it pass, how many store and
 * load requests do its warps make to shared memory, and how often do they shuffle? (A warp that
 * shuffles once counts as one, however many of its lanes take part. A request counts in the same
 * way.) And how often do the warps of reduce_shuffle_xor shuffle in a block of 128?
 *
 * Only the blocks of these two kernels count, not those of finish(). See
 * docs/lessons/13_warp_shuffle.md.
 */
#include "exercise.h"

#define ALL_LANES 0xffffffffu

/* ---- your code begins: five numbers ---- */
static const int barriers = EXERCISE_UNKNOWN;
static const int shared_stores = EXERCISE_UNKNOWN;
static const int shared_loads = EXERCISE_UNKNOWN;
static const int shuffles_down = EXERCISE_UNKNOWN;
static const int shuffles_xor = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

__device__ float thread_sum(const float *in, size_t n)
{
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + threadIdx.x;
    return (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
}

__global__ void reduce_shuffle_down(const float *in, float *partial, size_t n)
{
    __shared__ float warp_sums[32];
    unsigned tid = threadIdx.x, warps = blockDim.x / 32;
    float sum = thread_sum(in, n);
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, d);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = tid < warps ? warp_sums[tid] : 0;
        for (unsigned d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, d);
        if (tid == 0)
            partial[blockIdx.x] = sum;
    }
}

__global__ void reduce_shuffle_xor(const float *in, float *partial, size_t n)
{
    __shared__ float warp_sums[32];
    unsigned tid = threadIdx.x, warps = blockDim.x / 32;
    float sum = thread_sum(in, n);
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, d);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum;
    __syncthreads();
    if (tid < warps) {
        sum = warp_sums[tid];
        for (unsigned d = warps / 2; d > 0; d /= 2)
            sum += __shfl_xor_sync(ALL_LANES >> (32 - warps), sum, d);
        if (tid == 0)
            partial[blockIdx.x] = sum;
    }
}

template <void (*kernel)(const float *in, float *partial, size_t n)>
static void launch(struct reduction *r)
{
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->partial_float, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise13e", LESSON_FLOAT);
    exercise_sums(&e, "reduce_shuffle_down", launch<reduce_shuffle_down>, 2, 1, 1);
    exercise_sums(&e, "reduce_shuffle_xor", launch<reduce_shuffle_xor>, 2, 1, 1);
    exercise_count(&e, launch<reduce_shuffle_down>, 2, 4096, 512);
    exercise_predict(&e, "barriers per block", barriers, 1);
    exercise_predict(&e, "shared store requests per block", shared_stores, 2);
    exercise_predict(&e, "shared load requests per block", shared_loads, 2);
    exercise_predict(&e, "shuffles per block", shuffles_down, 3);
    exercise_count(&e, launch<reduce_shuffle_xor>, 2, 4096, 128);
    exercise_predict(&e, "shuffles per block", shuffles_xor, 3);
    return exercise_end(&e);
}
