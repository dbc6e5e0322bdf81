/* Lesson 15: large arrays
 *
 * With a block per row, one long row is one block on one SM. So look at the same memory in another
 * way: `batch` rows of n elements are also k * batch rows of n / k.
 *
 *     1 row of 8 elements                 0 1 2 3 4 5 6 7
 *     reshaped: 4 rows of 2               0 1 | 2 3 | 4 5 | 6 7
 *     reduced: 4 sums, 1 row of 4         01 23 45 67              and again, and again
 *
 *     reshape     the kernel for batches, again and again until each row has one element
 *     atomics     the same pieces, and each block adds its sum to its row's result: one launch
 */
#include "lesson.h"

enum { LOADS = 16 };

/* The sum of this block's piece, in every thread. A row is `pieces` of `length` elements, which is
 * less than 2^32; the last is shorter when n is no multiple of length. */
__device__ float piece_sum(const float *in, size_t n, unsigned pieces, size_t length)
{
    __shared__ float warp_sums[32];
    size_t begin = blockIdx.x % pieces * length;
    const float *piece = in + blockIdx.x / pieces * n + begin;
    unsigned count = n - begin < length ? n - begin : length;
    unsigned i = threadIdx.x;
    float x[LOADS];
    float sum = 0;

    while (i < count) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++) {
            x[k] = i < count ? piece[i] : 0;
            i += blockDim.x;
        }
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            sum += x[k];
    }
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0)
        warp_sums[threadIdx.x / 32] = sum;
    __syncthreads();

    sum = 0;
    for (unsigned warp = 0; warp < blockDim.x / 32; warp++)
        sum += warp_sums[warp];
    return sum;
}

__global__ void large_array_reshape(const float *in, float *sums, size_t n, unsigned pieces,
                                    size_t length)
{
    float sum = piece_sum(in, n, pieces, length);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

__global__ void large_array_atomics(const float *in, float *result, size_t n, unsigned pieces,
                                    size_t length)
{
    float sum = piece_sum(in, n, pieces, length);
    if (threadIdx.x == 0)
        atomicAdd(&result[blockIdx.x / pieces], sum);
}

static void launch_reshape(struct reduction *r)
{
    size_t length = (size_t)r->block * r->elements_per_thread;
    size_t n = r->n;
    unsigned pieces = blocks_for(n, length);
    const float *from = r->in_float;
    float *to = r->partial_float;

    r->grid = r->batch * pieces;
    while (pieces > 1) {
        large_array_reshape<<<r->batch * pieces, r->block, 0, r->stream>>>(from, to, n, pieces,
                                                                           length);
        n = pieces; /* each row is now the sums of its pieces */
        pieces = blocks_for(n, length);
        from = to;
        to = from == r->partial_float ? r->scratch_float : r->partial_float;
    }
    large_array_reshape<<<r->batch, r->block, 0, r->stream>>>(from, r->result_float, n, 1, length);
}

static void launch_atomics(struct reduction *r)
{
    size_t length = (size_t)r->block * r->elements_per_thread;
    unsigned pieces = blocks_for(r->n, length);

    r->grid = r->batch * pieces;
    r->chain = pieces; /* additions to one result, one after another */
    CUDA_CHECK(cudaMemsetAsync(r->result_float, 0, r->batch * sizeof(float), r->stream));
    large_array_atomics<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n,
                                                             pieces, length);
}

static const struct lesson_about about = {
    .title = "large arrays",
    .part = "III",
    .step_from = "lesson14",
    .offers = LESSON_FLOAT | LESSON_BATCH,
    .defaults = "-n 2^29 --batch 1,8",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "large_array_reshape", launch_reshape, 128);
    lesson_run(&l, "large_array_atomics", launch_atomics, 128);
    lesson_compare_runs(&l, "large_array_reshape", launch_reshape, 128, 20);
    lesson_compare_runs(&l, "large_array_atomics", launch_atomics, 128, 20);
    return lesson_end(&l);
}
