/* grading/one_run.h: one run of the learner's code, observed and limited. */
#ifndef GRADING_ONE_RUN_H
#define GRADING_ONE_RUN_H

#include "grading/limit.h"
#include "harness/expected.h"
#include "harness/one_run.h"

/* The launch function that runs now. */
static struct exercise_now {
    struct exercise *e;
    lesson_launch launch;
} exercise_now;

/* Calls it. Whatever it does to the host's memory, the checks' state stays what it is. */
static void exercise_launch(struct reduction *r)
{
    static struct exercise kept;
    struct exercise *e = exercise_now.e;
    memcpy(&kept, e, sizeof kept);
    exercise_now.launch(r);
    memcpy(&kept.lesson.workspace, &e->lesson.workspace, sizeof kept.lesson.workspace);
    for (int i = 0; i < kept.lesson.open_cards; i++)
        memcpy(&kept.lesson.card[i].workspace, &e->lesson.card[i].workspace, sizeof kept.lesson.workspace);
    memcpy(e, &kept, sizeof kept);
}

/* Makes one run, from poisoned outputs. */
static inline struct lesson_verdict exercise_run_once(struct exercise *e, struct lesson_row *row)
{
    struct lesson *l = &e->lesson;
    lesson_prepare(l, row->shape);
    if (e->sm_count)
        row->r.sm_count = e->sm_count;
    if (!row->check->finds_expected)
        lesson_expect(&l->plan, row->shape);
    exercise_allow_time(e);
    exercise_allow_steps(lesson_volume(row->shape));
    exercise_now = {e, row->launch};
    row->launch = exercise_launch;
    struct lesson_verdict verdict = lesson_run_once(l, row);
    row->launch = exercise_now.launch;
    return verdict;
}

#endif
