/* lesson_groups.h: for kernels that take only whole groups of elements, like those of part II. */
#ifndef LESSON_GROUPS_H
#define LESSON_GROUPS_H

#include "harness/error.h"
#include "harness/reduction.h"

/* The work of one launch: `grid` blocks. Each has a group of its own in `data`, and puts its sum
 * into `partial`. */
struct lesson_piece {
    int *data, *partial;
    unsigned grid;
};

/* Cuts r->in (int) into groups of `blocks` * r->block elements. All whole groups are one piece, and
 * stay where they are. If elements are left at the end, they are copied to r->scratch and filled up
 * with zeros: one more group, and a piece of its own. Returns the number of pieces, 1 or 2, and
 * sets r->grid to the blocks of both. */
static inline int lesson_whole_groups(struct reduction *r, unsigned blocks,
                                      struct lesson_piece piece[2])
{
    int *in = (int *)r->in; /* not const: these kernels overwrite their input */
    size_t group = (size_t)blocks * r->block;
    size_t rest = r->n % group;
    unsigned whole = (unsigned)(r->n / group);
    int pieces = 0;

    if (whole > 0) {
        piece[pieces] = {in, r->partial, whole};
        pieces++;
    }
    if (rest > 0) {
        CUDA_CHECK(cudaMemsetAsync(r->scratch, 0, group * sizeof(int), r->stream));
        CUDA_CHECK(cudaMemcpyAsync(r->scratch, in + (r->n - rest), rest * sizeof(int),
                                   cudaMemcpyDeviceToDevice, r->stream));
        piece[pieces] = {r->scratch, r->partial + whole, 1};
        pieces++;
    }
    r->grid = whole + (rest > 0);
    return pieces;
}

#endif
