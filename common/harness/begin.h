/* harness/begin.h: lesson_begin and lesson_end. Documented in lesson.h. */
#ifndef HARNESS_BEGIN_H
#define HARNESS_BEGIN_H

#include "harness/open.h"
#include "harness/report.h"
#include "harness/run.h"

/* The program's name: "lesson05" of lessons/05_unroll_last_warp.cu, "my_kernel" of my_kernel.cu.
 * Returns text that stays. */
static inline const char *lesson_name_of(const char *file)
{
    static char name[64];
    const char *slash = strrchr(file, '/'), *stem = slash ? slash + 1 : file;
    int digits = (int)strspn(stem, "0123456789");
    if (digits > 0 && stem[digits] == '_')
        snprintf(name, sizeof name, "lesson%.*s", digits, stem);
    else
        snprintf(name, sizeof name, "%.*s", (int)strcspn(stem, "."), stem);
    return name;
}

#ifndef LESSON_LINKED
LESSON_API struct lesson lesson_begin(int argc, char **argv, const struct lesson_about *about,
                                      const char *file)
{
    struct lesson l = lesson_open(argc, argv, lesson_name_of(file), about,
                                  about->offers | LESSON_TIMED, 1, 1);
    if (!l.options.list)
        lesson_print_header(&l);
    return l;
}

LESSON_API int lesson_end(struct lesson *l)
{
    if (l->options.list) {
        lesson_need_output();
        return LESSON_OK;
    }
    lesson_run_queued(l);
    if (!l->kernel_found)
        lesson_fail(LESSON_USAGE, "--kernel %s: %s has no such kernel; it has%s",
                    l->options.kernel, l->name, l->kernels);
    lesson_close(l);
    if (l->csv_rows)
        printf("\n  %d row%s appended to %s\n", l->csv_rows, l->csv_rows == 1 ? "" : "s",
               l->options.csv);
    lesson_need_output();
    return l->wrong ? LESSON_WRONG : LESSON_OK;
}
#endif

#endif
