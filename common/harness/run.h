/* harness/run.h: lesson_run and its like: one kernel at every shape and block. Documented in
 * lesson.h. */
#ifndef HARNESS_RUN_H
#define HARNESS_RUN_H

#include "harness/check_normalised.h"
#include "harness/check_scan.h"
#include "harness/check_sums.h"
#include "harness/row.h"

/* Remembers a kernel's name. Is it to be run? */
static inline int lesson_is_wanted(struct lesson *l, const char *kernel, lesson_launch launch)
{
    const struct lesson_options *o = &l->options;
    if (o->list) {
        if (launch)
            puts(kernel);
        return 0;
    }
    size_t used = strlen(l->kernels);
    snprintf(l->kernels + used, sizeof l->kernels - used, " %s", kernel);
    if (o->kernel && strcmp(o->kernel, kernel))
        return 0;
    l->kernel_found = 1;
    return 1;
}

/* All shapes and blocks of one kernel, or all shapes of a library's function. */
static inline void lesson_run_all(struct lesson *l, const struct lesson_check *check,
                                  const char *kernel, lesson_launch launch,
                                  unsigned elements_per_thread, int is_library)
{
    if (!lesson_is_wanted(l, kernel, launch))
        return;
    if (!(check->types & (l->plan.is_float ? LESSON_FLOAT : LESSON_INT)))
        lesson_fail(LESSON_USAGE, "%s: there are no %s of %s", kernel, check->results,
                    lesson_type_name(&l->plan));
    if (check->is_array && !l->memory.out.data)
        lesson_fail(LESSON_USAGE, "%s: %s need LESSON_OUTPUT in .offers", kernel, check->results);
    for (int i = 0; i < l->plan.shapes; i++) {
        lesson_prepare(l, &l->plan.shape[i]);
        for (int j = 0; j < (is_library ? 1 : l->plan.blocks); j++) {
            struct lesson_row row = lesson_make_row(l, kernel, check, launch, elements_per_thread,
                                                    i, j);
            row.is_library = is_library;
            if (launch)
                lesson_run_row(l, &row);
            else
                lesson_print_absent(l, &row);
        }
    }
}

static inline void lesson_run_checked(struct lesson *l, const struct lesson_check *check,
                                      const char *kernel, lesson_launch launch,
                                      unsigned elements_per_thread)
{
    lesson_run_all(l, check, kernel, launch, elements_per_thread, 0);
}

static inline void lesson_run(struct lesson *l, const char *kernel, lesson_launch launch,
                              unsigned elements_per_thread)
{
    lesson_run_all(l, &lesson_sums, kernel, launch, elements_per_thread, 0);
}

static inline void lesson_run_scan(struct lesson *l, const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread, enum lesson_scan kind)
{
    lesson_run_all(l, lesson_scan_check(kind), kernel, launch, elements_per_thread, 0);
}

static inline void lesson_run_normalise(struct lesson *l, const char *kernel, lesson_launch launch,
                                        unsigned elements_per_thread)
{
    lesson_run_all(l, &lesson_normalised_array, kernel, launch, elements_per_thread, 0);
}

static inline void lesson_run_library(struct lesson *l, const char *name, lesson_launch launch)
{
    lesson_run_all(l, &lesson_sums, name, launch, 1, 1);
}

static inline void lesson_run_scan_library(struct lesson *l, const char *name,
                                           lesson_launch launch, enum lesson_scan kind)
{
    lesson_run_all(l, lesson_scan_check(kind), name, launch, 1, 1);
}

#endif
