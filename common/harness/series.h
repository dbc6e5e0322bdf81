/* harness/series.h: the rows of one shape, timed in turn.
 *
 * A card's speed drifts: with its temperature, its clocks, its neighbours. Kernels that are measured
 * one after the other get that difference, too. So all rows of a shape are measured together, in
 * rounds: each round takes some samples of every row. Whatever drifts meets all of them.
 *
 * The medians of a row's rounds say how well its time is known (Student's interval of their mean),
 * and two rows are compared round by round: the ratio of their medians in each round, and the
 * interval of these ratios' mean. Where it holds 1, there is no difference that this run could show. Intervals are wider
 * where the rounds end as soon as they are narrow: harness/statistics.h.
 *
 * On a GPU there are rounds until each row is known to LESSON_NARROW percent, but no more than
 * LESSON_MOST_ROUNDS, and few where kernels are slow. --samples sets their number.
 */
#ifndef HARNESS_SERIES_H
#define HARNESS_SERIES_H

#include "harness/clock.h"
#include "harness/time.h"

#define LESSON_IN_ROUND 5     /* samples of a row */
#define LESSON_CALLS 2        /* calls of a row in a round */
#define LESSON_ROUND_MS 100.0 /* of samples of a row: slow kernels get fewer */
#define LESSON_LEAST_ROUNDS 5
#define LESSON_MOST_ROUNDS 20
#define LESSON_NARROW 0.25    /* percent */
#define LESSON_MAX_MS 1000.0  /* for each row: then it is enough after LESSON_ENOUGH_ROUNDS */
#define LESSON_ENOUGH_ROUNDS 3
#define LESSON_NOISY 1.0      /* percent: a row that is known no better says so */
#define LESSON_RESOLUTION 0.1 /* percent: what is nearer is not told apart */

/* Warm-ups, and what the row's samples need. */
static inline void lesson_begin_row(struct lesson *l, struct lesson_row *row)
{
    const struct lesson_plan *p = &l->plan;
    int samples = p->is_adaptive ? LESSON_MOST_ROUNDS * LESSON_IN_ROUND : p->samples;
    int rounds = (samples + LESSON_IN_ROUND - 1) / LESSON_IN_ROUND;
    double ms = 0;
    row->sample = (double *)lesson_host_alloc((size_t)samples, sizeof *row->sample);
    row->of_round = (double *)lesson_host_alloc((size_t)rounds, sizeof *row->of_round);
    row->call = (double *)lesson_host_alloc((size_t)rounds * LESSON_CALLS, sizeof *row->call);
    row->call_of_round = (double *)lesson_host_alloc((size_t)rounds, sizeof *row->call_of_round);
    lesson_capture(l, row);
    for (int i = 0; i < p->warmups; i++)
        ms = row->host ? lesson_host_sample(l, row) : lesson_sample(l, row);
    row->is_stopped = p->is_adaptive;
    row->in_round = LESSON_IN_ROUND;
    if (!l->options.samples)
        while (row->in_round > 1 && row->in_round * ms * row->repeats > LESSON_ROUND_MS)
            row->in_round--;
    row->in_round = lesson_agreed(row->in_round);
}

/* One round of a row. Returns milliseconds of samples. */
static inline double lesson_round(struct lesson *l, struct lesson_row *row)
{
    double in_round[LESSON_IN_ROUND], ms = 0;
    int samples = row->in_round;
    if (!l->plan.is_adaptive && samples > l->plan.samples - row->samples)
        samples = l->plan.samples - row->samples;
    row->call_of_round[row->rounds] = 0;
    for (int i = 0; i < LESSON_CALLS && !row->host && !l->device.is_cpu; i++) {
        row->call[row->calls] = lesson_call(l, row);
        row->call_of_round[row->rounds] += row->call[row->calls++] / LESSON_CALLS;
    }
    for (int i = 0; i < samples; i++) {
        in_round[i] = row->host ? lesson_host_sample(l, row) : lesson_sample(l, row);
        ms += in_round[i] * row->repeats;
        row->sample[row->samples++] = in_round[i];
    }
    row->of_round[row->rounds++] = lesson_statistics_of(in_round, samples).median;
    return ms;
}

/* Half the width of the median's 95 % interval, in percent; NAN: not known after one round. */
static inline double lesson_error(const struct lesson_row *row)
{
    struct lesson_interval i = lesson_interval_of(row->of_round, row->rounds, row->is_stopped);
    return 100 * i.half / i.mean;
}

/* Is the round that comes after so many the last? `ms`: of samples so far. */
static inline int lesson_is_last_round(const struct lesson *l, const struct lesson_row *row,
                                       int rows, int rounds, double ms)
{
    int done = rounds + 1, is_known = done >= LESSON_LEAST_ROUNDS;
    if (!l->plan.is_adaptive)
        return done * LESSON_IN_ROUND >= l->plan.samples;
    for (int i = 0; i < rows; i++)
        is_known = is_known && (!row[i].sample || lesson_error(&row[i]) <= LESSON_NARROW);
    return is_known || done >= LESSON_MOST_ROUNDS
           || (ms > LESSON_MAX_MS * rows && done >= LESSON_ENOUGH_ROUNDS);
}

/* What is reported of the samples. */
static inline void lesson_end_row(struct lesson_row *row)
{
    struct lesson_statistics s = lesson_statistics_of(row->sample, row->samples);
    row->median = s.median;
    row->min = s.min;
    row->spread = s.spread;
    row->error = lesson_error(row);
    row->call_median = row->calls ? lesson_statistics_of(row->call, row->calls).median
                       : row->host ? s.median : NAN;
    if (row->graph)
        CUDA_CHECK(cudaGraphExecDestroy(row->graph));
    if (row->call_graph)
        CUDA_CHECK(cudaGraphExecDestroy(row->call_graph));
    row->graph = row->call_graph = NULL;
}

/* Times those rows that were right so far, and judges what their last samples left. */
static inline void lesson_time_rows(struct lesson *l, struct lesson_row *row, int rows)
{
    double ms = 0;
    int right = 0;
    for (int i = 0; i < rows; i++)
        if (lesson_agreed(lesson_is_right(&row[i]))) {
            lesson_begin_row(l, &row[i]);
            right++;
        }
    for (int round = 0, is_last = right == 0; !is_last; round++) {
        is_last = lesson_agreed(lesson_is_last_round(l, row, rows, round, ms));
        for (int i = 0; i < rows; i++) {
            if (!row[i].sample)
                continue;
            ms += lesson_round(l, &row[i]);
            if (is_last) {
                row[i].when = "right in the first run, wrong in the last timed one";
                row[i].verdict = row[i].check->judge(l, &row[i], row[i].host ? 1 : l->input.copies);
            }
        }
    }
    l->clock_mhz = right ? lesson_clock_mhz(l->stream) : 0;
    for (int i = 0; i < rows; i++)
        if (row[i].sample)
            lesson_end_row(&row[i]);
}

/* How many times as fast as others some were, round by round, and how far off that may be: NAN after
 * one round. */
static inline struct lesson_interval lesson_ratio_of(const double *others, const double *some,
                                                     int rounds, int is_stopped)
{
    double *log_ratio = (double *)lesson_host_alloc((size_t)rounds, sizeof *log_ratio);
    for (int i = 0; i < rounds; i++)
        log_ratio[i] = log(others[i] / some[i]);
    struct lesson_interval i = lesson_interval_of(log_ratio, rounds, is_stopped);
    free(log_ratio);
    i.mean = exp(i.mean);
    if (i.half < LESSON_RESOLUTION / 100) /* false where it is not known */
        i.half = LESSON_RESOLUTION / 100;
    i.half *= i.mean;
    return i;
}

/* How many times as fast as `first` a row is. Both must have been right. */
static inline struct lesson_interval lesson_ratio(const struct lesson_row *first,
                                                  const struct lesson_row *row)
{
    return lesson_ratio_of(first->of_round, row->of_round,
                           first->rounds < row->rounds ? first->rounds : row->rounds, row->is_stopped);
}

/* The same by the call clock; NAN where one of them was not called. */
static inline struct lesson_interval lesson_call_ratio(const struct lesson_row *first,
                                                       const struct lesson_row *row)
{
    if (!first->calls || !row->calls)
        return {NAN, NAN};
    return lesson_ratio_of(first->call_of_round, row->call_of_round,
                           first->rounds < row->rounds ? first->rounds : row->rounds, row->is_stopped);
}

/* Frees what the samples of a row took. */
static inline void lesson_free_row(struct lesson_row *row)
{
    free(row->sample);
    free(row->of_round);
    free(row->call);
    free(row->call_of_round);
    row->sample = row->of_round = row->call = row->call_of_round = NULL;
}

#endif
