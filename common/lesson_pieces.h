/* lesson_pieces.h: a block's share of an array, piece by piece in registers: for lessons in which each element needs its
 * index, or a missing one must not look like 0.
 *
 *     for (size_t piece = blockIdx.x; piece < lesson_pieces(n); piece += gridDim.x) {
 *         T x[LESSON_SHARE];
 *         lesson_load_piece(x, in, n, piece, nothing);     // 16 bytes at a time, all loads in flight
 *         ... x[j] is in[lesson_piece_index(piece, j)]
 *     }
 *
 * A piece is LESSON_SHARE elements of each thread of the block. lesson_share_grid(r, kernel) fits the grid. */
#ifndef LESSON_PIECES_H
#define LESSON_PIECES_H

#include "lesson_share.h"

__device__ inline size_t lesson_pieces(size_t n)
{
    size_t length = (size_t)LESSON_SHARE * blockDim.x;
    return (n + length - 1) / length;
}

/* Where this thread's element j of a piece stands in the array. */
__device__ inline size_t lesson_piece_index(size_t piece, unsigned j)
{
    return 4 * ((piece * LESSON_SHARE_LOADS + j / 4) * blockDim.x + threadIdx.x) + j % 4;
}

/* This thread's elements of a piece; `nothing` where the array has ended. `in` must begin at a multiple of 16 bytes. */
template <class T>
__device__ inline void lesson_load_piece(T (&x)[LESSON_SHARE], const T *in, size_t n, size_t piece, T nothing)
{
    typedef typename lesson_four<T>::type four;
    const four *fours = (const four *)in;
    four loaded[LESSON_SHARE_LOADS];
    if ((piece + 1) * LESSON_SHARE * blockDim.x <= n) {
#pragma unroll
        for (unsigned k = 0; k < LESSON_SHARE_LOADS; k++)
            loaded[k] = fours[lesson_piece_index(piece, 4 * k) / 4];
#pragma unroll
        for (unsigned j = 0; j < LESSON_SHARE; j++)
            x[j] = j % 4 == 0 ? loaded[j / 4].x : j % 4 == 1 ? loaded[j / 4].y : j % 4 == 2 ? loaded[j / 4].z : loaded[j / 4].w;
    } else {
#pragma unroll
        for (unsigned j = 0; j < LESSON_SHARE; j++) {
            size_t i = lesson_piece_index(piece, j);
            x[j] = i < n ? in[i] : nothing;
        }
    }
}

#endif
