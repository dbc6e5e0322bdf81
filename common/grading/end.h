/* grading/end.h: exercise_end: passed, or what was wrong. Documented in exercise.h. */
#ifndef GRADING_END_H
#define GRADING_END_H

#include "grading/line.h"
#include "harness/bandwidth.h"
#include "harness/explain.h"
#include "harness/open.h"
#include "harness/series.h"

#ifndef CUDA_CPU_DEVICE
/* As an extra: how fast is it? */
static inline void exercise_show_speed(struct exercise *e)
{
    struct lesson *l = &e->lesson;
    struct lesson_row *row = &e->first;
    if (e->is_partial || !row->launch || lesson_volume(row->shape) < (size_t)1 << 24)
        return;
    lesson_prepare(l, row->shape);
    lesson_time_rows(l, row, 1);
    double gbps = lesson_gbps(l, row);
    printf("\n  %s on this GPU: %zu elements in %.4f ms, %.0f GB/s", row->kernel,
           lesson_volume(row->shape), row->median, gbps);
    if (!isnan(l->device.peak))
        printf(", %.1f %% of the peak", 100 * gbps / l->device.peak);
    puts(" (decides nothing)");
    lesson_free_row(row);
}
#endif

/* Passed, and with which counts: make scores compares them. */
static inline void exercise_tell_pass(const struct exercise *e)
{
    char text[sizeof e->met[0].check + 32];
    for (int i = 0; i < e->mets; i++) {
        snprintf(text, sizeof text, " %.6g %s", e->met[i].count, e->met[i].check);
        exercise_tell_truly("counted", text);
    }
    exercise_tell_truly("passed", "");
}

LESSON_API int exercise_end(struct exercise *e)
{
    struct lesson *l = &e->lesson;
    if (!e->failed && exercise_found() > 0) { /* in a run that no check looked at */
        e->failed = e->checks;
        e->hint = 1;
    }
    int is_wrong = e->failed > 0;
    if (e->wrong.launch || *e->message || exercise_found() > 0)
        puts("");
    fflush(stdout);
    l->cause = NULL;
    if (e->wrong.launch)
        lesson_explain(l, &e->wrong, e->found_wrong, "outputs poisoned before");
    if (*e->message)
        fprintf(stderr, "  %s\n", e->message);
#ifdef CUDA_CPU_INSPECT
    if (!is_wrong && l->open_cards > 0)
        cuda_cpu_inspect_restart(); /* its checks have told what was sent, and no card's time follows from the counts of all */
    cuda_cpu_inspect_report();
#endif
    fflush(stderr);
    if (!is_wrong && e->checks == 0)
        lesson_fail(LESSON_USAGE, "nothing was checked");
#ifndef CUDA_CPU_DEVICE
    if (!is_wrong)
        exercise_show_speed(e);
#endif
    lesson_close(l);
    if (is_wrong)
        exercise_tell("failed: %s, hint %d", l->cause ? l->cause : "-", e->hint);
    else if (e->is_partial)
        printf("\n%s: right so far; without options every check is made\n", l->name);
    else if (EXERCISE_IS_INSPECTED)
        printf("\n%s: all checks passed\n", l->name);
    else
        printf("\n%s: right on %s\n", l->name, l->device.name);
    lesson_need_output();
    if (!is_wrong && e->is_partial)
        exercise_tell("partial");
    else if (!is_wrong)
        exercise_tell_pass(e);
    return exercise_found() > 0 ? LESSON_CUDA_ERROR : is_wrong ? LESSON_WRONG : LESSON_OK;
}

#endif
