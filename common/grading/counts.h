/* grading/counts.h: what one run did, as the inspector counts it. Documented in exercise.h. */
#ifndef GRADING_COUNTS_H
#define GRADING_COUNTS_H

#include "grading/values.h"

/* Runs e->counted. Where its results have been checked before, at other shapes, they must be right
 * here, too: a run that does less than it should has fewer counts. */
static inline void exercise_run_counted(struct exercise *e)
{
    struct lesson_row *row = &e->counted;
    const struct exercise_known *known = exercise_known_of(e, row->launch);
    int want = 0, got = 0, is_wrong = 0;
    if (known)
        row->check = known->check;
    struct lesson_verdict verdict = exercise_run_once(e, row);
    if (known)
        is_wrong = known->expected
                       ? exercise_find_wrong_value(e, row, known->expected, &want, &got)
                       : !verdict.is_right;
    if (!is_wrong && exercise_found() == 0)
        return;
    exercise_check_begins(e, "a run at n = %zu, block %u", row->r.n, row->r.block);
    exercise_check_ends(e, exercise_found() > 0 ? "MISTAKE" : "WRONG", 1);
    if (is_wrong && known->expected) {
        exercise_explain_value(e, row->kernel, want, got);
    } else if (is_wrong) {
        e->wrong = *row;
        e->found_wrong = verdict;
    }
}

LESSON_API struct reduction exercise_count(struct exercise *e, lesson_launch launch,
                                              unsigned elements_per_thread, size_t n,
                                              unsigned block, unsigned batch)
{
    struct lesson *l = &e->lesson;
    static struct lesson_shape shape;
    size_t results = l->offers & LESSON_COLUMNS ? n : l->offers & LESSON_KEYS ? l->plan.bins : batch;
    if (n * batch > EXERCISE_COUNTED_ELEMENTS || results > EXERCISE_COUNTED_ROWS)
        lesson_fail(LESSON_USAGE, "exercise_count: %u rows of %zu elements, at most %zu fit",
                    batch, n, EXERCISE_COUNTED_ELEMENTS);
    if (!e->failed) {
        lesson_free_shape(&shape);
        shape = lesson_make_shape(l->offers, batch, n, l->plan.shape[0].cards, l->plan.bins, l->plan.seed);
        e->counted = lesson_make_row(l, "counted", &lesson_sums, launch, elements_per_thread, 0,
                                     0);
        e->counted.shape = &shape;
        e->counted.r.n = n;
        e->counted.r.batch = (unsigned)(shape.begin ? shape.rows : shape.batch);
        lesson_set_blocks(&e->counted, blocks_for(n * batch, (size_t)block * elements_per_thread), block);
#ifdef CUDA_CPU_INSPECT
        if (e->counted_runs++) /* a prediction chooses among the runs */
            cuda_cpu_inspect_keep(e->counted_runs - 1);
#endif
        exercise_tell("at a run with n = %zu, block %u, hint %d", n, block, 1);
#ifdef CUDA_CPU_INSPECT
        cuda_cpu_inspect_restart();
#endif
        exercise_run_counted(e);
    } else { /* not run, but the next checks name it */
        e->counted.r.n = n;
        e->counted.r.block = block;
    }
    return e->counted.r;
}

/* "bytes sent by card 1", by copies and by kernels, or "copies sent by card 1"; negative: it is neither. */
static inline double exercise_sent(const char *what)
{
    double value = -1;
#ifdef CUDA_CPU_INSPECT
    int card, is_bytes = sscanf(what, "bytes sent by card %d", &card) == 1;
    unsigned long long copies = 0;
    if (!is_bytes && sscanf(what, "copies sent by card %d", &card) != 1)
        return -1;
    value = (double)cuda_cpu_inspect_sent(card, CUDA_CPU_BY_COPIES, &copies);
    value += (double)cuda_cpu_inspect_sent(card, CUDA_CPU_BY_STORES, NULL);
    value += (double)cuda_cpu_inspect_sent(card, CUDA_CPU_BY_LOADS, NULL);
    if (!is_bytes)
        value = (double)copies;
#else
    (void)what;
#endif
    return value;
}

/* What the inspector counted; ends the program if it counts nothing of that name. */
LESSON_API double exercise_counted(const char *what)
{
    double value = exercise_sent(what);
    if (value >= 0)
        return value;
    char column[64];
    const char *per_block = strstr(what, " per block");
    snprintf(column, sizeof column, "%.*s",
             (int)(per_block ? (size_t)(per_block - what) : strlen(what)), what);
    for (char *c = column; *c; c++)
        if (*c == ' ')
            *c = '_';
#ifdef CUDA_CPU_INSPECT
    value = cuda_cpu_inspect_count(column);
    if (value >= 0 && per_block)
        value /= cuda_cpu_inspect_count("blocks");
#endif
    if (value < 0)
        lesson_fail(LESSON_USAGE, "%s: nothing of this name is counted", what);
    return value;
}

/* The line for a count: what, in which run, and the limit. Returns whether to check it. */
static inline int exercise_count_begins(struct exercise *e, const char *what, const char *asked)
{
    char size[24];
    lesson_format_size(size, sizeof size, e->counted.r.n);
    return exercise_check_begins(e, "%s (n = %s, block %u)%s", what, size, e->counted.r.block,
                                 asked);
}

/* Checks a count: `how` is "at most ", or "" where it must be equal. `asked`: see exercise.h. */
static inline void exercise_limit(struct exercise *e, const char *what, const char *how,
                                  double limit, int hint, const char *asked)
{
    char text[96];
    snprintf(text, sizeof text, ": %s%.6g", how, limit);
    if (!EXERCISE_IS_INSPECTED || e->is_partial || !exercise_count_begins(e, what, text))
        return;
    double got = exercise_counted(what); /* NaN where no block ran: neither equal nor less */
    snprintf(text, sizeof text, "%.6g, must be %s%.6g", got, how, limit);
    int is_met = *how ? got <= limit : got == limit;
    exercise_check_ends(e, is_met ? NULL : text, hint);
    if (is_met && *how && e->mets < EXERCISE_MOST_MET) {
        struct exercise_met *met = &e->met[e->mets++];
        snprintf(met->check, sizeof met->check, "%s", e->check);
        met->count = got;
    }
    if (!is_met && asked)
        snprintf(e->message, sizeof e->message, "%s", asked);
}

LESSON_API void exercise_at_most(struct exercise *e, const char *what, double most, int hint,
                                    const char *asked)
{
    exercise_limit(e, what, "at most ", most, hint, asked);
}

LESSON_API void exercise_exactly(struct exercise *e, const char *what, double wanted, int hint,
                                    const char *asked)
{
    exercise_limit(e, what, "", wanted, hint, asked);
}

/* The outcome of a prediction. */
static inline void exercise_predict_ends(struct exercise *e, double answer, double truth,
                                         double tolerance, int hint)
{
    char outcome[96];
    if (answer == EXERCISE_UNKNOWN)
        snprintf(outcome, sizeof outcome, "not answered yet");
    else
        snprintf(outcome, sizeof outcome, "not %.6g: that is too %s", answer,
                 answer < truth ? "low" : "high");
    exercise_check_ends(e, fabs(answer - truth) <= tolerance ? NULL : outcome, hint);
}

LESSON_API void exercise_predict_value(struct exercise *e, const char *what, double answer,
                                          double truth, double tolerance, int hint)
{
    if (exercise_check_begins(e, "%s", what))
        exercise_predict_ends(e, answer, truth, tolerance, hint);
}

LESSON_API void exercise_predict(struct exercise *e, const char *what, double answer, int hint)
{
    if (EXERCISE_IS_INSPECTED && !e->is_partial && exercise_count_begins(e, what, ""))
        exercise_predict_ends(e, answer, exercise_counted(what), 0, hint);
}

#endif
