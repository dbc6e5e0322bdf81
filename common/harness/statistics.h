/* harness/statistics.h: what is reported of samples: median, minimum, and the spread, which is the
 * distance from the 10th to the 90th percentile in percent of the median. */
#ifndef HARNESS_STATISTICS_H
#define HARNESS_STATISTICS_H

#include <stdlib.h>

#define LESSON_NOISY 5.0 /* percent of spread */

struct lesson_statistics {
    double median, min, spread; /* as the samples; spread in percent */
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

#endif
