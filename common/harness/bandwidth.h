/* harness/bandwidth.h: the bytes that a problem must move, and the GB/s that a row reached. */
#ifndef HARNESS_BANDWIDTH_H
#define HARNESS_BANDWIDTH_H

#include "harness/check_reduced.h"

/* The bytes that the problem itself must move: the input once, the results once. Where rows are
 * ragged, and each has a result, where they begin is part of the input. */
static inline double lesson_bytes(const struct lesson *l, const struct lesson_row *row)
{
    const struct lesson_shape *shape = row->shape;
    if (row->check->is_collective)
        return (double)lesson_volume(shape) * (double)lesson_element_size(&l->plan);
    double inputs = lesson_operator_of(row->check) == LESSON_DOT || row->check->reads_second ? 2 : 1;
    double results = (double)lesson_results(row) * (double)lesson_size_of_result(&l->plan, row->check);
    double begins = shape->begin && !row->check->is_array ? (double)shape->rows + 1 : 0;
    return inputs * (double)lesson_volume(shape) * (double)lesson_element_size(&l->plan) + results
           + begins * (double)sizeof *shape->begin;
}

static inline double lesson_gbps(const struct lesson *l, const struct lesson_row *row)
{
    return lesson_bytes(l, row) / (row->median * 1e-3) / 1e9;
}

/* The theoretical bandwidth of all memory that a row's bytes lie in, GB/s; NAN: not known, or not what limits it. */
static inline double lesson_peak(const struct lesson *l, const struct lesson_row *row)
{
    double peak = row->check->is_collective || l->offers & LESSON_FROM_HOST ? NAN : l->device.peak;
    for (int i = 1; i < row->shape->cards; i++)
        peak += l->card[i].peak;
    return peak;
}

#endif
