/* harness/methods.h: ways to add up floats, and how far off each may be.
 *
 * u = 2^-24 is half the distance from 1 to the next float, S the sum of |x|, and k how many additions any element goes
 * through at most. Each of them is off by at most u of what it gives. Whatever the elements are,
 *
 *     LESSON_PLAIN       k u S               all of them add up (Jeannerod and Rump, 2013: for every k)
 *     LESSON_KAHAN       (3 u + 5 k u^2) S + m u S
 *     LESSON_TWO_SUM     u |sum| + 2 (k u)^2 S
 *     LESSON_IN_DOUBLE   u |sum| + k 2^-53 S
 *
 * and u |sum| more where a result is rounded once more. Two sums: what an addition loses is itself a float, and kept. So
 * what is lost is lost in adding up those: there are k of them for each element at most, each u of a partial sum, none of
 * which is larger than S; and they go through 2 k additions (Ogita, Rump and Oishi, "Accurate Sum and Dot Product", 2005,
 * for one order). Kahan: in each step x - c and t - s are off by u |x| at most, nearly; the last correction, u of the sum
 * at most, is never used; all else is of the order of u^2. After that m totals of threads are added plainly: r->plain.
 *
 * Rounding errors that are independent grow like the root of their number, or 6 times that if we are unlucky: 6 u sqrt(k)
 * in place of k u (Higham and Mary: see harness/rounding.h). They are where elements differ in sign, not where all are
 * equal. Then LESSON_TWO_SUM has 2 (6 u sqrt(k))^2 S; and if elements are of one size, too, so that partial sums are like
 * S / sqrt(n), (6 u sqrt(k))^2 S / sqrt(n). With those LESSON_PLAIN has the bound of harness/rounding.h, and LESSON_KAHAN
 * the same with 3 + m additions in place of k.
 *
 * A GPU's atomicAdd of float takes what it adds, and what comes out, for 0 if that is denormal, in global memory. So each
 * of r->atomics additions may be off by 2 FLT_MIN more; only LESSON_PLAIN has such.
 */
#ifndef HARNESS_METHODS_H
#define HARNESS_METHODS_H

#include "harness/rounding.h"
#include <float.h>

enum lesson_method {
    LESSON_PLAIN, LESSON_KAHAN, LESSON_TWO_SUM, LESSON_IN_DOUBLE,
    LESSON_FIXED_POINT, LESSON_BINNED, /* of reproducible sums: harness/grid_sum.h */
    LESSON_METHODS
};

/* How far off a sum of n > 0 elements of float may be; `magnitude` is S. */
static inline double lesson_method_bound(enum lesson_method method, const struct lesson_row *row, double n,
                                         double magnitude, double expected, enum lesson_inputs input)
{
    int has_random_signs = input == LESSON_RANDOM, has_random_errors = input == LESSON_CANCELLING || input == LESSON_HOSTILE;
    double plain = fmin((double)row->r.plain, n), atomics = fmin((double)row->r.atomics, n); /* as it says; no more than n */
    double u = 0x1p-24, k = lesson_chain(row, n) + log2(n) + 1, rounded = 2 * u * fabs(expected),
           flushed = 2 * atomics * FLT_MIN;
    switch (method) {
    case LESSON_TWO_SUM:
        if (has_random_signs)
            return 36 * k * u * u * magnitude / sqrt(n) + rounded;
        return fmin(k * k, has_random_errors ? 36 * k : k * k) * 2 * u * u * magnitude + rounded;
    case LESSON_KAHAN:
        if (has_random_signs)
            return lesson_sum_bound(24, 3 + plain, n, magnitude, expected, 1) + 5 * k * u * u * magnitude;
        return (3 + 5 * k * u + plain) * u * magnitude + rounded;
    case LESSON_FIXED_POINT:
    case LESSON_BINNED: return 0; /* equal to the bit */
    case LESSON_IN_DOUBLE: return k * 0x1p-53 * magnitude + rounded;
    default: return lesson_sum_bound(24, lesson_chain(row, n), n, magnitude, expected, has_random_signs) + flushed;
    }
}

#endif
