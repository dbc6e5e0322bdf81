/* Lesson 13: warp shuffle
 *
 * In a tree in shared memory, a step stores a sum, waits, and has another thread load it. A shuffle
 * hands a register from lane to lane: no store, no load, no barrier.
 *
 *     lane         0       1       2     3     4     5     6     7
 *     down by 4    0+4     1+5     2+6   3+7   (nobody needs what these hold now)
 *     down by 2    0246    1357
 *     down by 1    all                         lane 0 holds the sum
 *
 * The mask names the lanes that take part: each of them must come to this shuffle, and none may
 * read a lane that does not. A shuffle orders no memory: warp_sums still needs a __syncthreads().
 */
#include "lesson.h"
#include "lesson_cub_block.h"

#define ALL_LANES 0xffffffffu

/* What a thread adds up by itself, as in lesson 07: 16 loads, and only then what needs them. */
__device__ float thread_sum(const float *in, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float x[16];
    float sum = 0;

    for (; i < n; i += 16 * stride) {
#pragma unroll
        for (unsigned k = 0; k < 16; k++)
            x[k] = i + k * stride < n ? in[i + k * stride] : 0;
#pragma unroll
        for (unsigned k = 0; k < 16; k++)
            sum += x[k];
    }
    return sum;
}

__global__ void reduce_shared(const float *in, float *partial, size_t n)
{
    extern __shared__ float sums[];
    unsigned tid = threadIdx.x;
    unsigned s = blockDim.x / 2;

    sums[tid] = thread_sum(in, n);
    __syncthreads();
    for (; s > 32; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        for (; s > 0; s /= 2) { /* goes on at s = 32, or at 16 in a block of 32 */
            if (tid < s)
                sums[tid] += sums[tid + s];
            __syncwarp();
        }
    }
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

__global__ void reduce_shuffle_down(const float *in, float *partial, size_t n)
{
    __shared__ float warp_sums[32];
    unsigned tid = threadIdx.x;
    unsigned warps = blockDim.x / 32;
    float sum = thread_sum(in, n);

    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, d);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum;
    __syncthreads();

    if (tid < 32) { /* all lanes of warp 0; those beyond the last sum bring a 0 */
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
    unsigned tid = threadIdx.x;
    unsigned warps = blockDim.x / 32;
    float sum = thread_sum(in, n);

    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, d);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum;
    __syncthreads();

    if (tid < warps) { /* as many lanes of warp 0 as there are sums, and a mask of just these */
        unsigned mask = ALL_LANES >> (32 - warps);
        sum = warp_sums[tid];
        for (unsigned d = warps / 2; d > 0; d /= 2)
            sum += __shfl_xor_sync(mask, sum, d);
        if (tid == 0)
            partial[blockIdx.x] = sum;
    }
}

/* What you would write in a program of your own: CUB, of the CUDA Toolkit, adds up a block whose size it knows when it is
 * compiled. The CPU device has no CUB. */
#ifdef CUDA_CPU_DEVICE
static const lesson_launch launch_block_reduce = NULL;
#else
__global__ void block_reduce(const float *in, float *partial, size_t n)
{
    typedef cub::BlockReduce<float, 256> whole_block;
    __shared__ whole_block::TempStorage shared;
    float sum = whole_block(shared).Sum(thread_sum(in, n));

    if (threadIdx.x == 0) /* only there it is the block's sum */
        partial[blockIdx.x] = sum;
}

static void launch_block_reduce(struct reduction *r)
{
    r->grid = blocks_for(r->n, 256 * 32);
    r->chain = 32 + 8; /* what a thread adds up, then a tree */
    block_reduce<<<r->grid, 256, 0, r->stream>>>(r->in_float, r->partial_float, r->n);
    finish(r);
}
#endif

template <void (*kernel)(const float *in, float *partial, size_t n)>
static void launch(struct reduction *r)
{
    size_t shared_bytes = kernel == reduce_shared ? r->block * sizeof(float) : 0;

    kernel<<<r->grid, r->block, shared_bytes, r->stream>>>(r->in_float, r->partial_float, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "warp shuffle",
    .part = "III",
    .offers = LESSON_FLOAT,
    .defaults = "-n 2^29",
    .kernel = "reduce_shuffle_down",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce_shared", launch<reduce_shared>, 32);
    lesson_run(&l, "reduce_shuffle_down", launch<reduce_shuffle_down>, 32);
    lesson_run(&l, "reduce_shuffle_xor", launch<reduce_shuffle_xor>, 32);
    lesson_run_library(&l, "cub_block_reduce", launch_block_reduce);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
