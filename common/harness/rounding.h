/* harness/rounding.h: how far a sum may be off.
 *
 * int sums must be equal (both are taken modulo 2^32, as the hardware adds). A float sum of n
 * elements may differ from the exact one by
 *
 *     bound = 6 u S / sqrt(n) * sqrt(a + log2(n) + 1) + 2 u |expected|      u = 2^-24
 *
 * where S is the sum of |x| and `a` the most additions that are made one after another: by one
 * thread over its share of the row, or what the launch function says (r->chain). S / sqrt(n) is the
 * size of a partial sum of n values with random signs, sqrt(a + log2 n) how rounding errors that
 * are independent grow along a chain of additions (Higham and Mary, "A New Approach to
 * Probabilistic Rounding Error Analysis", 2019). A right kernel stays some four times below it.
 * Every element is at least 1/2 in size, so a sum that lacks one cannot pass while the bound is
 * below 1/2: at 2^20 elements it is 0.0014 for a tree, at 2^29 with 2048 elements per thread 0.28.
 * Where it is not, or the launch function says more than is true, harness/exact.h finds it all the same.
 */
#ifndef HARNESS_ROUNDING_H
#define HARNESS_ROUNDING_H

#include "harness/check.h"

/* Additions that one thread makes in a row of n elements; never more than there are elements. */
static inline double lesson_chain(const struct lesson_row *row, double n)
{
    double threads = 32; /* a warp has a ragged row */
    if (row->kind == LESSON_LIBRARY)
        threads = 128;
    else if (!row->shape->begin || row->check->is_array)
        threads = fmax((double)row->r.grid * row->r.block / (double)row->shape->batch, 1.0);
    return fmin(fmax(ceil(n / threads), (double)row->r.chain), n);
}

/* The bound above, for results of so many bits (24: float), and elements of random signs. Of others it is
 * (a + log2(n) + 1) u S + 2 u |expected|, which holds for all. */
static inline double lesson_sum_bound(int digits, double chain, double n, double magnitude, double expected,
                                      int has_random_signs)
{
    double u = ldexp(1.0, -digits), additions = chain + log2(n) + 1.0;
    double lost = has_random_signs ? 6.0 * u * magnitude / sqrt(n) * sqrt(additions) : u * magnitude * additions;
    return lost + 2.0 * u * fabs(expected);
}

/* The same for a product of n factors: each of its n roundings changes the result by u of it at most. They are not
 * independent where factors repeat, so they count as if all had one direction. */
static inline double lesson_product_bound(int digits, double n, double expected)
{
    return expm1(n * ldexp(1.0, -digits) * 1.01) * fabs(expected);
}

static inline double lesson_bound(const struct lesson *l, const struct lesson_row *row, double n,
                                  struct lesson_sum expected)
{
    const double unit = lesson_unit(l->plan.type);
    if (!l->plan.is_float || n == 0)
        return 0;
    return lesson_sum_bound(24, lesson_chain(row, n), n, (double)expected.magnitude * unit,
                            (double)expected.sum * unit, 1);
}

/* Is `got` the sum of `units`, to the last bit for int, within the bound for float? */
static inline int lesson_matches(const struct lesson *l, union lesson_value got, int64_t units,
                                 double bound)
{
    if (!l->plan.is_float)
        return (uint32_t)got.i == (uint32_t)units;
    return fabs((double)got.f - (double)units * lesson_unit(1)) <= bound; /* NaN: false */
}

/* got minus expected, in the elements' own unit. */
static inline double lesson_difference(const struct lesson *l, union lesson_value got,
                                       int64_t expected)
{
    return l->plan.is_float ? (double)got.f - (double)expected * lesson_unit(1)
                            : (double)(int)((uint32_t)got.i - (uint32_t)expected);
}

#endif
