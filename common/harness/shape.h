/* harness/shape.h: a shape of the input: how many rows, how long, and where they begin. */
#ifndef HARNESS_SHAPE_H
#define HARNESS_SHAPE_H

#include "harness/alloc.h"
#include "harness/operators.h"

/* Rows of elements. Ragged rows are one row here, and begin[] says where each of them begins. */
struct lesson_shape {
    size_t batch, n;
    int cards;                   /* LESSON_CARDS: how many share it; otherwise 0 */
    size_t rows;                 /* sums that are expected: batch, or the number of ragged rows, or n with
                                    LESSON_COLUMNS, or the bins of LESSON_KEYS */
    size_t *begin;               /* ragged: rows + 1 numbers; NULL otherwise */
    struct lesson_sum *expected; /* one per row, once known (harness/expected.h), ... */
    struct lesson_sum whole;     /* ... and of all elements */
    struct lesson_wanted *wanted[LESSON_KINDS_OF_RESULTS]; /* one per row, once known: harness/check_reduced.h */
    struct lesson_column *column; /* one per column, once known: harness/check_columns.h */
    int64_t *exact;              /* one per row, of other elements, once known: harness/exact.h */
    unsigned *of_key[2];         /* counts and sums, one per key, once known: harness/check_keys.h */
    int is_default;              /* what is run when nobody asks for other sizes */
};

/* All elements of a shape; with LESSON_EACH_CARD those of one card. */
static inline size_t lesson_volume(const struct lesson_shape *shape)
{
    return shape->batch * shape->n;
}

/* The length of ragged row i, in elements: one in 16 has none, the others 128 to 255 times 2^z,
 * where z is at least k once in 2^k rows. So half of all elements are in a few long rows, however
 * many rows there are: a heavy tail. (Pareto's distribution with exponent 1.) */
static inline size_t lesson_row_length(uint32_t seed, size_t i)
{
    uint32_t a = lesson_mix(seed + 2 * (uint32_t)i + 1), b = lesson_mix(a ^ 0x5bd1e995u);
    int z = 0;
    while (z < 31 && b >> z & 1)
        z++;
    return a % 16 == 0 ? 0 : (size_t)(128 + (a >> 4 & 127)) << z;
}

/* Deals n elements out to ragged rows. The last one gets what is left. */
static inline void lesson_make_rows(struct lesson_shape *shape, uint32_t seed)
{
    size_t room = 1024, rows = 0, at = 0;
    size_t *begin = (size_t *)lesson_host_alloc(room, sizeof *begin);
    while (at < shape->n) {
        if (rows + 2 > room) {
            room *= 2;
            begin = (size_t *)realloc(begin, room * sizeof *begin);
            if (!begin)
                lesson_fail(LESSON_USAGE, "out of host memory for the rows; choose a smaller "
                            "--size");
        }
        size_t length = lesson_row_length(seed, rows);
        at += length < shape->n - at ? length : shape->n - at;
        begin[++rows] = at;
    }
    shape->begin = begin;
    shape->rows = rows;
}

/* A shape of so many rows of n elements, with all else yet to be found out. */
static inline struct lesson_shape lesson_make_shape(int offers, size_t batch, size_t n, int cards, size_t bins,
                                                    uint32_t seed)
{
    struct lesson_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.batch = batch;
    shape.rows = offers & LESSON_COLUMNS ? n : offers & LESSON_KEYS ? bins : batch;
    shape.n = n;
    shape.cards = cards;
    if (offers & LESSON_RAGGED)
        lesson_make_rows(&shape, seed);
    return shape;
}

/* Row i is elements *from to *to - 1. */
static inline void lesson_row_range(const struct lesson_shape *shape, size_t i, size_t *from,
                                    size_t *to)
{
    *from = shape->begin ? shape->begin[i] : i * shape->n;
    *to = shape->begin ? shape->begin[i + 1] : *from + shape->n;
}

static inline void lesson_forget_wanted(struct lesson_shape *shape)
{
    for (int op = 0; op < LESSON_KINDS_OF_RESULTS; op++) {
        free(shape->wanted[op]);
        shape->wanted[op] = NULL;
    }
    free(shape->column);
    shape->column = NULL;
    free(shape->exact);
    shape->exact = NULL;
    for (int i = 0; i < 2; i++) {
        free(shape->of_key[i]);
        shape->of_key[i] = NULL;
    }
}

/* Frees what belongs to a shape. */
static inline void lesson_free_shape(struct lesson_shape *shape)
{
    free(shape->begin);
    free(shape->expected);
    lesson_forget_wanted(shape);
    shape->begin = NULL;
    shape->expected = NULL;
}

#endif
