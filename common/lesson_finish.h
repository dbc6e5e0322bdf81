/* lesson_finish.h: finish(r) adds the r->grid partial sums in r->partial into r->result. It is a
 * reduction itself, and a plain one: lesson 04 does the same step by step.
 *
 *     up to 4096 partial sums     one launch of one block
 *     more                        one block for each 4096 of them, at most 1024 blocks, which write
 *                                 their sums to r->scratch; then one block for those
 *
 * A launch starts when the one before it has ended, so all sums are there.
 */
#ifndef LESSON_FINISH_H
#define LESSON_FINISH_H

#include "harness/api.h"
#include "harness/error.h"
#include "harness/reduction.h"

namespace harness {

enum { FINISH_BLOCK = 512 };

/* Each block adds up a share of in[0..n) and writes one partial sum: a grid-stride loop, then a
 * tree in shared memory. The block must have FINISH_BLOCK threads. */
template <class T>
static __global__ void finish(const T *in, T *out, size_t n)
{
    __shared__ T sums[FINISH_BLOCK];
    size_t stride = (size_t)gridDim.x * FINISH_BLOCK;
    T sum = 0;
    for (size_t i = (size_t)blockIdx.x * FINISH_BLOCK + threadIdx.x; i < n; i += stride)
        sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned s = FINISH_BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sums[0];
}

}

/* Adds n partial sums into *result. Returns how many additions one thread makes in a row. */
template <class T>
static inline size_t lesson_finish(const T *partial, T *scratch, T *result, size_t n,
                                   cudaStream_t stream)
{
    const size_t per_block = 8 * harness::FINISH_BLOCK;
    size_t chain = 0;
    while (n > 0) {
        size_t blocks = (n + per_block - 1) / per_block;
        unsigned grid = (unsigned)(blocks < 1024 ? blocks : 1024);
        T *out = grid == 1 ? result : scratch;
        chain += n / ((size_t)grid * harness::FINISH_BLOCK) + 1;
        harness::finish<<<grid, harness::FINISH_BLOCK, 0, stream>>>(partial, out, n);
        partial = scratch;
        n = grid == 1 ? 0 : grid;
    }
    return chain;
}

/* Enqueues the launches on r->stream. For the check of float sums it also raises r->chain to the
 * number of additions that come one after another. */
LESSON_API void finish(struct reduction *r)
{
    size_t chain = r->is_float ? lesson_finish(r->partial_float, r->scratch_float,
                                               r->result_float, r->grid, r->stream)
                               : lesson_finish(r->partial, r->scratch, r->result, r->grid,
                                               r->stream);
    if (r->chain < chain)
        r->chain = chain;
}

#endif
