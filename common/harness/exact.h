/* harness/exact.h: a second run of a sum of floating-point numbers, with nothing allowed.
 *
 * How far a sum of random elements may be off follows from how many additions are made one after another, and only the
 * launch function knows that (r->chain). One that says more than is true, or uses fewer threads than it says, could hide
 * that an element is missing. So after a right first run all elements are replaced by 1 or -1, and the kernel runs again.
 * These are added up exactly, in whatever order: a partial sum is a whole number, like sqrt(n) in size, and a float holds
 * all of those up to 2^24. So what is expected is one number, whatever the launch function says. */
#ifndef HARNESS_EXACT_H
#define HARNESS_EXACT_H

#include "harness/one_run.h"

/* From now on the input has this kind of elements. */
static inline void lesson_fill_with(struct lesson *l, int kind)
{
    l->input.kind = kind;
    for (int i = 0; i < l->cards; i++)
        l->card[i].input.kind = kind;
    lesson_fill_inputs(l);
}

/* The sum of elements from, from + step, ..., below to, if all are 1 or -1. */
static inline int64_t lesson_add_signs(const struct lesson_plan *p, size_t from, size_t to, size_t step)
{
    enum { PARTS = 256 };
    size_t terms = (to - from + step - 1) / step, length = (terms + PARTS - 1) / PARTS;
    int64_t sum = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : sum) if (length > 4096)
#endif
    for (size_t part = 0; part < PARTS; part++)
        for (size_t i = part * length; i < (part + 1) * length && i < terms; i++)
            sum += (int64_t)lesson_item_at(p->type, LESSON_SIGNS, p->seed, from + i * step).real;
    return sum;
}

/* What each row is expected to give, or each column; once for each shape. */
static inline const int64_t *lesson_expect_signs(const struct lesson_plan *p, struct lesson_shape *shape)
{
    size_t from, to;
    if (shape->exact)
        return shape->exact;
    shape->exact = (int64_t *)lesson_host_alloc(shape->rows, sizeof *shape->exact);
    for (size_t i = 0; i < shape->rows; i++) {
        lesson_row_range(shape, i, &from, &to);
        shape->exact[i] = p->offers & LESSON_COLUMNS ? lesson_add_signs(p, i, lesson_volume(shape), shape->n)
                                                     : lesson_add_signs(p, from, to, 1);
    }
    return shape->exact;
}

/* Result i, a float or a double. */
static inline double lesson_real_result(const unsigned char *results, size_t i, size_t size)
{
    float narrow;
    double wide;
    memcpy(size == sizeof wide ? (void *)&wide : (void *)&narrow, results + i * size, size);
    return size == sizeof wide ? wide : (double)narrow;
}

/* The probe of checks for sums. The input is what it was afterwards. */
static inline void lesson_probe_exactly(struct lesson *l, struct lesson_row *row)
{
    size_t rows = row->shape->rows, size = lesson_result_size(&l->plan);
    if (!l->plan.is_float || l->plan.input != LESSON_RANDOM || !row->launch || lesson_volume(row->shape) == 0
        || l->offers & LESSON_FROM_HOST) /* several processes would have to agree on whether to run again */
        return;
    const int64_t *expected = lesson_expect_signs(&l->plan, row->shape);
    lesson_fill_with(l, LESSON_SIGNS);
    lesson_run_unjudged(l, row);
    unsigned char *results = lesson_fetch_results(l, row);
    for (size_t i = 0; i < rows; i++) {
        double got = lesson_real_result(results, i, size);
        if (got == (double)expected[i])
            continue;
        if (row->verdict.wrong++ > 0)
            continue;
        row->verdict.at = i;
        row->verdict.is_exact = 1;
        row->verdict.exact_input = LESSON_SIGNS;
        row->verdict.exact = (double)expected[i];
        row->verdict.exact_got = got;
    }
    row->verdict.is_right = !row->verdict.wrong;
    free(results);
    if (row->verdict.wrong) { /* two runs that differ say more than one */
        lesson_run_unjudged(l, row);
        results = lesson_fetch_results(l, row);
        row->verdict.exact_again = lesson_real_result(results, row->verdict.at, size);
        free(results);
    }
    lesson_fill_with(l, l->plan.input);
}

#endif
