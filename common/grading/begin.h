/* grading/begin.h: exercise_begin. Documented in exercise.h. */
#ifndef GRADING_BEGIN_H
#define GRADING_BEGIN_H

#include "grading/limit.h"
#include "grading/line.h"
#include "harness/open.h"

LESSON_API struct exercise exercise_begin(int argc, char **argv, const char *name, int offers,
                                             const char *defaults, const char *needs)
{
    static char text[256];
    static struct lesson_about about; /* they stay: the harness keeps pointers to them */
    struct exercise e;
    const char *path = getenv("EXERCISE_VERDICT");
    memset(&e, 0, sizeof e);
    snprintf(text, sizeof text, "%s%s%s", EXERCISE_SIZES,
             offers & LESSON_ANY_BLOCK ? EXERCISE_ANY_BLOCKS : EXERCISE_BLOCKS,
             offers & LESSON_BATCH ? EXERCISE_ROWS : "");
    about.title = "its file says what is asked; without options every check is made";
    about.offers = offers;
    about.defaults = *defaults ? defaults : text;
    about.needs = needs;
    /* apart from the gap a solution is its exercise; the program's own name says which one runs */
    const char *slash = strrchr(argv[0], '/'), *own = slash ? slash + 1 : argv[0];
    e.lesson = lesson_open(argc, argv, strncmp(own, "solution", 8) ? name : own, &about, offers,
                           EXERCISE_COUNTED_ELEMENTS, EXERCISE_COUNTED_ROWS);
    e.is_partial = argc > 1;
    if (path && *path && exercise_verdict.file < 0)
        lesson_fail(LESSON_USAGE, "EXERCISE_VERDICT=%s: cannot be read and written", path);
    exercise_tell("begun");
    exercise_limit_time(&e);
    return e;
}

#endif
