/* grading/line.h: the line that each check prints, and what grade.sh is told at the same time. */
#ifndef GRADING_LINE_H
#define GRADING_LINE_H

#include "grading/state.h"
#include <stdarg.h>

/* Tells grade.sh, in the file that the environment names, what is being done, or the outcome. The
 * last line counts, even if something else has ended the program. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void exercise_tell(struct exercise *e, const char *format, ...)
{
    va_list args;
    if (!e->verdict)
        return;
    va_start(args, format);
    vfprintf(e->verdict, format, args);
    va_end(args);
    fputc('\n', e->verdict);
    fflush(e->verdict);
}

/* Begins a check. Returns whether to make it: not after one that has failed. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline int exercise_check_begins(struct exercise *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->check, sizeof e->check, format, args);
    va_end(args);
    e->checks++;
    if (e->failed)
        printf("  %2d  %-66s  -\n", e->checks, e->check);
    return !e->failed;
}

/* Prints the check's line: passed (outcome NULL), or how it failed. */
static inline void exercise_check_ends(struct exercise *e, const char *outcome, int hint)
{
    printf("  %2d  %-66s  %s\n", e->checks, e->check, outcome ? outcome : "ok");
    fflush(stdout);
    if (outcome) {
        e->failed = e->checks;
        e->hint = hint;
    }
    exercise_tell(e, "at what follows check %d, hint 1", e->checks);
}

#endif
