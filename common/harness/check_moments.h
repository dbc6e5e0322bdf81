/* harness/check_moments.h: mean and variance of an array of floats.
 *
 * A result is two floats: the mean m, and the mean of (x - m)^2 (the population's variance, divided by n). Of no
 * elements both are NaN; of one the variance is 0. With an infinity or a NaN among the elements neither is finite.
 *
 * What is expected is computed in long double, in two passes. How far a result may be off follows from how it is found.
 * u = 2^-24, D: roundings one after another on the way of an element (r->chain), r: the root of the mean square of x - c:
 * r^2 = variance + (mean - c)^2, where c is the point from which a kernel measures.
 *
 *     mean       D u r + 2 u |mean|          a sum of n terms is off by D u times their absolute values, at most n r
 *     sums       4 D u r^2                   the sums of (x - c) and of (x - c)^2 / n are off by D u r and (D + 2) u r^2,
 *                                            and the first one counts squared
 *     two passes the same, c: the mean as the first pass found it, D u r from the exact one, with r of c = 0
 *     merged     4 D u sqrt(L) s r + L (D u r)^2,   s^2 = variance, L = 1 + log2 n
 *
 * Merged parts: the variance is a sum of squares, those within parts and d^2 w for each merge, where d is the difference
 * of two means. Nothing in it is subtracted. But each d is off by e <= D u r of its part, which changes the sum by 2 d e w
 * + e^2 w; by Cauchy's inequality all of them together by 2 s D u r sqrt(L) + (D u r)^2 L at most, as the w e^2 of one
 * level add up to (D u r)^2. So its error grows with r / s, the condition number, and that of sums with its square:
 * Chan, Golub and LeVeque, "Algorithms for Computing the Sample Variance", The American Statistician, 1983. */
#ifndef HARNESS_CHECK_MOMENTS_H
#define HARNESS_CHECK_MOMENTS_H

#include "harness/one_run.h"
#include "harness/rounding.h"

enum lesson_moments_by { LESSON_SUMS_ABOUT_ZERO, LESSON_SUMS_ABOUT_FIRST, LESSON_TWO_PASSES, LESSON_MERGED };

/* A check knows the method of the kernels that it is for. */
struct lesson_moments_check {
    struct lesson_check check;
    enum lesson_moments_by method;
};

/* Sums of x - c and its square over all elements, in parts. */
static inline void lesson_sums_about(const struct lesson_plan *p, size_t n, long double c, long double *sum,
                                     long double *squares)
{
    enum { PARTS = 256 };
    long double part[PARTS], part_squares[PARTS];
    size_t length = (n + PARTS - 1) / PARTS;
#ifdef _OPENMP
#pragma omp parallel for if (length > 4096)
#endif
    for (int k = 0; k < PARTS; k++) {
        size_t from = length * (size_t)k, to = from + length;
        part[k] = part_squares[k] = 0;
        for (size_t i = from; i < to && i < n; i++) {
            long double x = lesson_item_at(p->type, p->input, p->seed, i).real - c;
            part[k] += x;
            part_squares[k] += x * x;
        }
    }
    *sum = *squares = 0;
    for (int k = 0; k < PARTS; k++) {
        *sum += part[k];
        *squares += part_squares[k];
    }
}

/* The last answer is kept. */
static inline struct lesson_moments lesson_wanted_moments(const struct lesson_plan *p, size_t n)
{
    static struct { int is_known, type, input; uint32_t seed; size_t n; struct lesson_moments moments; } last;
    long double sum, squares, mean;
    if (last.is_known && last.type == p->type && last.input == p->input && last.seed == p->seed && last.n == n)
        return last.moments;
    lesson_sums_about(p, n, 0, &sum, &squares);
    mean = sum / (long double)n;
    lesson_sums_about(p, n, mean, &sum, &squares);
    long double variance = (squares - sum * sum / (long double)n) / (long double)n;
    last = {1, p->type, p->input, p->seed, n,
            {(double)mean, (double)variance, lesson_item_at(p->type, p->input, p->seed, 0).real}};
    return last.moments;
}

struct lesson_moments_bound {
    double mean, variance;
};

static inline struct lesson_moments_bound lesson_bound_moments(const struct lesson_row *row,
                                                               const struct lesson_moments *w)
{
    double n = (double)row->shape->n, u = 0x1p-24, s = sqrt(w->variance), levels = 1 + log2(n > 1 ? n : 1);
    double most = 4 * (n + 256); /* four for each element, and for the steps of combining, if one thread makes them all */
    double off = (row->r.chain ? fmin((double)row->r.chain, most) : lesson_chain(row, n) + 64) * u, about_zero = hypot(s, w->mean);
    enum lesson_moments_by method = ((const struct lesson_moments_check *)row->check)->method;
    double from = method == LESSON_SUMS_ABOUT_ZERO ? w->mean : method == LESSON_TWO_PASSES ? off * about_zero
                                                                                           : w->mean - w->first;
    double r = hypot(s, from), least = off / u * 0x1p-149; /* what underflow takes away */
    struct lesson_moments_bound bound = {off * r + 2 * u * fabs(w->mean) + least, 4 * off * r * r + least};
    if (method == LESSON_MERGED)
        bound.variance = 4 * off * sqrt(levels) * s * r + levels * off * off * r * r + least * levels;
    return bound;
}

static inline struct lesson_verdict lesson_judge_those(struct lesson *l, const struct lesson_row *row,
                                                       const struct lesson_moments *w)
{
    struct lesson_verdict verdict;
    struct lesson_moments_bound bound = lesson_bound_moments(row, w);
    unsigned char *results = lesson_fetch_results(l, row);
    size_t size = row->check->size;
    float got[2];
    memset(&verdict, 0, sizeof verdict);
    memcpy(got, results, sizeof got);
    memcpy(verdict.bytes, results, sizeof got);
    verdict.moments = *w;
    if (row->shape->n == 0)
        verdict.is_right = isnan(got[0]) && isnan(got[1]) && !lesson_is_untouched(&l->plan, results, size);
    else if (!isfinite(w->variance))
        verdict.is_right = !isfinite(got[0]) && !isfinite(got[1]) && !lesson_is_untouched(&l->plan, results, size);
    else
        verdict.is_right = fabs(got[0] - w->mean) <= bound.mean && fabs(got[1] - w->variance) <= bound.variance;
    lesson_judge_behind(l, row, results, &verdict);
    free(results);
    return verdict;
}

static inline struct lesson_verdict lesson_judge_moments(struct lesson *l, const struct lesson_row *row, size_t)
{
    struct lesson_moments w = lesson_wanted_moments(&l->plan, row->shape->n);
    return lesson_judge_those(l, row, &w);
}

/* One element among many hardly changes a variance. So after a right run one is put far from the others: at both ends
 * and at six places between. */
static inline void lesson_probe_moments(struct lesson *l, struct lesson_row *row)
{
    const struct lesson_plan *p = &l->plan;
    size_t n = row->shape->n;
    struct lesson_moments old = lesson_wanted_moments(p, n);
    for (uint32_t k = 0; n > 0 && k < 8 && isfinite(old.variance) && row->verdict.is_right; k++) {
        size_t at = k == 0 ? 0 : k == 1 ? n - 1 : lesson_mix(k + (uint32_t)n) % n;
        struct lesson_item kept = lesson_item_at(p->type, p->input, p->seed, at);
        float value = (float)(old.mean + 100 * (1 + sqrt((double)n * old.variance)));
        if ((double)n * value * value > 0x1p125) /* measured from such an element, squares would leave the range */
            continue;
        long double change = value - (long double)kept.real, mean = old.mean + change / (long double)n;
        struct lesson_moments w = old;
        w.mean = (double)mean;
        w.variance += (double)(change * ((value - mean) + (kept.real - (long double)old.mean)) / (long double)n);
        w.first = at == 0 ? value : w.first;
        lesson_put_item(l, at, {value, 0});
        lesson_poison_results(l);
        lesson_reduce(l, row);
        row->verdict = lesson_judge_those(l, row, &w);
        row->verdict.is_probed = 1;
        row->verdict.probed = at;
        lesson_put_item(l, at, kept);
    }
}

static inline void lesson_print_moments(FILE *file, const struct lesson_row *row, const struct lesson_verdict *v)
{
    struct lesson_moments_bound bound = lesson_bound_moments(row, &v->moments);
    float got[2];
    memcpy(got, v->bytes, sizeof got);
    fprintf(file, "    mean      %-14.9g exact %-18.12g off by %-9.2g allowed %.2g\n", got[0], v->moments.mean,
            fabs(got[0] - v->moments.mean), bound.mean);
    fprintf(file, "    variance  %-14.9g exact %-18.12g off by %-9.2g allowed %.2g\n", got[1], v->moments.variance,
            fabs(got[1] - v->moments.variance), bound.variance);
}

static inline void lesson_tell_moments(const struct lesson *, const struct lesson_row *row)
{
    lesson_print_moments(stdout, row, &row->verdict);
}

static inline void lesson_explain_moments(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    const struct lesson_moments *w = &v->moments;
    double n = (double)row->shape->n;
    float got[2];
    memcpy(got, v->bytes, sizeof got);
    lesson_print_moments(stderr, row, v);
    if (v->is_probed)
        fprintf(stderr, "  in a run with an element at %zu that is far from the others\n", v->probed);
    if (lesson_mistakes() > 0)
        fprintf(stderr, "  likely cause: the mistake that is reported below\n");
    else if (lesson_is_untouched(&l->plan, v->bytes, row->check->size))
        fprintf(stderr, "  likely cause: the result was never written\n");
    else if (n == 0)
        fprintf(stderr, "  of no elements both are NaN\n");
    else if (got[1] < 0)
        fprintf(stderr, "  a variance below 0: digits have cancelled\n");
    else if (n > 1 && fabs(got[1] - w->variance * n / (n - 1)) < 0.1 * w->variance / n)
        fprintf(stderr, "  likely cause: divided by n - 1, not by n\n");
    else if (fabs(got[1] - w->variance * n) < 0.01 * w->variance * n)
        fprintf(stderr, "  likely cause: not divided by n\n");
}

#define LESSON_MOMENTS(method)                                                                                  \
    {{"means and variances", 0, LESSON_FLOAT, lesson_judge_moments, lesson_explain_moments, 1,                   \
      lesson_probe_moments, lesson_tell_moments, 2 * sizeof(float)}, method}
/* In the order of enum lesson_moments_by. */
static const struct lesson_moments_check lesson_moments_by[] = {
    LESSON_MOMENTS(LESSON_SUMS_ABOUT_ZERO), LESSON_MOMENTS(LESSON_SUMS_ABOUT_FIRST), LESSON_MOMENTS(LESSON_TWO_PASSES),
    LESSON_MOMENTS(LESSON_MERGED)};
#undef LESSON_MOMENTS

#endif
