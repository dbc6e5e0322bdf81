/* harness/check_columns.h: one sum per column of r->batch rows of r->n floats, for lessons with LESSON_COLUMNS.
 *
 * What is expected is added up in double from the elements themselves, with the rounding errors kept (Neumaier): of
 * random elements exactly, as they are whole numbers of units that stay below 2^53; of others to far less than the
 * last bit of a float. How far a column of R elements may be off says lesson_sum_bound of harness/rounding.h, with the
 * longest chain of additions that a thread can make: its share of a column, or what the launch function says.
 * Elements can be denormals or large, but sums lose nothing to underflow: a sum of floats that is a denormal is exact.
 * Where a column has a NaN, or infinities of both signs, the result must be a NaN; with one infinity, that. Of no rows
 * the sum is 0, the identity. */
#ifndef HARNESS_CHECK_COLUMNS_H
#define HARNESS_CHECK_COLUMNS_H

#include "harness/run.h"
#include "harness/host_begin.h"

struct lesson_column {
    double sum;
    float magnitude; /* sum of the absolute values, rounded up */
};

/* The element of row i and column k. */
static inline double lesson_in_column(const struct lesson_plan *p, const struct lesson_shape *shape, size_t i, size_t k)
{
    return lesson_item_at(p->type, p->input, p->seed, i * shape->n + k).real;
}

/* Rows [from, to) of column k. */
static inline struct lesson_column lesson_add_column(const struct lesson_plan *p, const struct lesson_shape *shape,
                                                     size_t k, size_t from, size_t to)
{
    double sum = 0, lost = 0, special = 0, magnitude = 0;
    for (size_t i = from; i < to; i++) {
        double x = lesson_in_column(p, shape, i, k), next = sum + x;
        if (!isfinite(x)) {
            special += x;
            continue;
        }
        lost += fabs(sum) >= fabs(x) ? (sum - next) + x : (x - next) + sum;
        sum = next;
        magnitude += fabs(x);
    }
    return {special != 0 ? special : sum + lost, (float)(magnitude * (1 + 0x1p-20))}; /* != 0: also a NaN */
}

/* What is expected of a shape's columns, once for each shape. A long column is added up in parts, so that all
 * processors of the host work where the compiler has OpenMP; the parts follow from the shape alone. */
static inline const struct lesson_column *lesson_expect_columns(const struct lesson_plan *p, struct lesson_shape *shape)
{
    enum { PARTS = 256 };
    size_t columns = shape->n, length = shape->batch / PARTS + 1;
    if (shape->column)
        return shape->column;
    struct lesson_column *all = (struct lesson_column *)lesson_host_alloc(columns + 1, sizeof *all);
    if (columns >= PARTS || shape->batch < PARTS) {
#ifdef _OPENMP
#pragma omp parallel for if (columns * shape->batch > 1 << 20)
#endif
        for (size_t k = 0; k < columns; k++)
            all[k] = lesson_add_column(p, shape, k, 0, shape->batch);
        return shape->column = all;
    }
    for (size_t k = 0; k < columns; k++) {
        struct lesson_column part[PARTS];
#ifdef _OPENMP
#pragma omp parallel for if (length > 4096)
#endif
        for (size_t i = 0; i < PARTS; i++) {
            size_t from = i * length < shape->batch ? i * length : shape->batch;
            size_t to = shape->batch - from < length ? shape->batch : from + length;
            part[i] = lesson_add_column(p, shape, k, from, to);
        }
        all[k] = part[0];
        for (int i = 1; i < PARTS; i++) {
            all[k].sum += part[i].sum;
            all[k].magnitude += part[i].magnitude;
        }
    }
    return shape->column = all;
}

/* How far the sum of a column may be off. */
static inline double lesson_column_bound(const struct lesson *l, const struct lesson_row *row,
                                         const struct lesson_column *wanted)
{
    double rows = (double)row->shape->batch, columns = (double)row->shape->n;
    double threads = row->kind == LESSON_LIBRARY ? 1 : fmax((double)row->r.grid * row->r.block / columns, 1);
    double chain = fmin(fmax(ceil(rows / threads), (double)row->r.chain), rows);
    if (rows == 0)
        return 0;
    return lesson_sum_bound(24, chain, rows, wanted->magnitude, wanted->sum, l->plan.input == LESSON_RANDOM);
}

static inline int lesson_is_column(const struct lesson *l, const struct lesson_row *row, float got,
                                   const struct lesson_column *wanted)
{
    if (!isfinite(wanted->sum))
        return isnan(wanted->sum) ? isnan(got) : got == wanted->sum;
    double off = fabs(got - wanted->sum);
    return off <= 0x1p-23 * fabs(wanted->sum) /* which any bound allows */
           || off <= lesson_column_bound(l, row, wanted); /* NaN: false */
}

static inline struct lesson_verdict lesson_judge_columns(struct lesson *l, const struct lesson_row *row, size_t)
{
    size_t columns = row->shape->n;
    const struct lesson_column *wanted = lesson_expect_columns(&l->plan, row->shape);
    struct lesson_verdict verdict;
    union lesson_value *got = (union lesson_value *)lesson_host_alloc(columns + 1, sizeof *got);
    memset(&verdict, 0, sizeof verdict);
    CUDA_CHECK(cudaMemcpyAsync(got, row->r.result, (columns + 1) * sizeof *got, cudaMemcpyDefault, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    size_t wrong = 0, first = columns;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : wrong) reduction(min : first) if (columns > 1 << 20)
#endif
    for (size_t k = 0; k < columns; k++)
        if (!lesson_is_column(l, row, got[k].f, &wanted[k])) {
            wrong++;
            first = k < first ? k : first;
        }
    verdict.wrong = wrong;
    verdict.at = wrong ? first : 0;
    verdict.got = got[verdict.at];
    unsigned poison = 0x01010101u * (unsigned)lesson_poison_byte(&l->plan);
    if (!verdict.wrong && (unsigned)got[columns].i != poison) {
        verdict.wrong = 1;
        verdict.at = columns;
        verdict.got = got[columns];
    }
    verdict.is_right = !verdict.wrong;
    free(got);
    return verdict;
}

/* Says what a wrong sum looks like: another column's, all rows several times, or all but the first or last few. */
static inline void lesson_blame_column(struct lesson *l, const struct lesson_row *row, size_t at, float got)
{
    struct lesson_shape *shape = row->shape;
    const struct lesson_column *all = lesson_expect_columns(&l->plan, shape);
    struct lesson_column wanted = all[at], some = wanted;
    size_t rows = shape->batch, most = rows < 4096 ? rows : 4096;
    for (size_t k = 0; k < shape->n; k++)
        if (k != at && lesson_is_column(l, row, got, &all[k])) {
            lesson_blame(l, "column", "this is the sum of column %zu", k);
            return;
        }
    for (int times = 2; times <= 1024 && wanted.sum != 0; times++) {
        some.sum = times * wanted.sum;
        if (lesson_is_column(l, row, got, &some)) {
            lesson_blame(l, "copies", "every row was added %d times", times);
            return;
        }
    }
    for (int is_end = 0; is_end < 2; is_end++) {
        some.sum = wanted.sum;
        for (size_t i = 0; i < most; i++) {
            some.sum -= lesson_in_column(&l->plan, shape, is_end ? rows - 1 - i : i, at);
            if (i + 1 < rows && lesson_is_column(l, row, got, &some)) {
                lesson_blame(l, "rows", "the %s %zu row%s of it %s missing", is_end ? "last" : "first", i + 1,
                             i ? "s" : "", i ? "are" : "is");
                return;
            }
        }
    }
    if (got == 0)
        lesson_blame(l, "nothing", "the result is 0: nothing was added up");
    else
        lesson_blame(l, NULL, "no pattern found: it is not the first or last rows, and no other column");
}

/* Runs the kernel once more: two runs that differ say more than one. (A mistake says it all.) */
static inline void lesson_explain_columns(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    const struct lesson_column wanted = lesson_expect_columns(&l->plan, row->shape)[v->at];
    unsigned poison = 0x01010101u * (unsigned)lesson_poison_byte(&l->plan);
    char expected[64], got[64];
    fprintf(stderr, "  expected %s, got %s, allowed %.3g (%zu rows, input %s)\n",
            lesson_format_result(expected, sizeof expected, &l->plan, LESSON_SUM, {wanted.sum, 0}),
            lesson_format_result(got, sizeof got, &l->plan, LESSON_SUM, {v->got.f, 0}),
            isfinite(wanted.sum) ? lesson_column_bound(l, row, &wanted) : 0.0, row->shape->batch,
            lesson_input_names[l->plan.input]);
    if (lesson_mistakes() > 0) {
        lesson_blame(l, NULL, "the mistake that is reported below");
        return;
    }
    lesson_run_once(l, row);
    union lesson_value again = lesson_fetch(l, (const char *)row->r.result + v->at * sizeof again);
    if ((unsigned)v->got.i == poison)
        lesson_blame(l, "unwritten", "the result was never written");
    else if (memcmp(&again, &v->got, sizeof again) && !(isnan(again.f) && isnan(v->got.f)))
        lesson_blame_two_runs(l, (double)v->got.f, (double)again.f);
    else if (isnan(v->got.f) && !lesson_may_give_nan(l->plan.input))
        lesson_blame(l, "unwritten",
                     "a partial sum that went into it was never written (outputs are filled with\n"
                     "  NaN before each run)");
    else
        lesson_blame_column(l, row, v->at, v->got.f);
}

static const struct lesson_check lesson_columns = {
    "column sums", 0, LESSON_FLOAT, lesson_judge_columns, lesson_explain_columns, 1, lesson_probe_exactly};

/* As lesson_run and lesson_run_library. */
static inline void lesson_run_columns(struct lesson *l, const char *kernel, lesson_launch launch,
                                      unsigned elements_per_thread)
{
    lesson_run_checked(l, &lesson_columns, kernel, launch, elements_per_thread);
}

static inline void lesson_run_columns_library(struct lesson *l, const char *name, lesson_launch launch)
{
    lesson_run_checked_library(l, &lesson_columns, name, launch);
}

#include "harness/host_end.h"
#endif
