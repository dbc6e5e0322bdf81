/* grading/case.h: one run among those of a check: its shape and block, and whether the input is
 * still what it was. */
#ifndef GRADING_CASE_H
#define GRADING_CASE_H

#include "grading/line.h"
#include "grading/one_run.h"

/* Puts the next run into words, also for grade.sh. */
static inline void exercise_case_begins(struct exercise *e, const struct lesson_row *row, int hint,
                                        char *where, size_t capacity)
{
    char size[24];
    lesson_format_size(size, sizeof size, row->shape->n);
    int length = snprintf(where, capacity, "n = %s, block %u", size, row->r.block);
    if (e->lesson.offers & LESSON_BATCH)
        snprintf(where + length, capacity - (size_t)length, ", %zu row%s", row->shape->batch,
                 row->shape->batch == 1 ? "" : "s");
    exercise_tell("at check %d: %s, hint %d", e->checks, where, hint);
}

/* Is the input unchanged, or may it change? If not, the check has ended. */
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

/* A check of this launch function's results has passed. */
static inline void exercise_note_known(struct exercise *e, lesson_launch launch,
                                       const struct lesson_check *check,
                                       exercise_expected expected)
{
    if (e->knowns < EXERCISE_MOST_KNOWN)
        e->known[e->knowns++] = {launch, check, expected};
}

/* What is known of it, or NULL. */
static inline const struct exercise_known *exercise_known_of(const struct exercise *e,
                                                             lesson_launch launch)
{
    for (int i = 0; i < e->knowns; i++)
        if (e->known[i].launch == launch)
            return &e->known[i];
    return NULL;
}

#endif
