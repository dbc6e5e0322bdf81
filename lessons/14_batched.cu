/* Lesson 14: batched
 *
 * Here are many sums: `batch` rows of n elements, and the sum of each. Rows do not depend on each
 * other, so each block takes one, and no partial sums are left over.
 *
 *     v1          a block per row; tree in shared memory
 *     v2          a block per row; shuffles in each warp, then every thread adds up the warps'
 *                 sums: all lanes read the same word, a broadcast, and all know the sum in the end
 *     by_shape    v2, but the host chooses the number of threads from the length of the rows. It
 *                 cuts long rows into pieces, a block each; then v2 adds up the pieces' sums
 */
#include "lesson.h"
#include "lesson_cub.h"

enum {
    LOADS = 8,       /* that a thread starts before it needs the first of them */
    SM_BLOCKS = 128, /* by_shape cuts rows until there are about as many blocks for each SM, ... */
    PIECES = 4       /* ... if each row makes so many pieces: fewer are not worth a second launch */
};

/* What a thread adds up: elements threadIdx.x, threadIdx.x + blockDim.x, ... of a row. */
__device__ float thread_sum(const float *row, size_t n)
{
    unsigned stride = blockDim.x;
    float x[LOADS];
    float sum = 0;

    for (size_t begin = 0; begin < n; begin += LOADS * stride) {
        const float *here = row + begin;
        unsigned left = min(n - begin, (size_t)LOADS * stride);
        unsigned i = threadIdx.x; /* counts from `here`, so 32 bits are enough */
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++) {
            x[k] = i < left ? here[i] : 0;
            i += stride;
        }
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            sum += x[k];
    }
    return sum;
}

__global__ void batched_reduce_sum_v1(const float *in, float *sums, size_t n)
{
    extern __shared__ float shared[];
    unsigned tid = threadIdx.x;

    shared[tid] = thread_sum(in + blockIdx.x * n, n);
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            shared[tid] += shared[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = shared[0];
}

/* A block has one of the `pieces` of a row: `length` elements, or fewer if it is the last. */
__global__ void batched_reduce_sum_v2(const float *in, float *sums, size_t n, unsigned pieces,
                                      size_t length)
{
    __shared__ float warp_sums[32];
    size_t begin = blockIdx.x % pieces * length;
    size_t left = n - begin;
    const float *piece = in + blockIdx.x / pieces * n + begin;
    float sum = thread_sum(piece, left < length ? left : length);

    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0)
        warp_sums[threadIdx.x / 32] = sum;
    __syncthreads();

    sum = 0;
    for (unsigned warp = 0; warp < blockDim.x / 32; warp++)
        sum += warp_sums[warp];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

static void launch_v1(struct reduction *r)
{
    r->grid = r->batch;
    batched_reduce_sum_v1<<<r->grid, r->block, r->block * sizeof(float), r->stream>>>(
        r->in_float, r->result_float, r->n);
}

static void launch_v2(struct reduction *r)
{
    r->grid = r->batch;
    r->chain = r->n / r->block + r->block / 32; /* a thread's elements, then the warps' sums */
    batched_reduce_sum_v2<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n,
                                                               1, r->n);
}

/* Threads for a row of n elements: one warp, or more if each of them gets LOADS elements. */
static unsigned threads_for(size_t n, unsigned most)
{
    unsigned threads = 32;
    while (threads < most && threads * LOADS < n)
        threads *= 2;
    return threads;
}

static void launch_by_shape(struct reduction *r)
{
    const float *rows = r->in_float;
    size_t n = r->n;
    size_t feeds_block = LOADS * r->block;
    unsigned wanted = SM_BLOCKS * r->sm_count / r->batch; /* pieces of a row */

    r->grid = r->batch;
    r->chain = LOADS;
    if (wanted >= PIECES && n > feeds_block) {
        size_t length = feeds_block * blocks_for(n, feeds_block * wanted);
        unsigned pieces = blocks_for(n, length);

        r->grid = r->batch * pieces;
        batched_reduce_sum_v2<<<r->grid, r->block, 0, r->stream>>>(rows, r->partial_float, n,
                                                                   pieces, length);
        rows = r->partial_float; /* now a row is the sums of its pieces */
        n = pieces;
    }
    batched_reduce_sum_v2<<<r->batch, threads_for(n, r->block), 0, r->stream>>>(
        rows, r->result_float, n, 1, n);
}

static const struct lesson_about about = {
    .title = "batched",
    .part = "III",
    .step_from = "lesson13",
    .offers = LESSON_FLOAT | LESSON_BATCH,
    .defaults = "-n 2^29 --batch 2048",
    .bench = "-b 256,512 --batch 1,4,16,64,256,1024,2048,4096,8192,16384,65536,262144,524288",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "batched_reduce_sum_v1", launch_v1, LOADS);
    lesson_run(&l, "batched_reduce_sum_v2", launch_v2, LOADS);
    lesson_run(&l, "batched_reduce_sum_by_shape", launch_by_shape, LOADS);
    lesson_run_library(&l, "cub_segmented_reduce", lesson_cub_segmented_sum);
    return lesson_end(&l);
}
