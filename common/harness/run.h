/* harness/run.h: lesson_run and its like queue a kernel; lesson_run_queued runs them, at every shape
 * and block, those of a shape together. Documented in lesson.h. */
#ifndef HARNESS_RUN_H
#define HARNESS_RUN_H

#include "harness/check_normalised.h"
#include "harness/check_scan.h"
#include "harness/check_norms.h"
#include "harness/check_softmax.h"
#include "harness/check_sums.h"
#include "harness/row.h"
#include "harness/series.h"

/* Remembers a row's name. Is it to be run? --list names the kernels only: scripts count what those do,
 * and the others' blocks and launches are not ours. */
static inline int lesson_is_wanted(struct lesson *l, const char *kernel, enum lesson_kind kind)
{
    const struct lesson_options *o = &l->options;
    if (o->list) {
        if (kind == LESSON_KERNEL)
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

/* Is it more than one thread should add up, again and again? Who says how often gets more. */
static inline int lesson_is_too_long(const struct lesson *l, const struct lesson_entry *entry,
                                     const struct lesson_shape *shape)
{
    return entry->is_slow && lesson_volume(shape) > (size_t)1 << (l->options.samples ? 26 : 20);
}

/* Does this program have it, and can it run at this shape? */
static inline int lesson_is_here(const struct lesson *l, const struct lesson_entry *entry,
                                 const struct lesson_shape *shape)
{
    return (entry->launch || entry->host) && !lesson_is_too_long(l, entry, shape);
}

/* The input of one shape in the host's memory, for rows of the host. */
static inline void lesson_copy_to_host(struct lesson *l)
{
    size_t bytes = l->input.n * sizeof(int);
    free(l->on_host);
    l->on_host = (int *)lesson_host_alloc(l->input.n, sizeof(int));
    CUDA_CHECK(cudaMemcpyAsync(l->on_host, l->input.data, bytes, cudaMemcpyDeviceToHost,
                               l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
}

/* The rows of one entry at one shape, one for each block; of a function, a library or the host there is
 * one. Returns how many. */
static inline int lesson_make_rows_of(struct lesson *l, const struct lesson_entry *entry, int shape,
                                      struct lesson_row *row)
{
    int rows = entry->kind == LESSON_KERNEL && !(entry->how & LESSON_CHOOSES_BLOCK) ? l->plan.blocks : 1;
    for (int i = 0; i < rows; i++) {
        row[i] = lesson_make_row(l, entry->kernel, entry->check, entry->launch,
                                 entry->elements_per_thread, shape, i);
        row[i].kind = entry->kind;
        row[i].host = entry->host;
        row[i].how = entry->how;
        if (entry->how & LESSON_INTO_PINNED)
            row[i].r.result = (int *)l->pinned_result.data;
    }
    return rows;
}

/* Were kernels right when they were tried, and one of them changes its input now and then? Which one
 * is not known: each has to count as wrong. */
static inline void lesson_check_input(struct lesson *l, struct lesson_row *row, int rows)
{
    long long changed = lesson_changed_inputs(l);
    for (int i = 0; i < rows && changed >= 0; i++)
        row[i].changed = changed;
}

/* Everything that is queued, at one shape. */
static inline void lesson_run_shape(struct lesson *l, int shape)
{
    int most = l->queued * l->plan.blocks, rows = 0, needs_host_input = 0;
    struct lesson_row *row = (struct lesson_row *)lesson_host_alloc((size_t)most, sizeof *row);
    const struct lesson_row *first = NULL;
    lesson_prepare(l, &l->plan.shape[shape]);
    for (int i = 0; i < l->queued; i++) {
        const struct lesson_entry *entry = &l->queue[i];
        if (!entry->check->finds_expected)
            lesson_expect(&l->plan, &l->plan.shape[shape]);
        needs_host_input |= entry->host != NULL;
        if (lesson_is_here(l, entry, &l->plan.shape[shape]))
            rows += lesson_make_rows_of(l, entry, shape, &row[rows]);
    }
    if (needs_host_input)
        lesson_copy_to_host(l);
    for (int i = 0; i < rows; i++)
        lesson_try_row(l, &row[i]);
    lesson_time_rows(l, row, rows);
    lesson_check_input(l, row, rows);

    for (int i = 0, at = 0; i < l->queued; i++) {
        const struct lesson_entry *entry = &l->queue[i];
        if (!lesson_is_here(l, entry, &l->plan.shape[shape]))
            lesson_print_absent(l, entry, &l->plan.shape[shape]);
        for (; at < rows && row[at].kernel == entry->kernel; at++) {
            if (!first && lesson_is_right(&row[at]))
                first = &row[at];
            lesson_tell_row(l, &row[at], first);
        }
    }
    for (int i = 0; i < rows; i++)
        lesson_free_row(&row[i]);
    free(row);
}

static inline void lesson_run_queued(struct lesson *l)
{
    for (int i = 0; i < l->plan.shapes && l->queued > 0; i++)
        lesson_run_shape(l, i);
    l->queued = 0;
}

/* Queues a row, if it is to be run. */
static inline void lesson_queue(struct lesson *l, struct lesson_entry entry, const char *kernel)
{
    const struct lesson_check *check = entry.check;
    if (!lesson_is_wanted(l, kernel, entry.kind))
        return;
    if (!(check->types & lesson_type_about(l->plan.type)->offer))
        lesson_fail(LESSON_USAGE, "%s: there are no %s of %s", kernel, check->results,
                    lesson_type_name(&l->plan));
    if (check->is_array && !l->memory.out.data)
        lesson_fail(LESSON_USAGE, "%s: %s need LESSON_OUTPUT in .offers", kernel, check->results);
    if (entry.kind == LESSON_HOST && (l->plan.type != LESSON_OF_INT || l->offers & (LESSON_BATCH | LESSON_RAGGED)))
        lesson_fail(LESSON_USAGE, "%s: the host adds up one array of int", kernel);
    if (l->queued == LESSON_QUEUE)
        lesson_run_queued(l);
    snprintf(entry.kernel, sizeof entry.kernel, "%s", kernel);
    l->queue[l->queued++] = entry;
}

#ifndef LESSON_LINKED
LESSON_API void lesson_run_checked(struct lesson *l, const struct lesson_check *check,
                                   const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread)
{
    lesson_queue(l, {"", LESSON_KERNEL, check, launch, NULL, elements_per_thread, 0, 0}, kernel);
}

LESSON_API void lesson_run_checked_library(struct lesson *l, const struct lesson_check *check, const char *name,
                                           lesson_launch launch)
{
    lesson_queue(l, {"", LESSON_LIBRARY, check, launch, NULL, 1, 0, 0}, name);
}

LESSON_API void lesson_run(struct lesson *l, const char *kernel, lesson_launch launch,
                           unsigned elements_per_thread)
{
    lesson_run_checked(l, &lesson_sums, kernel, launch, elements_per_thread);
}

LESSON_API void lesson_run_called(struct lesson *l, const char *kernel, lesson_launch launch,
                                  unsigned elements_per_thread, int how)
{
    struct lesson_array *pinned = &l->pinned_result;
    if (how & LESSON_INTO_PINNED && !pinned->data) {
        pinned->bytes = l->memory.result.bytes;
        CUDA_CHECK(cudaMallocHost(&pinned->data, (size_t)pinned->bytes));
    }
    lesson_queue(l, {"", LESSON_KERNEL, &lesson_sums, launch, NULL, elements_per_thread, how, 0}, kernel);
}
#endif

/* Is this operator to be run? Those that nobody asked for are, if results can be told right from wrong. */
static inline int lesson_wants_operator(const struct lesson *l, enum lesson_operator op)
{
    unsigned asked = l->options.op;
    return asked ? asked >> op & 1 : lesson_is_defined(op, l->plan.type, l->options.input);
}

#ifndef LESSON_LINKED
LESSON_API void lesson_run_operator(struct lesson *l, const char *kernel, enum lesson_operator op,
                                    lesson_launch launch, unsigned elements_per_thread)
{
    if (lesson_wants_operator(l, op))
        lesson_run_checked(l, &lesson_reduced[op], kernel, launch, elements_per_thread);
}

LESSON_API void lesson_run_operator_library(struct lesson *l, const char *name, enum lesson_operator op,
                                            lesson_launch launch)
{
    if (lesson_wants_operator(l, op))
        lesson_run_checked_library(l, &lesson_reduced[op], name, launch);
}

LESSON_API void lesson_run_method(struct lesson *l, const char *kernel, enum lesson_method method,
                                  lesson_launch launch, unsigned elements_per_thread)
{
    lesson_run_checked(l, &lesson_summed[method], kernel, launch, elements_per_thread);
}

LESSON_API void lesson_run_method_library(struct lesson *l, const char *name, enum lesson_method method,
                                          lesson_launch launch)
{
    lesson_run_checked_library(l, &lesson_summed[method], name, launch);
}

LESSON_API void lesson_run_one_thread(struct lesson *l, const char *kernel, enum lesson_method method,
                                      lesson_launch launch)
{
    lesson_queue(l, {"", LESSON_KERNEL, &lesson_summed[method], launch, NULL, 1, LESSON_CHOOSES_BLOCK, 1}, kernel);
}

LESSON_API void lesson_run_function(struct lesson *l, const char *name, lesson_launch launch)
{
    lesson_queue(l, {"", LESSON_KERNEL, &lesson_sums, launch, NULL, 1,
                     LESSON_CHOOSES_BLOCK, 0}, name);
}

LESSON_API void lesson_run_scan(struct lesson *l, const char *kernel, lesson_launch launch,
                                unsigned elements_per_thread, enum lesson_scan kind)
{
    lesson_run_checked(l, lesson_scan_check(kind), kernel, launch, elements_per_thread);
}

LESSON_API void lesson_run_normalise(struct lesson *l, const char *kernel, lesson_launch launch,
                                     unsigned elements_per_thread)
{
    lesson_run_checked(l, &lesson_normalised_array, kernel, launch, elements_per_thread);
}

LESSON_API void lesson_run_library(struct lesson *l, const char *name, lesson_launch launch)
{
    lesson_run_checked_library(l, &lesson_sums, name, launch);
}

LESSON_API void lesson_run_scan_library(struct lesson *l, const char *name,
                                        lesson_launch launch, enum lesson_scan kind)
{
    lesson_run_checked_library(l, lesson_scan_check(kind), name, launch);
}

LESSON_API void lesson_run_host(struct lesson *l, const char *name, lesson_host sum)
{
    lesson_queue(l, {"", LESSON_HOST, &lesson_sums, NULL, sum, 1, 0, 0}, name);
}
#endif

#endif
