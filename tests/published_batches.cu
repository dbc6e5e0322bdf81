/* published_batches.cu: parts III and IV as they were published, to measure lessons 14, 17 and 18
 * against, and to look into. See published_in_place.cu: the forms are published, the words ours.
 *
 *     nvcc -O3 -arch=native -Icommon tests/published_batches.cu -o published_batches
 *     ./published_batches; ./published_batches --batch 1; ./lesson14; ./lesson17 --type float
 *
 * published_batched_reduce_sum_v1, _v2   one block a row, a plain loop over its elements. The block
 *                                        size is a template argument, so the compiler unrolls it
 * published_full_reduce_sum              one cooperative launch, one block per SM, 262144 elements
 *                                        of a block and a round; only with --batch 1. It has a
 *                                        race once a block takes a second share. Lesson 17's page
 *                                        shows it, so it stays
 * published_cooperative_reduction        as many blocks as fit, but no more partial sums than
 *                                        block 0 has threads; only with --batch 1. Its published
 *                                        mistakes are mended here; they are exercises 18b to 18f
 */
#include "lesson.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ float tree_sum(float *shared, float x)
{
    unsigned tid = threadIdx.x;
    shared[tid] = x;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            shared[tid] += shared[tid + s];
        __syncthreads();
    }
    return shared[0];
}

/* In every thread. Twice in a row only with a barrier between. */
__device__ float shuffle_sum(float x)
{
    __shared__ float warp_sums[32];
    for (unsigned d = 16; d > 0; d >>= 1)
        x += __shfl_down_sync(0xffffffff, x, d);
    if (threadIdx.x % 32 == 0)
        warp_sums[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0;
    for (unsigned w = 0; w < blockDim.x / 32; w++)
        x += warp_sums[w];
    return x;
}

__device__ float strided_sum(const float *in, size_t n, size_t first, size_t stride)
{
    float sum = 0;
    for (size_t i = first; i < n; i += stride)
        sum += in[i];
    return sum;
}

template <unsigned block>
__global__ void published_batched_reduce_sum_v1(const float *in, float *out, size_t n)
{
    __shared__ float shared[block];
    float sum = tree_sum(shared, strided_sum(in + blockIdx.x * n, n, threadIdx.x, block));
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

template <unsigned block>
__global__ void published_batched_reduce_sum_v2(const float *in, float *out, size_t n)
{
    float sum = shuffle_sum(strided_sum(in + blockIdx.x * n, n, threadIdx.x, block));
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

template <unsigned block>
__global__ void published_full_reduce_sum(const float *in, float *a, float *b, float *out, size_t n)
{
    const size_t share = 262144;
    __shared__ float shared[block];
    for (float *to = a;; to = to == a ? b : a) {
        size_t shares = (n + share - 1) / share;
        if (shares == 1)
            to = out;
        for (size_t c = blockIdx.x; c < shares; c += gridDim.x) {
            size_t left = n - c * share;
            float sum = tree_sum(shared, strided_sum(in + c * share, left < share ? left : share,
                                                     threadIdx.x, block));
            if (threadIdx.x == 0)
                to[c] = sum;
        } /* no barrier: the next share's first store meets the last reads of this one's sum */
        if (shares == 1)
            return;
        cg::this_grid().sync();
        in = to;
        n = shares;
    }
}

__global__ void published_cooperative_reduction(const float *in, float *partial, float *out,
                                                size_t n)
{
    extern __shared__ float shared[];
    cg::grid_group grid = cg::this_grid();
    float sum = tree_sum(shared, strided_sum(in, n, grid.thread_rank(), grid.size()));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    grid.sync();
    if (blockIdx.x > 0)
        return;
    sum = tree_sum(shared, threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0);
    if (threadIdx.x == 0)
        *out = sum;
}

static void launch_v1(struct reduction *r)
{
    r->grid = r->batch;
    auto kernel = lesson_kernel_for(
        r->block, published_batched_reduce_sum_v1<32>, published_batched_reduce_sum_v1<64>,
        published_batched_reduce_sum_v1<128>, published_batched_reduce_sum_v1<256>,
        published_batched_reduce_sum_v1<512>, published_batched_reduce_sum_v1<1024>);
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n);
}

static void launch_v2(struct reduction *r)
{
    r->grid = r->batch;
    auto kernel = lesson_kernel_for(
        r->block, published_batched_reduce_sum_v2<32>, published_batched_reduce_sum_v2<64>,
        published_batched_reduce_sum_v2<128>, published_batched_reduce_sum_v2<256>,
        published_batched_reduce_sum_v2<512>, published_batched_reduce_sum_v2<1024>);
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n);
}

static void launch_full(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->scratch, &r->result, &r->n};
    auto kernel = lesson_kernel_for(r->block, published_full_reduce_sum<32>,
                                    published_full_reduce_sum<64>, published_full_reduce_sum<128>,
                                    published_full_reduce_sum<256>, published_full_reduce_sum<512>,
                                    published_full_reduce_sum<1024>);
    lesson_cooperative_grid(r, 1, r->sm_count);
    CUDA_CHECK(cudaLaunchCooperativeKernel(kernel, r->grid, r->block, arguments, 0, r->stream));
}

static void launch_cooperative(struct reduction *r)
{
    int per_sm = 0;
    size_t shared = r->block * sizeof(float);
    void *arguments[] = {&r->in, &r->partial, &r->result, &r->n};
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &per_sm, published_cooperative_reduction, r->block, shared));
    lesson_cooperative_grid(r, per_sm, r->block);
    CUDA_CHECK(cudaLaunchCooperativeKernel(published_cooperative_reduction, r->grid, r->block,
                                           arguments, shared, r->stream));
}

static const struct lesson_about about = {
    .title = "parts III and IV as published",
    .offers = LESSON_FLOAT | LESSON_BATCH,
    .defaults = "--batch 2048",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about, "published.cu");
    lesson_run(&l, "published_batched_reduce_sum_v1", launch_v1, 1);
    lesson_run(&l, "published_batched_reduce_sum_v2", launch_v2, 1);
    int one_row = 1;
    for (int i = 0; i < l.plan.shapes; i++)
        one_row = one_row && l.plan.shape[i].batch == 1;
    if (one_row) {
        lesson_run(&l, "published_full_reduce_sum", launch_full, 1);
        lesson_run(&l, "published_cooperative_reduction", launch_cooperative, 1);
    }
    return lesson_end(&l);
}
