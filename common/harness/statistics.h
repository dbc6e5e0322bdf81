/* harness/statistics.h: what is reported of samples: median, minimum, and the spread, which is the
 * distance from the 10th to the 90th percentile in percent of the median; and how far a mean may be
 * off. */
#ifndef HARNESS_STATISTICS_H
#define HARNESS_STATISTICS_H

#include <math.h>
#include <stdlib.h>

struct lesson_statistics {
    double median, min, spread; /* as the samples; spread in percent */
};

/* A mean, and the half width of its 95 % interval: NAN where fewer than two values say nothing. */
struct lesson_interval {
    double mean, half;
};

/* For qsort. */
static inline int lesson_compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the n samples, at least 1. */
static inline struct lesson_statistics lesson_statistics_of(double *sample, int n)
{
    struct lesson_statistics s;
    qsort(sample, (size_t)n, sizeof *sample, lesson_compare_doubles);
    s.min = sample[0];
    s.median = n % 2 ? sample[n / 2] : (sample[n / 2 - 1] + sample[n / 2]) / 2;
    s.spread = 100.0 * (sample[n - 1 - (n - 1) / 10] - sample[(n - 1) / 10]) / s.median;
    return s;
}

/* Student's t for 95 %, two-sided, with n - 1 degrees of freedom. The tables are exact to their digits;
 * beyond them the first terms of the expansion in 1 / (n - 1), good to three digits.
 *
 * is_stopped: whoever took the values stopped when their interval was narrow enough. Then it is often narrow by chance:
 * of intervals by the t for 95 %, looked at after each round, as few as 92 % hold. By the t for 97.5 % at least 95 % do
 * (tests/49_series.t tries it). */
static inline double lesson_student(int n, int is_stopped)
{
    static const double t[][10] = {{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228},
                                   {25.452, 6.205, 4.177, 3.495, 3.163, 2.969, 2.841, 2.752, 2.685, 2.634}};
    int freedom = n - 1;
    if (freedom <= 10)
        return t[is_stopped != 0][freedom - 1];
    return is_stopped ? 2.241 + 3.376 / freedom + 4.893 / freedom / freedom
                      : 1.960 + 2.372 / freedom + 2.823 / freedom / freedom;
}

/* Of n independent values, such as the medians of n rounds. */
static inline struct lesson_interval lesson_interval_of(const double *x, int n, int is_stopped)
{
    struct lesson_interval i = {0, NAN};
    double squares = 0;
    for (int k = 0; k < n; k++)
        i.mean += x[k] / n;
    for (int k = 0; k < n; k++)
        squares += (x[k] - i.mean) * (x[k] - i.mean);
    if (n > 1)
        i.half = lesson_student(n, is_stopped) * sqrt(squares / (n - 1) / n);
    return i;
}

#endif
