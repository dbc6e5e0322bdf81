/* lesson_block.h: what earlier lessons explained and later ones only use: loads in flight, totals
 * of a warp and of a block. For lessons that are about something else. */
#ifndef LESSON_BLOCK_H
#define LESSON_BLOCK_H

#include "harness/reduction.h"
#include <string.h>

/* Loads in[i], in[i + stride], ... into x, so that no load waits for another (lesson 07). Elements
 * from index `end` on count as 0. */
template <class T, unsigned loads>
__device__ inline void lesson_load(T (&x)[loads], const T *in, size_t i, size_t end, size_t stride)
{
#pragma unroll
    for (unsigned k = 0; k < loads; k++)
        x[k] = i + k * stride < end ? in[i + k * stride] : 0;
}

/* Adds up what one thread has of the elements before index `end`: in[i], in[i + stride], ...,
 * `loads` of them, then as many from i + step on, from i + 2 * step on, and so on. Each time all
 * loads are on their way before the first element is added. */
template <unsigned loads, class T>
__device__ inline T lesson_thread_sum(const T *in, size_t i, size_t end, size_t stride, size_t step)
{
    T x[loads];
    T sum = 0;
    for (; i < end; i += step) {
        lesson_load(x, in, i, end, stride);
#pragma unroll
        for (unsigned k = 0; k < loads; k++)
            sum += x[k];
    }
    return sum;
}

struct lesson_plus {
    template <class T> __device__ T operator()(T a, T b) const { return a + b; }
};

struct lesson_larger {
    template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

/* x of the lane whose number differs from this one's in the bits of d. Of a struct the words are exchanged, one after
 * another. All 32 lanes must call it. */
template <class T> __device__ inline T lesson_swap(T x, unsigned d)
{
    if constexpr (__is_class(T)) {
        static_assert(sizeof(T) % sizeof(unsigned) == 0, "lanes exchange words of 4 bytes");
        unsigned word[sizeof(T) / sizeof(unsigned)];
        memcpy(word, &x, sizeof x);
#pragma unroll
        for (unsigned i = 0; i < sizeof(T) / sizeof(unsigned); i++)
            word[i] = __shfl_xor_sync(0xffffffffu, word[i], d);
        memcpy((void *)&x, word, sizeof x);
        return x;
    } else
        return __shfl_xor_sync(0xffffffffu, x, d);
}

/* Combines x over groups of so many lanes, each of which gets the result. All 32 lanes must call it. */
template <class T, class Operator> __device__ inline T lesson_lanes_total(T x, unsigned lanes, Operator combine)
{
    for (unsigned d = lanes / 2; d > 0; d /= 2)
        x = combine(x, lesson_swap(x, d));
    return x;
}

/* Combines x over the 32 lanes of a warp; every lane gets the result (lesson 13). All 32 lanes
 * must call it. */
template <class T, class Operator>
__device__ inline T lesson_warp_total(T x, Operator combine)
{
    return lesson_lanes_total(x, 32, combine);
}

/* The sum over the 32 lanes of a warp; every lane gets it. One instruction where there is one
 * (lesson 26). All 32 lanes must call it. */
__device__ inline int lesson_warp_sum(int x)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffffu, x);
#else
    return lesson_warp_total(x, lesson_plus());
#endif
}

/* Combines x over the block; every thread gets the result (lesson 14). All threads of the block
 * must call it. */
template <class T, class Operator>
__device__ inline T lesson_block_total(T x, Operator combine)
{
    __shared__ T totals[32];
    x = lesson_warp_total(x, combine);
    if (threadIdx.x % 32 == 0)
        totals[threadIdx.x / 32] = x;
    __syncthreads();
    x = totals[0];
    for (unsigned warp = 1; warp < blockDim.x / 32; warp++)
        x = combine(x, totals[warp]);
    __syncthreads(); /* the next call may overwrite totals now */
    return x;
}

/* A kernel that reports what its blocks did has two instances: one is timed and has nothing of this
 * in it, the other is launched when r->work is set (lesson 20). The tables of counters leave out
 * what has harness:: in its name. */
struct lesson_timed { enum { is_observed = 0 }; };
namespace harness { struct observed { enum { is_observed = 1 }; }; }

/* Reports to the harness that this block added up so many elements, from clock64() = start until
 * now. */
__device__ inline void lesson_did(struct lesson_work *work, unsigned long long elements,
                                  long long start)
{
    atomicAdd(&work[blockIdx.x].elements, elements);
    atomicMax(&work[blockIdx.x].not_before, ~(unsigned long long)start);
    atomicMax(&work[blockIdx.x].end, (unsigned long long)clock64());
}

#endif
