/* harness/check_norms.h: rows of bfloat16 that are normalised: out[i] = (in[i] - mean) / s * weight[i] + bias[i], where s is the
 * square root of (variance + LESSON_EPSILON); and without mean and bias, where s is that of (the mean of the squares +
 * LESSON_EPSILON): LayerNorm and RMSNorm. weight is the first n elements of r->second, bias the last n.
 *
 * How far a result y may be off, with u = 2^-24, R the root of the mean of the squares, `a` additions one after another:
 *
 *   - The mean is a sum of n elements, whose errors are at most a u times the sum of all |x|, which is at most n R. Where
 *     means of parts are merged there are up to four roundings for each addition. So it is off by m = 4 a u R.
 *   - Squares of deviations are off by 3 u, their sum by a u, merging by four times as much: 4 (a + 10) u of the variance. That m
 *     shifts the deviations adds 2 m / s + (m / s)^2 of s^2. Half of all that, relatively, goes into 1 / s, which has 4 u of its own.
 *   - A deviation is off by m / s after the division. Three operations follow: 3 u of the product and of the result.
 *   - The result is rounded to bfloat16, which has 8 bits: by half a unit in the last place, 2^(e - 9) below 2^e.
 *
 * `a` follows from the threads of a row, or is what the launch function says, at most n. A longer chain than there is hides a
 * missing element in rows of some 2^12 elements and more; in those of 2^13 bfloat16 does, whatever the rule.
 *
 * Without a mean m is 0. All that grows by one percent for products of errors. What is below 2^-126 may be 0, and in front of
 * the weight what is below 2^-149. */
#ifndef HARNESS_CHECK_NORMS_H
#define HARNESS_CHECK_NORMS_H

#include "harness/check_rows.h"

#define LESSON_EPSILON 1e-5f

/* first: the mean, or 0; second: the sum of the squares of what differs from it */
struct lesson_norm_rule {
    double chain; /* additions one after another */
    int has_mean;
    int kind;     /* of input */
    uint32_t seed;
    size_t volume;

    __host__ __device__ double start() const { return 0; }
    __host__ __device__ double first(double a, double x) const { return has_mean ? a + x : 0; }
    __host__ __device__ double first_of_both(double a, double b) const { return a + b; }
    __host__ __device__ double ready(double a, size_t n) const { return a / (double)n; }
    __host__ __device__ double second(double a, double x) const { return (x - a) * (x - a); }
    __host__ __device__ double weight(size_t i) const
    {
        return lesson_item_at(LESSON_OF_BFLOAT16, kind, ~seed, i).real;
    }
    __host__ __device__ double bias(size_t i, double n) const
    {
        return has_mean ? lesson_item_at(LESSON_OF_BFLOAT16, kind, ~seed, volume - (size_t)n + i).real : 0;
    }
    __host__ __device__ double spread(struct lesson_row_numbers s) const { return sqrt(s.second / s.n + LESSON_EPSILON); }
    __host__ __device__ double expected(size_t i, double x, struct lesson_row_numbers s) const
    {
        return (x - s.first) / spread(s) * weight(i) + bias(i, s.n);
    }
    __host__ __device__ double bound(size_t i, double x, struct lesson_row_numbers s) const
    {
        double u = 0x1p-24, y = expected(i, x, s), of = spread(s), far = fabs((x - s.first) / of), w = fabs(weight(i));
        double m = has_mean ? 4 * chain * u * sqrt(s.second / s.n + s.first * s.first) / of : 0;
        double inverse = (4 * (chain + 10) * u + 2 * m + m * m) / 2 + 4 * u;
        double lost = w * (far * (inverse + 3 * u) + m) + 3 * u * (w * far + fabs(y));
        int exponent;
        if (!isfinite(y))
            return 0;
        frexp(fabs(y) + lost, &exponent); /* it is below 2^exponent */
        return 1.01 * lost + ldexp(1.0, exponent - 9) + w * 0x1p-149 + 0x1p-126;
    }
    __host__ __device__ double sum_bound(struct lesson_row_numbers) const { return -1; }
    void explain(double got, double expected, struct lesson_row_numbers s) const
    {
        double root = sqrt(s.second / s.n);
        if (!isfinite(got) && root < LESSON_EPSILON)
            fprintf(stderr, "  all elements are alike, so nothing but epsilon should be below the root: is it there?\n");
        else if (isnan(got) && root < fabs(s.first) / 64)
            fprintf(stderr, "  the mean is %.9g, the deviation %.3g: was one large number subtracted from another?\n", s.first,
                    root);
        else if (isnan(expected))
            fprintf(stderr, "  its row has a NaN or infinity\n");
    }
};

static inline struct lesson_norm_rule lesson_norm_rule_of(const struct lesson *l, const struct lesson_row *row);
static inline struct lesson_verdict lesson_judge_norm(struct lesson *l, const struct lesson_row *row, size_t copies)
{
    return lesson_judge_rows(l, row, copies, lesson_norm_rule_of(l, row));
}

static inline void lesson_explain_norm(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    lesson_explain_rows(l, row, v, lesson_norm_rule_of(l, row));
}

static const struct lesson_check lesson_rms_norm = {"norms", 1, LESSON_BFLOAT16, lesson_judge_norm, lesson_explain_norm, 1};
static const struct lesson_check lesson_layer_norm = {"norms", 1, LESSON_BFLOAT16, lesson_judge_norm, lesson_explain_norm, 1};

static inline struct lesson_norm_rule lesson_norm_rule_of(const struct lesson *l, const struct lesson_row *row)
{
    double n = (double)row->shape->n;
    return {n > 0 ? lesson_chain(row, n) : 0, row->check == &lesson_layer_norm, l->plan.input, l->plan.seed,
            lesson_volume(row->shape)};
}

#endif
