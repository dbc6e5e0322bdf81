/* lesson_share.h: the sum of one block's share of an array, as fast as the memory delivers it: for
 * lessons about what a block does with its sum afterwards.
 *
 *     sum = lesson_share_sum(in, n);       this block's share, in warp 0
 *     sum = lesson_block_sum(sum);         one number of each thread, in warp 0
 *     sum = lesson_thread_sum(in, n, block, blocks);    the same for one thread, before any exchange
 *     lesson_share_grid(r, kernel);        as many blocks as have a share, and fit
 *
 * and for lessons that do something else with the elements, or with what the blocks have:
 *
 *     lesson_share_each(in, n, take);      take(x) for each piece of this thread: float4 x[LESSON_SHARE_LOADS]
 *     lesson_grid_total(&total, partial, combine)   all blocks' totals, in the block that comes last
 *
 * The order of the additions follows from n, the grid and the block alone, so floats give the same
 * bits in each run.
 */
#ifndef LESSON_SHARE_H
#define LESSON_SHARE_H

#include "harness/error.h"
#include "harness/reduction.h"
#include "lesson_block.h"

enum {
    LESSON_SHARE_LOADS = 4,                     /* of 16 bytes each, in flight for each thread */
    LESSON_SHARE = 4 * LESSON_SHARE_LOADS       /* elements that a thread takes at a time */
};

/* Four elements, which one load brings. */
template <class T> struct lesson_four;
template <> struct lesson_four<int> { typedef int4 type; };
template <> struct lesson_four<float> { typedef float4 type; };

/* Combines x over the block; `none` changes nothing. Every lane of warp 0 gets the result, the other warps nothing of
 * use. All threads must call it; between two calls there must be a __syncthreads(). */
template <class T, class Combine> __device__ inline T lesson_total_in_warp_0(T x, Combine combine, T none)
{
    __shared__ T totals[32];
    x = lesson_warp_total(x, combine);
    if (threadIdx.x % 32 == 0)
        totals[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x >= 32)
        return none;
    x = threadIdx.x < blockDim.x / 32 ? totals[threadIdx.x] : none;
    return lesson_warp_total(x, combine);
}

/* The same for a sum. */
template <class T> __device__ inline T lesson_block_sum(T x)
{
    return lesson_total_in_warp_0(x, lesson_plus(), (T)0);
}

/* Adds up this thread's part of in[0..n), which must begin at a multiple of 16 bytes, where block number `block` of so
 * many takes every blocks-th piece of LESSON_SHARE elements per thread. */
template <class T> __device__ inline T lesson_thread_sum(const T *in, size_t n, unsigned block, unsigned blocks)
{
    typedef typename lesson_four<T>::type four;
    const four *fours = (const four *)in;
    size_t end = n / 4, stride = blockDim.x, piece = LESSON_SHARE_LOADS * stride;
    size_t rest = 4 * end + threadIdx.x; /* up to three elements after the last four */
    T sum = block == 0 && rest < n ? in[rest] : 0;
    four x[LESSON_SHARE_LOADS];

    for (size_t i = block * piece + threadIdx.x; i < end; i += blocks * piece) {
#pragma unroll
        for (unsigned k = 0; k < LESSON_SHARE_LOADS; k++)
            x[k] = i + k * stride < end ? fours[i + k * stride] : four();
#pragma unroll
        for (unsigned k = 0; k < LESSON_SHARE_LOADS; k++)
            sum += (x[k].x + x[k].y) + (x[k].z + x[k].w);
    }
    return sum;
}

/* The sum of this block's share of in[0..n). Which threads get the result, and who must call it: as lesson_block_sum. */
template <class T> __device__ inline T lesson_share_sum(const T *in, size_t n)
{
    return lesson_block_sum(lesson_thread_sum(in, n, blockIdx.x, gridDim.x));
}

/* Calls take(x) with each piece of this thread's part of in[0..n), which must begin at a multiple of 16 bytes, and what
 * is left in one more. Elements that there are none of are 0. */
template <class Take> __device__ inline void lesson_share_each(const float *in, size_t n, Take take)
{
    const float4 *fours = (const float4 *)in;
    size_t end = n / 4, stride = blockDim.x, piece = LESSON_SHARE_LOADS * stride;
    size_t rest = 4 * end + threadIdx.x; /* up to three elements after the last four */
    float4 x[LESSON_SHARE_LOADS];

    for (size_t i = blockIdx.x * piece + threadIdx.x; i < end; i += gridDim.x * piece) {
#pragma unroll
        for (unsigned k = 0; k < LESSON_SHARE_LOADS; k++)
            x[k] = i + k * stride < end ? fours[i + k * stride] : float4();
        take(x);
    }
    if (blockIdx.x == 0 && rest < n) {
#pragma unroll
        for (unsigned k = 0; k < LESSON_SHARE_LOADS; k++)
            x[k] = float4();
        x[0].x = in[rest];
        take(x);
    }
}

/* Is this the last block of the grid that comes here? It sees what thread 0 of the others wrote before (lesson 24). All
 * threads must call it; `tickets` is 0 before and after. */
__device__ inline bool lesson_is_last(unsigned *tickets)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        __threadfence();
        is_last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    return is_last;
}

/* Combines what all threads of all blocks have (lesson 24): true in the last block, where *total is that then, in warp 0;
 * false in the others. The order follows from grid and block. partial: room for one of each block. `none` changes nothing. All
 * threads must call it, once in a kernel, and no other kernel may do so meanwhile. */
template <class Total, class Combine>
__device__ inline bool lesson_grid_total(Total *total, Total *partial, Combine combine, Total none)
{
    static unsigned tickets; /* in global memory, one for each type; 0 again when a kernel has ended */
    *total = lesson_total_in_warp_0(*total, combine, none);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = *total;
    if (!lesson_is_last(&tickets))
        return false;
    *total = none;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        *total = combine(*total, partial[i]);
    *total = lesson_total_in_warp_0(*total, combine, none);
    return true;
}

/* Additions, one after another, that lesson_grid_total makes after those of a thread. */
static inline size_t lesson_grid_additions(const struct reduction *r)
{
    return r->grid / r->block + 1 + 2 * (5 + 5);
}

/* Sets r->grid for a kernel that calls lesson_share_sum, if lesson_run was told LESSON_SHARE: --grid
 * if that was given, else a block for each piece, but no more than are resident at a time. */
template <class Kernel> static inline void lesson_share_grid(struct reduction *r, Kernel *kernel)
{
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, r->block, 0));
    unsigned most = (unsigned)(fit * r->sm_count);
    if (!r->asked_grid && r->grid > most)
        r->grid = most;
}

#endif
