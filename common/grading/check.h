/* grading/check.h: the checks of an exercise. Part of exercise.h, which documents them. */
#ifndef GRADING_CHECK_H
#define GRADING_CHECK_H

/* ---- Right results ----------------------------------------------------------------------------- */

/* The run that comes next, in words, also for grade.sh. */
static inline void exercise_case_begins(struct exercise *e, const struct lesson_row *row, int hint,
                                        char *where, size_t capacity)
{
    char size[24];
    lesson_format_size(size, sizeof size, row->shape->n);
    int length = snprintf(where, capacity, "n = %s, block %u", size, row->r.block);
    if (e->lesson.offers & LESSON_BATCH)
        snprintf(where + length, capacity - (size_t)length, ", %zu row%s", row->shape->batch,
                 row->shape->batch == 1 ? "" : "s");
    exercise_tell(e, "at check %d: %s, hint %d", e->checks, where, hint);
}

/* Is the input still what it was, or may it change? If not, the check has ended. */
static inline int exercise_input_is_kept(struct exercise *e, const char *where, int hint)
{
    char outcome[192];
    struct lesson *l = &e->lesson;
    if ((l->offers & LESSON_DESTROYS_INPUT) || lesson_changed_input(&l->input, l->stream) < 0)
        return 1;
    snprintf(outcome, sizeof outcome, "INPUT CHANGED at %s; it must only be read", where);
    exercise_check_ends(e, outcome, hint);
    return 0;
}

/* Runs one shape and block. Returns whether it was right and without a mistake; if not, the check
 * has ended. */
static inline int exercise_case(struct exercise *e, struct lesson_row *row, int hint_wrong,
                                int hint_mistake)
{
    char outcome[192], where[96];
    exercise_case_begins(e, row, hint_mistake, where, sizeof where);
    struct lesson_verdict verdict = exercise_run_once(e, row);
    int is_mistaken = exercise_found() > 0;
    if (is_mistaken || !verdict.is_right) {
        snprintf(outcome, sizeof outcome, "%s at %s",
                 verdict.is_right ? "MISTAKE" : is_mistaken ? "WRONG, MISTAKE" : "WRONG", where);
        exercise_check_ends(e, outcome, is_mistaken ? hint_mistake : hint_wrong);
        if (!verdict.is_right) {
            e->wrong = *row;
            e->found_wrong = verdict;
        }
        return 0;
    }
    return exercise_input_is_kept(e, where, hint_wrong);
}

/* All shapes and blocks. */
static inline void exercise_results(struct exercise *e, const char *kernel, enum lesson_what what,
                                    lesson_launch launch, unsigned elements_per_thread,
                                    int hint_wrong, int hint_mistake)
{
    struct lesson *l = &e->lesson;
    const struct lesson_options *o = &l->options;
    if (!exercise_check_begins(e, "%s: right %s, %d %s%s x %d block%s", kernel,
                               what == LESSON_SUM ? "sums" : "elements", l->shapes,
                               l->offers & LESSON_BATCH ? "shape" : "size",
                               l->shapes == 1 ? "" : "s", o->blocks, o->blocks == 1 ? "" : "s"))
        return;
    for (int i = 0; i < l->shapes; i++)
        for (int j = 0; j < o->blocks; j++) {
            struct lesson_row row = lesson_make_row(l, kernel, what, launch, elements_per_thread,
                                                    i, j);
            if (!exercise_case(e, &row, hint_wrong, hint_mistake))
                return;
            if (!e->first.launch && row.r.block == 256 && i == l->shapes - 1)
                e->first = row;
        }
    exercise_check_ends(e, NULL, 0);
}

static inline void exercise_sums(struct exercise *e, const char *kernel, lesson_launch launch,
                                 unsigned elements_per_thread, int hint_wrong, int hint_mistake)
{
    exercise_results(e, kernel, LESSON_SUM, launch, elements_per_thread, hint_wrong, hint_mistake);
}

static inline void exercise_scan(struct exercise *e, const char *kernel, lesson_launch launch,
                                 unsigned elements_per_thread, enum lesson_scan kind,
                                 int hint_wrong, int hint_mistake)
{
    exercise_results(e, kernel, lesson_scan_of(kind), launch, elements_per_thread, hint_wrong,
                     hint_mistake);
}

static inline void exercise_normalise(struct exercise *e, const char *kernel, lesson_launch launch,
                                      unsigned elements_per_thread, int hint_wrong,
                                      int hint_mistake)
{
    exercise_results(e, kernel, LESSON_NORMALISED, launch, elements_per_thread, hint_wrong,
                     hint_mistake);
}

/* One shape, block and seed of exercise_values. */
static inline int exercise_value_case(struct exercise *e, struct lesson_row *row,
                                      exercise_expected expected, int hint_wrong, int hint_mistake)
{
    struct lesson *l = &e->lesson;
    size_t all = lesson_volume(row->shape);
    int *elements = (int *)lesson_host_alloc(all, sizeof *elements);
    char outcome[192], where[96];
    exercise_case_begins(e, row, hint_mistake, where, sizeof where);
    exercise_run_once(e, row);
    for (size_t i = 0; i < all; i++)
        elements[i] = lesson_element(l->options.seed, i, 0);
    int is_mistaken = exercise_found() > 0, is_right = !is_mistaken;
    if (is_mistaken) {
        snprintf(outcome, sizeof outcome, "MISTAKE at %s", where);
        exercise_check_ends(e, outcome, hint_mistake);
    }
    for (size_t i = 0; i < row->shape->batch && is_right; i++) {
        int want = expected(elements + i * row->shape->n, row->shape->n);
        int got = lesson_fetch(l, (const int *)l->result + i).i;
        if (got == want)
            continue;
        is_right = 0;
        snprintf(outcome, sizeof outcome, "WRONG at %s, seed %u", where, l->options.seed);
        exercise_check_ends(e, outcome, hint_wrong);
        snprintf(e->message, sizeof e->message, "%s is wrong: expected %d, got %d%s", row->kernel,
                 want, got,
                 got == LESSON_INT_POISON ? ": the result was never written" : "");
    }
    free(elements);
    return is_right && exercise_input_is_kept(e, where, hint_wrong);
}

static inline void exercise_values(struct exercise *e, const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread, exercise_expected expected,
                                   int hint_wrong, int hint_mistake)
{
    struct lesson *l = &e->lesson;
    const struct lesson_options *o = &l->options;
    uint32_t seed = o->seed;
    if (!exercise_check_begins(e, "%s: right values, %d sizes x %d blocks", kernel, l->shapes,
                               o->blocks))
        return;
    for (int i = 0; i < l->shapes && !e->failed; i++)
        for (int j = 0; j < o->blocks && !e->failed; j++)
            for (uint32_t k = 0; k < (l->shape[i].n <= 2 ? 4 : 1) && !e->failed; k++) {
                l->options.seed = seed + k;
                struct lesson_row row = lesson_make_row(l, kernel, LESSON_SUM, launch,
                                                        elements_per_thread, i, j);
                exercise_value_case(e, &row, expected, hint_wrong, hint_mistake);
            }
    l->options.seed = seed;
    if (!e->failed)
        exercise_check_ends(e, NULL, 0);
}

/* ---- Counts ------------------------------------------------------------------------------------ */

static inline struct reduction exercise_count(struct exercise *e, lesson_launch launch,
                                              unsigned elements_per_thread, size_t n,
                                              unsigned block, unsigned batch)
{
    struct lesson *l = &e->lesson;
    static struct lesson_shape shape;
    if (n * batch > LESSON_COUNTED_ELEMENTS || batch > LESSON_COUNTED_ROWS)
        lesson_fail(LESSON_USAGE, "exercise_count: %u rows of %zu elements, at most %zu fit",
                    batch, n, LESSON_COUNTED_ELEMENTS);
    if (!e->failed) {
        free(shape.expected);
        free(shape.begin);
        memset(&shape, 0, sizeof shape);
        shape.batch = shape.rows = batch;
        shape.n = n;
        if (l->offers & LESSON_RAGGED)
            lesson_make_rows(&shape, l->options.seed);
        e->counted = lesson_make_row(l, "counted", LESSON_SUM, launch, elements_per_thread, 0, 0);
        e->counted.shape = &shape;
        e->counted.r.n = n;
        e->counted.r.batch = (unsigned)shape.rows;
        e->counted.r.block = block;
        e->counted.r.grid = blocks_for(n * batch, (size_t)block * elements_per_thread);
        exercise_tell(e, "at a run with n = %zu, block %u, hint %d", n, block, 1);
#ifdef CUDA_CPU_INSPECT
        cuda_cpu_inspect_restart();
#endif
        exercise_run_once(e, &e->counted);
        if (exercise_found() > 0) {
            exercise_check_begins(e, "a run at n = %zu, block %u", n, block);
            exercise_check_ends(e, "MISTAKE", 1);
        }
    } else { /* not run, but the next checks name it */
        e->counted.r.n = n;
        e->counted.r.block = block;
    }
    return e->counted.r;
}

/* What the inspector counted; ends the program when there is no such thing. */
static inline double exercise_counted(const char *what)
{
    double value = -1;
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

/* The line for a count: what, of which run, and what is asked for. Is it to be checked? */
static inline int exercise_count_begins(struct exercise *e, const char *what, const char *asked)
{
    char size[24];
    lesson_format_size(size, sizeof size, e->counted.r.n);
    return exercise_check_begins(e, "%s (n = %s, block %u)%s", what, size, e->counted.r.block,
                                 asked);
}

/* Checks a count: `how` is "at most ", or "" where it must be equal. */
static inline void exercise_limit(struct exercise *e, const char *what, const char *how,
                                  double limit, int hint)
{
    char text[96];
    snprintf(text, sizeof text, ": %s%.6g", how, limit);
    if (!EXERCISE_IS_INSPECTED || e->is_partial || !exercise_count_begins(e, what, text))
        return;
    double got = exercise_counted(what); /* NaN where no block ran: neither equal nor less */
    snprintf(text, sizeof text, "%.6g, must be %s%.6g", got, how, limit);
    exercise_check_ends(e, (*how ? got <= limit : got == limit) ? NULL : text, hint);
}

static inline void exercise_at_most(struct exercise *e, const char *what, double most, int hint)
{
    exercise_limit(e, what, "at most ", most, hint);
}

static inline void exercise_exactly(struct exercise *e, const char *what, double wanted, int hint)
{
    exercise_limit(e, what, "", wanted, hint);
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

static inline void exercise_predict_value(struct exercise *e, const char *what, double answer,
                                          double truth, double tolerance, int hint)
{
    if (exercise_check_begins(e, "%s", what))
        exercise_predict_ends(e, answer, truth, tolerance, hint);
}

static inline void exercise_predict(struct exercise *e, const char *what, double answer, int hint)
{
    if (EXERCISE_IS_INSPECTED && !e->is_partial && exercise_count_begins(e, what, ""))
        exercise_predict_ends(e, answer, exercise_counted(what), 0, hint);
}

/* ---- Anything else ----------------------------------------------------------------------------- */

static inline void exercise_true(struct exercise *e, const char *what, int is_true,
                                 const char *why, int hint)
{
    if (!exercise_check_begins(e, "%s", what))
        return;
    int is_mistaken = exercise_found() > 0;
    exercise_check_ends(e, is_mistaken ? "MISTAKE" : is_true ? NULL : why, hint);
}

static inline void exercise_equal(struct exercise *e, const char *what, double got,
                                  double expected, int hint)
{
    char why[96];
    snprintf(why, sizeof why, "expected %.15g, got %.15g", expected, got);
    exercise_true(e, what, got == expected, why, hint);
}

#endif
