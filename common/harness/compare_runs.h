/* harness/compare_runs.h: how many different sums a kernel gives on the same input. Documented in
 * lesson.h. */
#ifndef HARNESS_COMPARE_RUNS_H
#define HARNESS_COMPARE_RUNS_H

#include "harness/check_sums.h"
#include "harness/run.h"

/* Runs a row `times` times, after prepare(run), and says what came out; `of` says of what there were so many. */
template <class Prepare>
static inline void lesson_compare(struct lesson *l, struct lesson_row *row, int times, const char *of, double exact,
                                  Prepare prepare)
{
    union lesson_value *seen = (union lesson_value *)lesson_host_alloc((size_t)times, sizeof *seen);
    int is_float = l->plan.is_float, different = 0, least = 0, most = 0, wrong = 0;
    for (int run = 0; run < times; run++) {
        prepare(run);
        wrong += !lesson_run_once(l, row).is_right;
        union lesson_value value = lesson_fetch(l, l->memory.result.data);
        int known = 0;
        while (known < different && seen[known].i != value.i) /* bit for bit */
            known++;
        if (known == different)
            seen[different++] = value;
    }
    for (int i = 1; i < different; i++) {
        least = (is_float ? seen[i].f < seen[least].f : seen[i].i < seen[least].i) ? i : least;
        most = (is_float ? seen[i].f > seen[most].f : seen[i].i > seen[most].i) ? i : most;
    }
    printf("\n  %s, %d %s%s: ", row->kernel, times, of, row->shape->rows > 1 ? ", first row" : "");
    if (different == 1)
        printf("always the same sum, ");
    else
        printf("%d different sums, from ", different);
    if (is_float)
        printf("%.9g", (double)seen[least].f);
    else
        printf("%d", seen[least].i);
    if (different > 1 && is_float)
        printf(" to %.9g", (double)seen[most].f);
    else if (different > 1)
        printf(" to %d", seen[most].i);
    printf("; exact: %.9g\n", exact);
    if (wrong) {
        printf("  %d of them are WRONG\n", wrong);
        l->wrong++;
    }
    free(seen);
}

/* Is that kernel wanted? If so, runs what is queued. */
static inline int lesson_may_compare(struct lesson *l, const char *kernel)
{
    if (l->options.list || (l->options.kernel && strcmp(l->options.kernel, kernel)))
        return 0;
    lesson_run_queued(l);
    return 1;
}

#ifndef LESSON_LINKED
LESSON_API void lesson_compare_runs(struct lesson *l, const char *kernel, lesson_launch launch,
                                    unsigned elements_per_thread, int times)
{
    if (!lesson_may_compare(l, kernel))
        return;
    struct lesson_row row = lesson_make_row(l, kernel, &lesson_sums, launch, elements_per_thread,
                                            0, 0);
    lesson_prepare(l, row.shape);
    lesson_expect(&l->plan, row.shape);
    int64_t sum = row.shape->expected[0].sum;
    lesson_compare(l, &row, times, "runs", l->plan.is_float ? (double)sum * lesson_unit(1) : (int)(uint32_t)sum,
                   [](int) {});
}

LESSON_API void lesson_compare_orders(struct lesson *l, const char *kernel, enum lesson_method method,
                                      lesson_launch launch, unsigned elements_per_thread, int times)
{
#ifdef CUDA_CPU_INSPECT
    return; /* each of them would have counts of its own */
#endif
    if (!lesson_may_compare(l, kernel))
        return;
    struct lesson_row row = lesson_make_row(l, kernel, &lesson_summed[method], launch, elements_per_thread, 0, 0);
    lesson_prepare(l, row.shape);
    lesson_compare(l, &row, times, "orders", (double)lesson_wanted_at(l, row.shape, LESSON_SUM, 0).real, [&](int run) {
        row.r.asked_grid = 1 + 5 * (unsigned)run;
        lesson_set_blocks(&row, row.r.asked_grid, 32u << run % 6);
        if (run % 2)
            lesson_reverse_input(&l->input, l->stream);
        else
            lesson_fill_input(&l->input, l->stream);
    });
    lesson_fill_input(&l->input, l->stream);
}
#endif

#endif
