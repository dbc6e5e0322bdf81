/* harness/grid_sum.h: sums of floats that do not depend on any order, as defined here.
 *
 * Each element is rounded to a multiple of a unit, halves to the even one; these multiples are added up exactly, and
 * their sum is rounded once, to a float. The unit follows from the largest |x|, of exponent e: 2^e <= |x| < 2^(e + 1)
 * (of 0 and denormal numbers e is -127):
 *
 *     LESSON_FIXED_POINT    2^(e - 29): the largest is below 2^30 units
 *     LESSON_BINNED         2^(22 (t - 2)) with t = floor((e + 1) / 22), but -5 at least: the largest is from 2^43 to 2^65
 *                           units, unless it is below 2^-89
 *
 * With an infinity or a NaN among the elements the result is what IEEE 754 says. So the error of a sum without them is
 * at most n / 2 units and a last rounding. */
#ifndef HARNESS_GRID_SUM_H
#define HARNESS_GRID_SUM_H

#include "harness/elements.h"
#include "harness/methods.h"
#include <math.h>

struct lesson_grid_sum {
    __int128 units;
    double special; /* the sum of infinities and NaNs, or 0 */
};

/* The exponent e of a size; see above. */
static inline int lesson_size_exponent(double size)
{
    int exponent = 0;
    frexp(size, &exponent);
    return size < 0x1p-126 ? -127 : exponent - 1;
}

/* The unit is 2^this. */
static inline int lesson_unit_exponent(enum lesson_method method, double largest)
{
    int e = lesson_size_exponent(largest);
    return method == LESSON_FIXED_POINT ? e - 29 : 22 * (int)(fmax(floor((e + 1) / 22.0), -5) - 2);
}

/* The sum of elements [from, to) by one of the two methods. */
static inline float lesson_sum_on_grid(const struct lesson_plan *p, enum lesson_method method, size_t from, size_t to)
{
    enum { PARTS = 256 };
    double largest[PARTS], most = 0;
    struct lesson_grid_sum part[PARTS], all = {0, 0};
    size_t length = (to - from + PARTS - 1) / PARTS;
    for (int pass = 0, exponent = 0; pass < 2; pass++) {
#ifdef _OPENMP
#pragma omp parallel for if (length > 4096)
#endif
        for (int i = 0; i < PARTS; i++) {
            size_t begin = from + length * (size_t)i, end = begin + length < to ? begin + length : to;
            if (pass == 0)
                largest[i] = 0;
            else
                part[i] = {0, 0};
            for (size_t k = begin; k < end; k++) {
                double x = lesson_item_at(p->type, p->input, p->seed, k).real;
                if (pass == 0 && isfinite(x))
                    largest[i] = fmax(largest[i], fabs(x));
                else if (pass == 1 && isfinite(x))
                    part[i].units += (__int128)nearbyint(ldexp(x, -exponent));
                else if (pass == 1)
                    part[i].special += x;
            }
        }
        for (int i = 0; i < PARTS && pass == 0; i++)
            most = fmax(most, largest[i]);
        exponent = lesson_unit_exponent(method, most);
        for (int i = 0; i < PARTS && pass == 1; i++) {
            all.units += part[i].units;
            all.special += part[i].special;
        }
        if (pass == 1)
            return all.special != 0 ? (float)all.special : ldexpf((float)all.units, exponent);
    }
    return 0;
}

#endif
