/* lesson_groups.h: for kernels that take whole groups of elements only, as those of part II.
 * Include it after lesson.h. */
#ifndef LESSON_GROUPS_H
#define LESSON_GROUPS_H

/* Something for such a kernel to do: `grid` blocks, each with a group of `data` to itself, and a
 * place for each block's sum. */
struct lesson_piece {
    int *data, *partial;
    unsigned grid;
};

/* Cuts r->in (int) into groups of `blocks` * r->block elements. piece[0] is all whole groups,
 * where they lie: the cast takes the const off r->in, which will be destroyed. If elements are
 * left at the end, they are copied to r->scratch, filled up with zeros to a group, and make a
 * piece of their own. Returns how many pieces there are, 1 or 2; together they have r->grid
 * blocks. */
static inline int lesson_whole_groups(struct reduction *r, unsigned blocks,
                                      struct lesson_piece piece[2])
{
    size_t group = (size_t)blocks * r->block, rest = r->n % group;
    int *in = (int *)r->in, pieces = 0;
    unsigned whole = (unsigned)(r->n / group);
    if (whole > 0)
        piece[pieces++] = {in, r->partial, whole};
    if (rest > 0) {
        CUDA_CHECK(cudaMemsetAsync(r->scratch, 0, group * sizeof(int), r->stream));
        CUDA_CHECK(cudaMemcpyAsync(r->scratch, in + (r->n - rest), rest * sizeof(int),
                                   cudaMemcpyDeviceToDevice, r->stream));
        piece[pieces++] = {r->scratch, r->partial + whole, 1};
    }
    r->grid = whole + (rest > 0);
    return pieces;
}

#endif
