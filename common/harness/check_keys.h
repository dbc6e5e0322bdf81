/* harness/check_keys.h: for lessons with LESSON_KEYS: how often each key from 0 to r->bins - 1 is there (a histogram), or the
 * sum of the ints in r->second that stand where the key stands. What is no key counts nowhere. Counts and sums are exact,
 * modulo 2^32, and so must the results be. Of no keys all are 0. Nothing may be written behind the last. */
#ifndef HARNESS_CHECK_KEYS_H
#define HARNESS_CHECK_KEYS_H

#include "harness/run.h"
#include "harness/host_begin.h"

/* Adds up keys [from, to) into of_key. */
static inline void lesson_add_keys(const struct lesson_plan *p, size_t n, int is_sum, size_t from, size_t to, unsigned *of_key)
{
    for (size_t i = from; i < to; i++) {
        int key = lesson_key(p->input, p->seed, i, n, p->bins);
        if (key >= 0 && (size_t)key < p->bins)
            of_key[key] += is_sum ? (unsigned)lesson_element(~p->seed, i, LESSON_OF_INT, lesson_usual_input()) : 1u;
    }
}

/* What is expected, once for each shape. Every processor of the host has a table of its own, where the compiler has OpenMP
 * and tables are small. */
static inline const unsigned *lesson_expect_keys(const struct lesson_plan *p, struct lesson_shape *shape, int is_sum)
{
    enum { PARTS = 64, SMALL = 1 << 16 };
    size_t bins = p->bins, n = lesson_volume(shape);
    int parts = bins <= SMALL && n > 1 << 20 ? PARTS : 1;
    if (shape->of_key[is_sum])
        return shape->of_key[is_sum];
    unsigned *all = (unsigned *)lesson_host_alloc(parts * bins, sizeof *all);
    memset(all, 0, parts * bins * sizeof *all);
#ifdef _OPENMP
#pragma omp parallel for if (parts > 1)
#endif
    for (int i = 0; i < parts; i++)
        lesson_add_keys(p, n, is_sum, n / (size_t)parts * (size_t)i, i + 1 < parts ? n / (size_t)parts * (size_t)(i + 1) : n,
                        all + (size_t)i * bins);
    for (size_t k = bins; k < parts * bins; k++)
        all[k % bins] += all[k];
    return shape->of_key[is_sum] = all;
}

static inline struct lesson_verdict lesson_judge_keys(struct lesson *l, const struct lesson_row *row, int is_sum)
{
    size_t bins = row->shape->rows;
    const unsigned *wanted = lesson_expect_keys(&l->plan, row->shape, is_sum);
    struct lesson_verdict verdict;
    unsigned *got = (unsigned *)lesson_host_alloc(bins + 1, sizeof *got);
    memset(&verdict, 0, sizeof verdict);
    CUDA_CHECK(cudaMemcpyAsync(got, row->r.result, (bins + 1) * sizeof *got, cudaMemcpyDefault, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    for (size_t k = 0; k <= bins; k++)
        if (got[k] != (k < bins ? wanted[k] : (unsigned)LESSON_INT_POISON) && (k < bins || !verdict.wrong)
            && verdict.wrong++ == 0) {
            verdict.at = k;
            verdict.got.i = (int)got[k];
        }
    verdict.is_right = !verdict.wrong;
    free(got);
    return verdict;
}

/* Says what a wrong count or sum looks like. Runs the kernel once more: two runs that differ say more than one. */
static inline void lesson_explain_keys(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v, int is_sum)
{
    const unsigned *wanted = lesson_expect_keys(&l->plan, row->shape, is_sum);
    unsigned expected = wanted[v->at], got = (unsigned)v->got.i;
    size_t bins = row->shape->rows, other = 0;
    unsigned times = 2;
    fprintf(stderr, is_sum ? "  bin %zu: expected %d, got %d (input %s)\n" : "  bin %zu: expected %u, got %u (input %s)\n",
            v->at, expected, got, lesson_key_names[l->plan.input]);
    if (lesson_mistakes() > 0) {
        lesson_blame(l, NULL, "the mistake that is reported below");
        return;
    }
    lesson_run_once(l, row);
    unsigned again = (unsigned)lesson_fetch(l, (const char *)row->r.result + v->at * sizeof again).i;
    while (times <= 32 && times * expected != got)
        times++;
    while (other < bins && (other == v->at || wanted[other] != got || expected == 0))
        other++;
    if (got == (unsigned)LESSON_INT_POISON)
        lesson_blame(l, "unwritten", "the result was never written (outputs are filled with 0xa5a5a5a5 before each run)");
    else if (lesson_poisons(got - expected) == 1)
        lesson_blame(l, "unwritten", "it was added onto what the result held before (clear it first, inside the reduction)");
    else if (again != got)
        lesson_blame(l, "two-runs",
                     "two runs give two results (%u, then %u): a race. Are updates of a bin atomic, and\n"
                     "  are its counters 0 before the first of them?", got, again);
    else if (got == 0)
        lesson_blame(l, "nothing", "the result is 0: no key of it was counted");
    else if (!is_sum && got == (expected & 0xff))
        lesson_blame(l, "overflow", "a counter of 8 bits went over");
    else if (!is_sum && got == (expected & 0xffff))
        lesson_blame(l, "overflow", "a counter of 16 bits went over");
    else if (times <= 32)
        lesson_blame(l, "copies", "every key was counted %u times", times);
    else if (other < bins)
        lesson_blame(l, "row", "this is the result of bin %zu", other);
    else if (!is_sum)
        lesson_blame(l, NULL, "%u keys %s", got < expected ? expected - got : got - expected,
                     got < expected ? "are missing" : "too many: of other bins, or no keys at all");
    else
        lesson_blame(l, NULL, "no pattern found");
}

static inline struct lesson_verdict lesson_judge_counts(struct lesson *l, const struct lesson_row *row, size_t)
{
    return lesson_judge_keys(l, row, 0);
}
static inline struct lesson_verdict lesson_judge_key_sums(struct lesson *l, const struct lesson_row *row, size_t)
{
    return lesson_judge_keys(l, row, 1);
}
static inline void lesson_explain_counts(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    lesson_explain_keys(l, row, v, 0);
}
static inline void lesson_explain_key_sums(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    lesson_explain_keys(l, row, v, 1);
}

static const struct lesson_check lesson_counts = {"counts", 0, LESSON_INT, lesson_judge_counts, lesson_explain_counts, 1};
static const struct lesson_check lesson_key_sums = {"sums by key", 0, LESSON_INT, lesson_judge_key_sums, lesson_explain_key_sums, 1,
                                                  NULL, NULL, 0, 1};

/* The name of a row: of other inputs than random ones with the input behind it, as the CSV has no column for it. Text that
 * stays until the next call. */
static inline const char *lesson_key_row(const struct lesson *l, const char *kernel)
{
    static char name[64];
    snprintf(name, sizeof name, "%s%s%s", kernel, l->options.input ? "_" : "", l->options.input
             ? lesson_key_names[l->options.input] : "");
    return name;
}

/* As lesson_run and lesson_run_library; `check` is &lesson_counts or &lesson_key_sums. */
static inline void lesson_run_keys(struct lesson *l, const struct lesson_check *check, const char *kernel,
                                   lesson_launch launch, unsigned elements_per_thread)
{
    lesson_run_checked(l, check, lesson_key_row(l, kernel), launch, elements_per_thread);
}

static inline void lesson_run_keys_library(struct lesson *l, const struct lesson_check *check, const char *name,
                                           lesson_launch launch)
{
    lesson_run_checked_library(l, check, lesson_key_row(l, name), launch);
}

#include "harness/host_end.h"
#endif
