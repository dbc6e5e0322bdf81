/* harness/bandwidth.h: the bytes that a problem must move, and the GB/s that a row reached. */
#ifndef HARNESS_BANDWIDTH_H
#define HARNESS_BANDWIDTH_H

#include "harness/check.h"

/* The bytes that the problem itself must move: the input once, the results once. Where rows are
 * ragged, and each has a result, where they begin is part of the input. */
static inline double lesson_bytes(const struct lesson *l, const struct lesson_row *row)
{
    const struct lesson_shape *shape = row->shape;
    double elements = (double)lesson_volume(shape) + (double)lesson_results(row);
    double begins = shape->begin && !row->check->is_array ? (double)shape->rows + 1 : 0;
    return elements * (double)lesson_element_size(&l->plan)
           + begins * (double)sizeof *shape->begin;
}

static inline double lesson_gbps(const struct lesson *l, const struct lesson_row *row)
{
    return lesson_bytes(l, row) / (row->median * 1e-3) / 1e9;
}

#endif
