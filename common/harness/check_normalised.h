/* harness/check_normalised.h: a normalised array, out[i] = (in[i] - mean) / max |in[j]|, of float.
 *
 * Each element is compared with the same computed in double from the exact sum and maximum. Allowed
 * are three roundings of values up to 4, and what harness/rounding.h allows the sum to be off. All
 * elements together may be off by no more than one rounding each (of x - mean, which comes out
 * alike for all x, as they are multiples of 2^-23): so up to 2^22 elements, a mean that lacks one
 * is found. What lies behind the results must still be the poison from before the run. */
#ifndef HARNESS_CHECK_NORMALISED_H
#define HARNESS_CHECK_NORMALISED_H

#include "harness/check_array.h"
#include "harness/rounding.h"

/* The two numbers that every element depends on. */
struct lesson_norm {
    double mean, largest;
};

static inline struct lesson_norm lesson_norm_of(const struct lesson_shape *shape)
{
    return {(double)shape->whole.sum * LESSON_FLOAT_UNIT / (double)lesson_volume(shape),
            (double)shape->whole.largest * LESSON_FLOAT_UNIT};
}

/* The element that a normalised array has at index i. */
static __host__ __device__ inline double lesson_normalised(uint32_t seed, int input, size_t i,
                                                           struct lesson_norm norm)
{
    return (lesson_element(seed, i, LESSON_OF_FLOAT, input) * LESSON_FLOAT_UNIT - norm.mean) / norm.largest;
}

namespace harness {

static __global__ void check_normalised(struct lesson_input input, const float *out,
                                        struct lesson_norm norm, double bound,
                                        struct lesson_found *found)
{
    double sum = 0; /* of what this thread's elements are off */
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t all = input.pitch * input.copies;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        size_t at = i % input.pitch;
        if (at >= input.n) {
            if (!isnan(out[i])) /* the poison is a NaN */
                atomicMin(&found->first_bad, (unsigned long long)i);
            continue;
        }
        double expected = lesson_normalised(input.seed, input.kind, at, norm);
        if (!(fabs(out[i] - expected) <= bound))
            atomicMin(&found->first_bad, (unsigned long long)i);
        sum += out[i] - expected;
    }
    atomicAdd(&found->off, sum);
}

}

static inline struct lesson_verdict lesson_judge_normalised(struct lesson *l,
                                                            const struct lesson_row *row,
                                                            size_t copies)
{
    const float *out = (const float *)l->memory.out.data;
    struct lesson_norm norm = lesson_norm_of(row->shape);
    double n = (double)l->input.n, u = ldexp(1.0, -24);
    double sum_off = lesson_bound(l, row, n, row->shape->whole) / norm.largest;
    double bound = 8 * u + sum_off / n;
    double most_off = (double)copies * (sum_off + u * n + 8 * u * sqrt(n));
    struct lesson_found found = lesson_look_at_array(
        l, copies, [&](struct lesson_input input, struct lesson_found *seen) {
            lesson_launch_over(input.pitch * input.copies, l->stream, harness::check_normalised,
                               input, out, norm, bound, seen);
        });
    struct lesson_verdict verdict =
        lesson_judge_array(l, found, !(fabs(found.off) > most_off), copies);
    verdict.bound = bound;
    return verdict;
}

static inline void lesson_explain_normalised(struct lesson *l, struct lesson_row *row,
                                             const struct lesson_verdict *v)
{
    struct lesson_norm norm = lesson_norm_of(row->shape);
    if (v->all_off != 0) {
        fprintf(stderr, "  each element is near enough, but all together are off by %.6g: is an\n"
                        "  element missing in the sum?\n", v->all_off);
        return;
    }
    double expected = lesson_normalised(l->plan.seed, l->plan.input, v->at, norm);
    if (isnan(v->got.f))
        fprintf(stderr, "  the first wrong element is %zu: expected %.9g, got NaN\n", v->at,
                expected);
    else
        fprintf(stderr, "  the first wrong element is %zu: expected %.9g, got %.9g, allowed %.3g\n",
                v->at, expected, (double)v->got.f, v->bound);
    fprintf(stderr, "  (sum %.9g, mean %.9g, largest %.9g)\n", norm.mean * (double)l->input.n,
            norm.mean, norm.largest);
    lesson_explain_unwritten(l, v, 0);
}

static const struct lesson_check lesson_normalised_array = {
    "normalised elements", 1, LESSON_FLOAT, lesson_judge_normalised, lesson_explain_normalised};

#endif
