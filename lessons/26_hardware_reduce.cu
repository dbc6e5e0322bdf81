/* Lesson 26: a warp's sum in one instruction
 *
 * Lesson 13 adds up a warp in five shuffles and five additions. GPUs since compute capability 8.0 have one
 * instruction for it, REDUX. Here are three ways to write "the sum of this warp":
 *
 *     redux          __reduce_add_sync(mask, x)           int and unsigned only
 *     shuffles       x += __shfl_xor_sync(mask, x, d)     any type
 *     group_reduce   cg::reduce(warp, x, cg::plus<T>())   the library chooses
 *
 * A large array hides what its few warp sums cost. So there are many short rows here. A warp loads four of them
 * together, so that enough is in flight, and makes four sums.
 */
#include "lesson.h"
#include "lesson_cub_block.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

#define ALL_LANES 0xffffffffu

enum { ROWS = 4 }; /* of a warp, at a time */

/* The rows of one warp: the first element of the first, how many there are, where their sums go. */
template <class T> struct share {
    const T *in;
    unsigned rows; /* at most ROWS; 0: this warp has nothing to do */
    T *sums;
};

template <class T> __device__ share<T> warp_share(const T *in, T *sums, size_t n, unsigned rows)
{
    size_t first = ROWS * ((size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32);
    size_t left = first < rows ? rows - first : 0;
    return {in + first * n, left < ROWS ? (unsigned)left : (unsigned)ROWS, sums + first};
}

/* What one lane adds up of each row: elements lane, lane + 32, ... */
template <class T> __device__ void lane_sums(T (&sum)[ROWS], share<T> s, size_t n)
{
    T x[ROWS];
    for (unsigned k = 0; k < ROWS; k++)
        sum[k] = 0;
#pragma unroll 1
    for (size_t i = threadIdx.x % 32; i < n; i += 32) {
#pragma unroll
        for (unsigned k = 0; k < ROWS; k++)
            x[k] = k < s.rows ? s.in[k * n + i] : 0;
#pragma unroll
        for (unsigned k = 0; k < ROWS; k++)
            sum[k] += x[k];
    }
}

/* Lane 0 stores the sums. */
template <class T> __device__ void store_sums(const T (&sum)[ROWS], share<T> s)
{
    if (threadIdx.x % 32 == 0)
        for (unsigned k = 0; k < ROWS; k++)
            if (k < s.rows)
                s.sums[k] = sum[k];
}

/* The sum over the lanes of a warp, in all of them. */
__device__ int warp_sum(int x)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(ALL_LANES, x);
#else /* sm_75 has no such instruction, and nvcc does not declare the function for it */
    for (unsigned d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, d);
    return x;
#endif
}

__global__ void redux(const int *in, int *sums, size_t n, unsigned rows)
{
    share<int> s = warp_share(in, sums, n, rows);
    int sum[ROWS];
    lane_sums(sum, s, n);
    for (unsigned k = 0; k < ROWS; k++)
        sum[k] = warp_sum(sum[k]);
    store_sums(sum, s);
}

template <class T> __global__ void shuffles(const T *in, T *sums, size_t n, unsigned rows)
{
    share<T> s = warp_share(in, sums, n, rows);
    T sum[ROWS];
    lane_sums(sum, s, n);
    for (unsigned k = 0; k < ROWS; k++)
        for (unsigned d = 16; d > 0; d /= 2)
            sum[k] += __shfl_xor_sync(ALL_LANES, sum[k], d);
    store_sums(sum, s);
}

template <class T> __global__ void group_reduce(const T *in, T *sums, size_t n, unsigned rows)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    share<T> s = warp_share(in, sums, n, rows);
    T sum[ROWS];
    lane_sums(sum, s, n);
    for (unsigned k = 0; k < ROWS; k++)
        sum[k] = cg::reduce(warp, sum[k], cg::plus<T>());
    store_sums(sum, s);
}

template <class T, void (*kernel)(const T *in, T *sums, size_t n, unsigned rows)>
static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->batch, ROWS * (r->block / 32));
    r->chain = r->n / 32 + 5; /* what a lane adds up, then five levels of a tree */
    kernel<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, (T *)r->result, r->n, r->batch);
}

/* CUB, of the CUDA Toolkit, has a function for it, too; the CPU device has no CUB. */
#ifdef CUDA_CPU_DEVICE
template <class T> static const lesson_launch launch_warp_reduce = NULL;
#else
template <class T> __global__ void warp_reduce(const T *in, T *sums, size_t n, unsigned rows)
{
    __shared__ typename cub::WarpReduce<T>::TempStorage shared[256 / 32];
    share<T> s = warp_share(in, sums, n, rows);
    T sum[ROWS];
    lane_sums(sum, s, n);
    for (unsigned k = 0; k < ROWS; k++)
        sum[k] = cub::WarpReduce<T>(shared[threadIdx.x / 32]).Sum(sum[k]); /* in lane 0 */
    store_sums(sum, s);
}

template <class T> static void launch_warp_reduce(struct reduction *r)
{
    r->block = 256;
    launch<T, warp_reduce<T>>(r);
}
#endif

static const struct lesson_about about = {
    .title = "a warp's sum in one instruction",
    .part = "V",
    .offers = LESSON_INT | LESSON_FLOAT | LESSON_BATCH,
    .defaults = "-n 2^29 --batch 2^24",
    .bench = "-b 256 --batch 2^14,2^16,2^18,2^20,2^22,2^23;-b 32 --batch 1 -n 2^5,2^7,2^10",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    if (l.plan.is_float) { /* there is no REDUX for floats */
        lesson_run(&l, "shuffles", launch<float, shuffles<float>>, 1);
        lesson_run(&l, "group_reduce", launch<float, group_reduce<float>>, 1);
        lesson_run_library(&l, "cub_warp_reduce", launch_warp_reduce<float>);
    } else {
        lesson_run(&l, "redux", launch<int, redux>, 1);
        lesson_run(&l, "shuffles", launch<int, shuffles<int>>, 1);
        lesson_run(&l, "group_reduce", launch<int, group_reduce<int>>, 1);
        lesson_run_library(&l, "cub_warp_reduce", launch_warp_reduce<int>);
    }
    return lesson_end(&l);
}
