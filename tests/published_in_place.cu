/* published_in_place.cu: part II as it was published, to measure the lessons 08 to 12 against.
 *
 * For a GPU, and for whoever maintains the course: the lessons add any number of elements and have
 * no race. This program shows what that costs, in one run and with the same timing:
 *
 *     nvcc -O3 -arch=native -Icommon tests/published_in_place.cu -o published_in_place
 *     ./published_in_place; ./lesson08; ./lesson09 ...
 *
 * published_...   kernels of the same form as the published ones. They are right only where the
 *                 number of elements is a multiple of 8 blocks of data (as 2^24 at any block size),
 *                 and the last three only as long as the lanes of a warp happen to run in step: the
 *                 CPU device lets them run one by one, and finds their sums wrong.
 * experiment_...  what lesson 12's page speaks of: which part of reduce_unrolling8 makes it fast.
 *                 They have no guards either; those that unroll 16 and 32 times need multiples
 *                 of 16 and 32 blocks.
 *
 * At other sizes the check says that sums are wrong, or the kernels leave the array.
 */
#include "lesson.h"

/* ---- Published ------------------------------------------------------------------------------ */

__global__ void published_neighbored(int *in, int *partial, unsigned n)
{
    unsigned tid = threadIdx.x;
    int *data = in + blockIdx.x * blockDim.x;
    if (blockIdx.x * blockDim.x + tid >= n)
        return;
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            data[tid] += data[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void published_neighbored_less(int *in, int *partial, unsigned n)
{
    unsigned tid = threadIdx.x;
    int *data = in + blockIdx.x * blockDim.x;
    if (blockIdx.x * blockDim.x + tid >= n)
        return;
    for (int s = 1; s < blockDim.x; s *= 2) {
        int at = 2 * s * tid;
        if (at < blockDim.x)
            data[at] += data[at + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

/* The tree of the next four, from step s on. */
__device__ void halve(int *data, int s, int end)
{
    for (; s > end; s >>= 1) {
        if (threadIdx.x < s)
            data[threadIdx.x] += data[threadIdx.x + s];
        __syncthreads();
    }
}

__global__ void published_interleaved(int *in, int *partial, unsigned n)
{
    int *data = in + blockIdx.x * blockDim.x;
    if (blockIdx.x * blockDim.x + threadIdx.x >= n)
        return;
    halve(data, blockDim.x / 2, 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void published_unrolling2(int *in, int *partial, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    int *data = in + blockIdx.x * blockDim.x * 2;
    if (i + blockDim.x < n)
        in[i] += in[i + blockDim.x];
    __syncthreads();
    halve(data, blockDim.x / 2, 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void published_unrolling4(int *in, int *partial, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    int *data = in + blockIdx.x * blockDim.x * 4;
    if (i + 3 * blockDim.x < n) {
        int a1 = in[i];
        int a2 = in[i + blockDim.x];
        int a3 = in[i + 2 * blockDim.x];
        int a4 = in[i + 3 * blockDim.x];
        in[i] = a1 + a2 + a3 + a4;
    }
    __syncthreads();
    halve(data, blockDim.x / 2, 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = data[0];
}

/* What the last four begin with. */
__device__ int *add_eight(int *in, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x * 8 + threadIdx.x;
    if (i + 7 * blockDim.x < n) {
        int a1 = in[i];
        int a2 = in[i + blockDim.x];
        int a3 = in[i + 2 * blockDim.x];
        int a4 = in[i + 3 * blockDim.x];
        int b1 = in[i + 4 * blockDim.x];
        int b2 = in[i + 5 * blockDim.x];
        int b3 = in[i + 6 * blockDim.x];
        int b4 = in[i + 7 * blockDim.x];
        in[i] = a1 + a2 + a3 + a4 + b1 + b2 + b3 + b4;
    }
    __syncthreads();
    return in + blockIdx.x * blockDim.x * 8;
}

/* And the last three end with: volatile, and no __syncwarp(). */
__device__ void volatile_tail(int *data, int *partial)
{
    unsigned tid = threadIdx.x;
    if (tid < 32) {
        volatile int *sums = data;
        sums[tid] = sums[tid] + sums[tid + 32];
        sums[tid] = sums[tid] + sums[tid + 16];
        sums[tid] = sums[tid] + sums[tid + 8];
        sums[tid] = sums[tid] + sums[tid + 4];
        sums[tid] = sums[tid] + sums[tid + 2];
        sums[tid] = sums[tid] + sums[tid + 1];
    }
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void published_unrolling8(int *in, int *partial, unsigned n)
{
    int *data = add_eight(in, n);
    halve(data, blockDim.x / 2, 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void published_unroll_warps8(int *in, int *partial, unsigned n)
{
    int *data = add_eight(in, n);
    halve(data, blockDim.x / 2, 32);
    volatile_tail(data, partial);
}

__global__ void published_complete_unroll_warps8(int *in, int *partial, unsigned n)
{
    unsigned tid = threadIdx.x;
    int *data = add_eight(in, n);
    if (blockDim.x >= 1024 && tid < 512)
        data[tid] += data[tid + 512];
    __syncthreads();
    if (blockDim.x >= 512 && tid < 256)
        data[tid] += data[tid + 256];
    __syncthreads();
    if (blockDim.x >= 256 && tid < 128)
        data[tid] += data[tid + 128];
    __syncthreads();
    if (blockDim.x >= 128 && tid < 64)
        data[tid] += data[tid + 64];
    __syncthreads();
    volatile_tail(data, partial);
}

template <unsigned block>
__global__ void published_complete_unroll(int *in, int *partial, unsigned n)
{
    unsigned tid = threadIdx.x;
    int *data = add_eight(in, n);
    if (block >= 1024 && tid < 512)
        data[tid] += data[tid + 512];
    __syncthreads();
    if (block >= 512 && tid < 256)
        data[tid] += data[tid + 256];
    __syncthreads();
    if (block >= 256 && tid < 128)
        data[tid] += data[tid + 128];
    __syncthreads();
    if (block >= 128 && tid < 64)
        data[tid] += data[tid + 64];
    __syncthreads();
    volatile_tail(data, partial);
}

/* ---- Experiments ---------------------------------------------------------------------------- */

/* Eight loads per thread as in reduce_unrolling8, but at most `at_once` of them at a time: the next
 * ones need an address that depends on the sum so far. `zero` is 0, and nvcc cannot know it. */
template <unsigned at_once>
__global__ void experiment_at_once(int *in, int *partial, unsigned zero)
{
    int *data = in + (size_t)blockIdx.x * (8 * blockDim.x);
    int sum = 0;
#pragma unroll
    for (unsigned first = 0; first < 8; first += at_once) {
        unsigned i = threadIdx.x + first * blockDim.x + ((unsigned)sum & zero);
        int a[at_once];
#pragma unroll
        for (unsigned k = 0; k < at_once; k++)
            a[k] = data[i + k * blockDim.x];
#pragma unroll
        for (unsigned k = 0; k < at_once; k++)
            sum += a[k];
    }
    data[threadIdx.x] = sum;
    __syncthreads();
    halve(data, blockDim.x / 2, 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = data[0];
}

/* More of the same: 16 and 32 data blocks, all loads at once, then as many trees fewer. */
template <unsigned blocks>
__global__ void experiment_unrolling(int *in, int *partial)
{
    int *data = in + (size_t)blockIdx.x * (blocks * blockDim.x);
    int a[blocks], sum = 0;
#pragma unroll
    for (unsigned k = 0; k < blocks; k++)
        a[k] = data[threadIdx.x + k * blockDim.x];
#pragma unroll
    for (unsigned k = 0; k < blocks; k++)
        sum += a[k];
    data[threadIdx.x] = sum;
    __syncthreads();
    halve(data, blockDim.x / 2, 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = data[0];
}

__device__ int eight_loads(const int *in)
{
    const int *data = in + (size_t)blockIdx.x * (8 * blockDim.x) + threadIdx.x;
    int a[8], sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 8; k++)
        a[k] = data[k * blockDim.x];
#pragma unroll
    for (unsigned k = 0; k < 8; k++)
        sum += a[k];
    return sum;
}

/* reduce_unrolling8 with its tree in shared memory: what working in place costs. */
__global__ void experiment_shared_tree(const int *in, int *partial)
{
    __shared__ int sums[1024];
    sums[threadIdx.x] = eight_loads(in);
    __syncthreads();
    halve(sums, blockDim.x / 2, 0);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sums[0];
}

/* ... and with next to no tree at all: what any better tree can gain at most. */
__global__ void experiment_shuffles(const int *in, int *partial)
{
    __shared__ int of_warp[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = eight_loads(in);
    for (unsigned s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (lane == 0)
        of_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? of_warp[lane] : 0;
        for (unsigned s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, s);
        if (lane == 0)
            partial[blockIdx.x] = sum;
    }
}

/* ---- Launches: finish() as in the lessons ---------------------------------------------------- */

template <void (*kernel)(int *in, int *partial, unsigned n)>
static void launch(struct reduction *r)
{
    kernel<<<r->grid, r->block, 0, r->stream>>>((int *)r->in, r->partial, (unsigned)r->n);
    finish(r);
}

static void launch_complete_unroll(struct reduction *r)
{
    auto kernel = lesson_kernel_for(r->block, published_complete_unroll<32>,
                                    published_complete_unroll<64>, published_complete_unroll<128>,
                                    published_complete_unroll<256>, published_complete_unroll<512>,
                                    published_complete_unroll<1024>);
    kernel<<<r->grid, r->block, 0, r->stream>>>((int *)r->in, r->partial, (unsigned)r->n);
    finish(r);
}

template <unsigned at_once>
static void launch_at_once(struct reduction *r)
{
    experiment_at_once<at_once><<<r->grid, r->block, 0, r->stream>>>((int *)r->in, r->partial, 0);
    finish(r);
}

template <unsigned blocks>
static void launch_unrolling(struct reduction *r)
{
    experiment_unrolling<blocks><<<r->grid, r->block, 0, r->stream>>>((int *)r->in, r->partial);
    finish(r);
}

static void launch_shared_tree(struct reduction *r)
{
    experiment_shared_tree<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial);
    finish(r);
}

static void launch_shuffles(struct reduction *r)
{
    experiment_shuffles<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial);
    finish(r);
}

static const struct lesson_about about = {
    .title = "part II as published",
    .offers = LESSON_INT | LESSON_DESTROYS_INPUT,
    .defaults = "-n 2^24 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about, "published.cu");
    lesson_run(&l, "published_neighbored", launch<published_neighbored>, 1);
    lesson_run(&l, "published_neighbored_less", launch<published_neighbored_less>, 1);
    lesson_run(&l, "published_interleaved", launch<published_interleaved>, 1);
    lesson_run(&l, "published_unrolling2", launch<published_unrolling2>, 2);
    lesson_run(&l, "published_unrolling4", launch<published_unrolling4>, 4);
    lesson_run(&l, "published_unrolling8", launch<published_unrolling8>, 8);
    lesson_run(&l, "published_unroll_warps8", launch<published_unroll_warps8>, 8);
    lesson_run(&l, "published_complete_unroll_warps8", launch<published_complete_unroll_warps8>, 8);
    lesson_run(&l, "published_complete_unroll", launch_complete_unroll, 8);
    lesson_run(&l, "experiment_1_in_flight", launch_at_once<1>, 8);
    lesson_run(&l, "experiment_2_in_flight", launch_at_once<2>, 8);
    lesson_run(&l, "experiment_4_in_flight", launch_at_once<4>, 8);
    lesson_run(&l, "experiment_8_in_flight", launch_at_once<8>, 8);
    lesson_run(&l, "experiment_unrolling16", launch_unrolling<16>, 16);
    lesson_run(&l, "experiment_unrolling32", launch_unrolling<32>, 32);
    lesson_run(&l, "experiment_shared_tree", launch_shared_tree, 8);
    lesson_run(&l, "experiment_shuffles", launch_shuffles, 8);
    return lesson_end(&l);
}
