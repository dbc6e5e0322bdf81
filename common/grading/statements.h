/* grading/statements.h: exercise_true and exercise_equal. Documented in exercise.h. */
#ifndef GRADING_STATEMENTS_H
#define GRADING_STATEMENTS_H

#include "grading/line.h"

LESSON_API void exercise_true(struct exercise *e, const char *what, int is_true,
                                 const char *why, int hint)
{
    if (!exercise_check_begins(e, "%s", what))
        return;
    int is_mistaken = exercise_found() > 0;
    exercise_check_ends(e, is_mistaken ? "MISTAKE" : is_true ? NULL : why, hint);
}

LESSON_API void exercise_equal(struct exercise *e, const char *what, double got,
                                  double expected, int hint)
{
    char why[96];
    snprintf(why, sizeof why, "expected %.15g, got %.15g", expected, got);
    exercise_true(e, what, got == expected, why, hint);
}

#endif
