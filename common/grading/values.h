/* grading/values.h: exercise_values: one int per row that is no sum. Documented in exercise.h. */
#ifndef GRADING_VALUES_H
#define GRADING_VALUES_H

#include "grading/case.h"
#include "harness/check_sums.h"
#include "harness/row.h"

/* The first row of the last run whose result is not what it should be: what it should be, and is.
 * Returns whether there is one. */
static inline int exercise_find_wrong_value(struct exercise *e, const struct lesson_row *row,
                                            exercise_expected expected, int *want, int *got)
{
    struct lesson *l = &e->lesson;
    size_t all = lesson_volume(row->shape), n = row->shape->n;
    int *elements = (int *)lesson_host_alloc(all, sizeof *elements), is_right = 1;
    for (size_t i = 0; i < all; i++)
        elements[i] = lesson_element(l->plan.seed, i, LESSON_OF_INT, l->plan.input);
    for (size_t i = 0; i < row->shape->batch && is_right; i++) {
        *want = expected(elements + i * n, n);
        *got = lesson_fetch(l, (const int *)l->memory.result.data + i).i;
        is_right = *got == *want;
    }
    free(elements);
    return !is_right;
}

/* Puts a wrong value into words, for the end. */
static inline void exercise_explain_value(struct exercise *e, const char *kernel, int want, int got)
{
    snprintf(e->message, sizeof e->message, "%s is wrong: expected %d, got %d%s", kernel, want, got,
             got == LESSON_INT_POISON ? ": the result was never written" : "");
}

/* One shape, block and seed of exercise_values. */
static inline int exercise_value_case(struct exercise *e, struct lesson_row *row,
                                      exercise_expected expected, int hint_wrong, int hint_mistake)
{
    char outcome[192], where[96];
    int want = 0, got = 0;
    exercise_case_begins(e, row, hint_mistake, where, sizeof where);
    exercise_run_once(e, row);
    if (exercise_found() > 0) {
        snprintf(outcome, sizeof outcome, "MISTAKE at %s", where);
        exercise_check_ends(e, outcome, hint_mistake);
        return 0;
    }
    if (exercise_find_wrong_value(e, row, expected, &want, &got)) {
        snprintf(outcome, sizeof outcome, "WRONG at %s, seed %u", where, e->lesson.plan.seed);
        exercise_check_ends(e, outcome, hint_wrong);
        exercise_explain_value(e, row->kernel, want, got);
        return 0;
    }
    return exercise_input_is_kept(e, where, hint_wrong);
}

LESSON_API void exercise_values(struct exercise *e, const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread, exercise_expected expected,
                                   int hint_wrong, int hint_mistake)
{
    struct lesson *l = &e->lesson;
    const struct lesson_plan *p = &l->plan;
    uint32_t seed = p->seed;
    if (!exercise_check_begins(e, "%s: right values, %d sizes x %d blocks", kernel, p->shapes,
                               p->blocks))
        return;
    for (int i = 0; i < p->shapes && !e->failed; i++)
        for (int j = 0; j < p->blocks && !e->failed; j++)
            for (uint32_t k = 0; k < (p->shape[i].n <= 2 ? 4 : 1) && !e->failed; k++) {
                l->plan.seed = seed + k;
                struct lesson_row row = lesson_make_row(l, kernel, &lesson_sums, launch,
                                                        elements_per_thread, i, j);
                exercise_value_case(e, &row, expected, hint_wrong, hint_mistake);
            }
    l->plan.seed = seed;
    if (e->failed)
        return;
    exercise_note_known(e, launch, &lesson_sums, expected);
    exercise_check_ends(e, NULL, 0);
}

#endif
