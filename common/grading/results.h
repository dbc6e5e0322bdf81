/* grading/results.h: are the results right, at every size and block? Documented in exercise.h. */
#ifndef GRADING_RESULTS_H
#define GRADING_RESULTS_H

#include "grading/case.h"
#include "harness/run.h"

/* Runs one shape and block. Returns whether it was right and without a mistake; if not, the check
 * has ended. */
static inline int exercise_case(struct exercise *e, struct lesson_row *row, int hint_wrong,
                                int hint_mistake)
{
    char outcome[192], where[96];
    exercise_case_begins(e, row, hint_mistake, where, sizeof where);
    row->verdict = exercise_run_once(e, row);
    if (row->verdict.is_right && exercise_found() == 0 && !exercise_input_is_kept(e, where, hint_wrong))
        return 0;
    if (row->verdict.is_right && row->check->probe && exercise_found() == 0)
        row->check->probe(&e->lesson, row);
    struct lesson_verdict verdict = row->verdict;
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
    return 1;
}

/* All shapes and blocks. */
LESSON_API void exercise_results(struct exercise *e, const struct lesson_check *check,
                                    const char *kernel, lesson_launch launch,
                                    unsigned elements_per_thread, int hint_wrong, int hint_mistake)
{
    struct lesson *l = &e->lesson;
    const struct lesson_plan *p = &l->plan;
    if (!exercise_check_begins(e, "%s: right %s, %d %s%s x %d block%s", kernel,
                               check->is_array ? "elements" : check->results, p->shapes,
                               l->offers & LESSON_BATCH ? "shape" : "size",
                               p->shapes == 1 ? "" : "s", p->blocks, p->blocks == 1 ? "" : "s"))
        return;
    for (int i = 0; i < p->shapes; i++)
        for (int j = 0; j < p->blocks; j++) {
            struct lesson_row row = lesson_make_row(l, kernel, check, launch, elements_per_thread,
                                                    i, j);
            if (!exercise_case(e, &row, hint_wrong, hint_mistake))
                return;
            if (!e->first.launch && row.r.block == 256 && i == p->shapes - 1)
                e->first = row;
        }
    exercise_note_known(e, launch, check, NULL);
    exercise_check_ends(e, NULL, 0);
}

LESSON_API void exercise_sums(struct exercise *e, const char *kernel, lesson_launch launch,
                                 unsigned elements_per_thread, int hint_wrong, int hint_mistake)
{
    exercise_results(e, &lesson_sums, kernel, launch, elements_per_thread, hint_wrong,
                     hint_mistake);
}

LESSON_API void exercise_checked(struct exercise *e, const char *kernel, const struct lesson_check *check,
                                    enum lesson_inputs input, lesson_launch launch, unsigned elements_per_thread,
                                    int hint_wrong, int hint_mistake)
{
    if (!e->failed) /* what is wrong is explained at the end, with its input */
        lesson_use_input(&e->lesson, input == LESSON_RANDOM ? lesson_usual_input() : input);
    exercise_results(e, check, kernel, launch, elements_per_thread, hint_wrong, hint_mistake);
}

LESSON_API void exercise_operator(struct exercise *e, const char *kernel, enum lesson_operator op,
                                     enum lesson_inputs input, lesson_launch launch,
                                     unsigned elements_per_thread, int hint_wrong, int hint_mistake)
{
    exercise_checked(e, kernel, &lesson_reduced[op], input, launch, elements_per_thread, hint_wrong, hint_mistake);
}

LESSON_API void exercise_method(struct exercise *e, const char *kernel, enum lesson_method method,
                                   enum lesson_inputs input, lesson_launch launch, unsigned elements_per_thread,
                                   int hint_wrong, int hint_mistake)
{
    exercise_checked(e, kernel, &lesson_summed[method], input, launch, elements_per_thread, hint_wrong, hint_mistake);
}

LESSON_API void exercise_scan(struct exercise *e, const char *kernel, lesson_launch launch,
                                 unsigned elements_per_thread, enum lesson_scan kind,
                                 int hint_wrong, int hint_mistake)
{
    exercise_results(e, lesson_scan_check(kind), kernel, launch, elements_per_thread, hint_wrong,
                     hint_mistake);
}

LESSON_API void exercise_normalise(struct exercise *e, const char *kernel, lesson_launch launch,
                                      unsigned elements_per_thread, int hint_wrong,
                                      int hint_mistake)
{
    exercise_results(e, &lesson_normalised_array, kernel, launch, elements_per_thread, hint_wrong,
                     hint_mistake);
}

#endif
