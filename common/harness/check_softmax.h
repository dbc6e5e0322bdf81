/* harness/check_softmax.h: softmax of rows of float, out[i] = e^(in[i] - max) / S where S is the sum of e^(in[j] - max) over
 * the row; and the logarithm of the sum of e^in[j], max + log S, one for each row.
 *
 * A row with a NaN or with +infinity has no softmax, nor has one of -infinity only, as 0 / 0: NaN is expected. Its
 * log-sum-exp is NaN, infinity, and -infinity; that of no elements is -infinity, too, the logarithm of 0.
 *
 * How far a result may be off, with u = 2^-24 and D = max - in[i], which is at least 0:
 *
 *   - A difference is rounded: its power is off by u D, relatively. CUDA says that __expf(x) is off by 2 + 1.173 |x| units in
 *     the last place, of 2 u at most. A power may be a product of two, e^(in[i] - a) and e^(a - max): then D is shared between
 *     them. Together: u (8 + 3.35 D). Two products and a division: u (11 + 3.35 D).
 *   - S is a sum of such powers, each with a weight p[j] = out[j]. The sum of p[j] D[j] is at most ln n (it is the entropy of
 *     the p[j] less log S). `a` additions one after another: a u. Where parts with different maxima meet, one of them is
 *     multiplied by another power: 5 u and its part of D. That happens as often as every eighth addition, and in each of
 *     the steps that combine threads, of which there are no more than 16. So S is off by u (8 + 3.35 ln n + 1.625 a + 80).
 *   - Results below 2^-126 may be 0.
 *
 * All that grows by one percent for products of errors. The same weights bound what a row's results add up to. So of a
 * random row an element that is missing in S is found if it is worth more than that: up to rows of some 2^13 elements, fewer if
 * the launch function says a longer chain. A second run, of elements that are all the same, finds it up to 2^20. In longer
 * ones --input peaks does, as each peak there is worth 1 in as many as there are. */
#ifndef HARNESS_CHECK_SOFTMAX_H
#define HARNESS_CHECK_SOFTMAX_H

#include "harness/check_rows.h"

/* first: the maximum; second: the sum of powers */
struct lesson_softmax_rule {
    double chain; /* additions one after another; 0: all powers are 1, and S is exact */
    int is_log;   /* log-sum-exp */

    __host__ __device__ double start() const { return -INFINITY; }
    __host__ __device__ double first(double a, double x) const { return a > x || isnan(a) ? a : x; }
    __host__ __device__ double first_of_both(double a, double b) const { return first(a, b); }
    __host__ __device__ double ready(double a, size_t) const { return a; }
    __host__ __device__ double second(double a, double x) const { return exp(x - a); }
    __host__ __device__ double expected(size_t, double x, struct lesson_row_numbers s) const
    {
        if (is_log)
            return isinf(s.first) ? s.first : s.first + log(s.second);
        return exp(x - s.first) / s.second;
    }
    __host__ __device__ double sum_off(struct lesson_row_numbers s) const
    {
        return chain == 0 ? 0 : 1.01 * 0x1p-24 * (8 + 3.35 * log(s.n) + 1.625 * chain + 80);
    }
    __host__ __device__ double bound(size_t i, double x, struct lesson_row_numbers s) const
    {
        if (is_log) /* log has an error of its own, and so has the addition */
            return sum_off(s) + 0x1p-24 * (1 + 3 * fabs(log(s.second)) + fabs(expected(i, x, s)));
        if (!(x > -INFINITY))
            return 0;
        return expected(i, x, s) * (1.01 * 0x1p-24 * (11 + 3.35 * (s.first - x)) + sum_off(s)) + 0x1p-126;
    }
    __host__ __device__ double sum_bound(struct lesson_row_numbers s) const
    {
        if (isnan(s.second) || s.n == 0)
            return -1;
        return 1.01 * 0x1p-24 * (11 + 3.35 * log(s.n)) + sum_off(s) + s.n * 0x1p-126;
    }
    void explain(double got, double expected, struct lesson_row_numbers s) const
    {
        if (!isnan(got) && isnan(expected))
            fprintf(stderr, "  its row has a NaN, infinity, or nothing but -infinity\n");
        else if (isnan(got) && s.first > 88)
            fprintf(stderr, "  likely cause: e^%.9g is infinite, and infinity / infinity a NaN: is the maximum\n"
                            "  subtracted?\n", s.first);
        else if (isnan(got) && s.first < -87)
            fprintf(stderr, "  likely cause: e^%.9g is 0, and 0 / 0 a NaN: is the row's maximum subtracted, or a 0\n"
                            "  that it was to begin with?\n", s.first);
        else if (isnan(got))
            fprintf(stderr, "  likely cause: -infinity - -infinity, where one part of the row has nothing else\n");
    }
};

static inline struct lesson_softmax_rule lesson_softmax_rule_of(const struct lesson_row *row)
{
    double n = (double)row->shape->n;
    return {n > 0 ? lesson_chain(row, n) : 0, !row->check->is_array};
}

static inline struct lesson_verdict lesson_judge_softmax(struct lesson *l, const struct lesson_row *row, size_t copies)
{
    return lesson_judge_rows(l, row, copies, lesson_softmax_rule_of(row));
}

static inline void lesson_explain_softmax(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    lesson_explain_rows(l, row, v, lesson_softmax_rule_of(row));
}

/* If all elements are the same, each power is 1. */
static inline void lesson_probe_softmax(struct lesson *l, struct lesson_row *row)
{
    struct lesson_softmax_rule rule = {0, !row->check->is_array};
    lesson_probe_rows(l, row, LESSON_EQUAL, rule);
}

static const struct lesson_check lesson_softmax = {
    "softmax", 1, LESSON_FLOAT, lesson_judge_softmax, lesson_explain_softmax, 1, lesson_probe_softmax};
static const struct lesson_check lesson_log_sum_exp = {"logarithms of sums", 0, LESSON_FLOAT, lesson_judge_softmax,
                                                       lesson_explain_softmax, 1, lesson_probe_softmax};

#endif
