/* grading/one_run.h: one run of the learner's code, observed and limited. */
#ifndef GRADING_ONE_RUN_H
#define GRADING_ONE_RUN_H

#include "grading/limit.h"
#include "harness/expected.h"
#include "harness/one_run.h"

/* Makes one run, from poisoned outputs. */
static inline struct lesson_verdict exercise_run_once(struct exercise *e, struct lesson_row *row)
{
    struct lesson *l = &e->lesson;
    lesson_prepare(l, row->shape);
    if (e->sm_count)
        row->r.sm_count = e->sm_count;
    lesson_expect(&l->plan, row->shape);
    exercise_allow_time(e);
    exercise_allow_steps(lesson_volume(row->shape));
    return lesson_run_once(l, row);
}

#endif
