/* grading/line.h: the line that each check prints. */
#ifndef GRADING_LINE_H
#define GRADING_LINE_H

#include "grading/state.h"
#include "grading/verdict.h"

/* Begins a check. Returns whether to make it: not after one that has failed. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
LESSON_API int exercise_check_begins(struct exercise *e, const char *format, ...);

/* Prints the check's line: passed (outcome NULL), or how it failed. */
LESSON_API void exercise_check_ends(struct exercise *e, const char *outcome, int hint);

#ifndef LESSON_LINKED
LESSON_API int exercise_check_begins(struct exercise *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->check, sizeof e->check, format, args);
    va_end(args);
    e->checks++;
    if (e->failed)
        printf("  %2d  %-66s  -\n", e->checks, e->check);
    else
        exercise_tell("check %d: %s", e->checks, e->check);
    return !e->failed;
}

LESSON_API void exercise_check_ends(struct exercise *e, const char *outcome, int hint)
{
    printf("  %2d  %-66s  %s\n", e->checks, e->check, outcome ? outcome : "ok");
    fflush(stdout);
    if (outcome) {
        e->failed = e->checks;
        e->hint = hint;
    }
    exercise_tell("at what follows check %d, hint 1", e->checks);
}
#endif

#endif
