/* grading/arrays.h: exercise_array: is every element of an array right? Documented in
 * exercise_program.h. */
#ifndef GRADING_ARRAYS_H
#define GRADING_ARRAYS_H

#include "grading/limit.h"
#include "grading/line.h"
#include "harness/alloc.h"
#include "harness/check.h"
#include "harness/elements.h"
#include "harness/numbers.h"
#include "harness/observed.h"

/* One run: host memory with n numbers in it, and with room for the results. */
struct exercise_numbers {
    size_t n;
    unsigned block;
    const int *in;
    int *out; /* poisoned */
    size_t results;
};

typedef void (*exercise_fill)(const struct exercise_numbers *a);
typedef int (*exercise_element)(const struct exercise_numbers *a, size_t i);

/* After the results: nobody may write there. */
enum { EXERCISE_FENCE = 64 };

static inline int *exercise_to_device(const int *host, size_t count, const char *name)
{
    int *device;
    CUDA_CHECK(cudaMalloc(&device, count * sizeof *device));
    lesson_name_array(device, name);
    CUDA_CHECK(cudaMemcpy(device, host, count * sizeof *device, cudaMemcpyHostToDevice));
    return device;
}

static inline void exercise_from_device(int *host, int *device, size_t count)
{
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host, device, count * sizeof *device, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(device));
}

/* What fresh memory of the CPU device holds. */
enum { EXERCISE_FRESH = 0x7ffadbad };

/* The first wrong result, in words; returns whether there is one. */
static inline int exercise_find_wrong(const struct exercise_numbers *a, exercise_element expected,
                                      char *text, size_t capacity)
{
    size_t first = a->results, unwritten = 0, last = 0;
    for (size_t i = a->results; i-- > 0;) {
        if (a->out[i] != expected(a, i))
            first = i;
        if (a->out[i] == LESSON_INT_POISON) {
            last = unwritten ? last : i;
            unwritten++;
        }
    }
    for (int i = 0; i < EXERCISE_FENCE && first == a->results; i++)
        if (a->out[a->results + i] != LESSON_INT_POISON) {
            snprintf(text, capacity, "element %zu was written, but there are only %zu",
                     a->results + i, a->results);
            return 1;
        }
    if (first == a->results)
        return 0;
    if (unwritten == a->results)
        snprintf(text, capacity, "no element was written");
    else if (a->out[first] == LESSON_INT_POISON && unwritten == 1)
        snprintf(text, capacity, "element %zu was never written, all others were", first);
    else if (a->out[first] == LESSON_INT_POISON && last - first + 1 == unwritten)
        snprintf(text, capacity, "elements %zu to %zu were never written, all others were", first,
                 last);
    else if (a->out[first] == LESSON_INT_POISON)
        snprintf(text, capacity, "element %zu was never written, nor were %zu others", first,
                 unwritten - 1);
    else if (a->out[first] == EXERCISE_FRESH)
        snprintf(text, capacity, "element %zu: expected %d, got what is in memory that nobody has "
                 "written", first, expected(a, first));
    else
        snprintf(text, capacity, "element %zu: expected %d, got %d", first, expected(a, first),
                 a->out[first]);
    return 1;
}

/* One size and block. Returns whether it was right and without a mistake; if not, the check has
 * ended. */
static inline int exercise_array_case(struct exercise *e, exercise_fill run,
                                      exercise_element expected, struct exercise_numbers a,
                                      int hint_wrong, int hint_mistake)
{
    char outcome[128];
    int *in = (int *)lesson_host_alloc(a.n, sizeof *in);
    a.out = (int *)lesson_host_alloc(a.results + EXERCISE_FENCE, sizeof *a.out);
    memset(a.out, LESSON_INT_POISON & 0xff, (a.results + EXERCISE_FENCE) * sizeof *a.out);
    for (size_t i = 0; i < a.n; i++)
        in[i] = lesson_element(e->lesson.plan.seed, i, LESSON_OF_INT, lesson_usual_input());
    a.in = in;
    exercise_tell("at check %d: n = %zu, block %u, hint %d", e->checks, a.n, a.block, hint_mistake);
    exercise_allow_time(e);
    exercise_allow_steps(a.n);
    run(&a);
    int is_wrong = exercise_find_wrong(&a, expected, e->message, sizeof e->message);
    int is_mistaken = exercise_found() > 0;
    free(in);
    free(a.out);
    if (!is_wrong && !is_mistaken)
        return 1;
    snprintf(outcome, sizeof outcome, "%s at n = %zu, block %u",
             !is_wrong ? "MISTAKE" : is_mistaken ? "WRONG, MISTAKE" : "WRONG", a.n, a.block);
    exercise_check_ends(e, outcome, is_mistaken ? hint_mistake : hint_wrong);
    return 0;
}

static inline void exercise_array(struct exercise *e, const char *what, exercise_fill run,
                                  exercise_element expected, unsigned per_result, int hint_wrong,
                                  int hint_mistake)
{
    const struct lesson_plan *p = &e->lesson.plan;
    if (!exercise_check_begins(e, "%s: right, %d size%s x %d block%s", what, p->shapes,
                               p->shapes == 1 ? "" : "s", p->blocks, p->blocks == 1 ? "" : "s"))
        return;
    for (int i = 0; i < p->shapes; i++)
        for (int j = 0; j < p->blocks; j++) {
            struct exercise_numbers a = {p->shape[i].n, p->block[j], NULL, NULL, 0};
            a.results = (a.n + per_result - 1) / per_result;
            if (!exercise_array_case(e, run, expected, a, hint_wrong, hint_mistake))
                return;
        }
    exercise_check_ends(e, NULL, 0);
}

#endif
