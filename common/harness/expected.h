/* harness/expected.h: the sums that are expected of a shape's rows. */
#ifndef HARNESS_EXPECTED_H
#define HARNESS_EXPECTED_H

#include "harness/plan.h"

/* The longest array shorter than n whose sum is known already: several sizes of one array share
 * most of their work. Returns NULL when there is none. */
static inline const struct lesson_shape *lesson_known_part(const struct lesson_plan *p, size_t n)
{
    const struct lesson_shape *best = NULL;
    for (int k = 0; k < p->shapes; k++) {
        const struct lesson_shape *known = &p->shape[k];
        if (known->rows == 1 && known->expected && known->n <= n && (!best || known->n > best->n))
            best = known;
    }
    return best;
}

/* Fills in what is expected of each row, once for each shape. */
static inline void lesson_expect(const struct lesson_plan *p, struct lesson_shape *shape)
{
    if (shape->expected)
        return;
    struct lesson_sum *sums =
        (struct lesson_sum *)lesson_host_alloc(shape->rows, sizeof *shape->expected);
    for (size_t i = 0; i < shape->rows; i++) {
        size_t from, to;
        lesson_row_range(shape, i, &from, &to);
        const struct lesson_shape *known = shape->rows == 1 ? lesson_known_part(p, to) : NULL;
        if (known) {
            from = known->n;
            sums[i] = known->expected[0];
        }
        sums[i] = lesson_sum_both(sums[i], lesson_expected(p->seed, p->type, p->input, from, to));
        shape->whole = lesson_sum_both(shape->whole, sums[i]);
    }
    shape->expected = sums;
}

#endif
