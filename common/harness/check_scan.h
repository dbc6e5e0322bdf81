/* harness/check_scan.h: prefix sums of int. Element by element: the first one must be in[0]
 * (exclusive: 0), and each must be its left neighbour plus the one element of the input that is new
 * in it. That holds for the right array only. What lies behind the results must still be the poison
 * that was put there before the run. */
#ifndef HARNESS_CHECK_SCAN_H
#define HARNESS_CHECK_SCAN_H

#include "harness/check_array.h"
#include "harness/rounding.h"

namespace harness {

static __global__ void check_scan(struct lesson_input input, const int *out, int is_inclusive,
                                  struct lesson_found *found)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t all = input.pitch * input.copies;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        size_t at = i % input.pitch;
        if (at >= input.n) {
            if (out[i] != LESSON_INT_POISON)
                atomicMin(&found->first_bad, (unsigned long long)i);
            continue;
        }
        unsigned before = at ? (unsigned)out[i - 1] : 0u, added = 0;
        if (is_inclusive)
            added = (unsigned)lesson_element(input.seed, at, LESSON_OF_INT, input.kind);
        else if (at > 0)
            added = (unsigned)lesson_element(input.seed, at - 1, LESSON_OF_INT, input.kind);
        if ((unsigned)out[i] != before + added)
            atomicMin(&found->first_bad, (unsigned long long)i);
    }
}

}

static inline struct lesson_verdict lesson_judge_scan(struct lesson *l, size_t copies,
                                                      int is_inclusive)
{
    const int *out = (const int *)l->memory.out.data;
    struct lesson_found found = lesson_look_at_array(
        l, copies, [&](struct lesson_input input, struct lesson_found *seen) {
            lesson_launch_over(input.pitch * input.copies, l->stream, harness::check_scan, input,
                               out, is_inclusive, seen);
        });
    return lesson_judge_array(l, found, 1, copies);
}

static inline void lesson_explain_scan(struct lesson *l, const struct lesson_row *row,
                                       const struct lesson_verdict *v, int is_inclusive)
{
    size_t to = v->at + (size_t)is_inclusive, block = row->r.block, own = v->at / block * block;
    int64_t sum = lesson_expected(l->plan.seed, LESSON_OF_INT, l->plan.input, 0, to).sum;
    fprintf(stderr, "  the first wrong element is %zu: expected %d, got %d, difference %.0f\n",
            v->at, (int)(uint32_t)sum, v->got.i, lesson_difference(l, v->got, sum));
    if (own > 0 && (uint32_t)v->got.i == (uint32_t)lesson_expected(l->plan.seed, LESSON_OF_INT, l->plan.input, own, to).sum)
        fprintf(stderr, "  likely cause: it is the sum from element %zu on, where a block begins:\n"
                        "  what lies before that is missing\n", own);
    else
        lesson_explain_unwritten(l, v, sum);
}

static inline struct lesson_verdict lesson_judge_inclusive(struct lesson *l,
                                                           const struct lesson_row *,
                                                           size_t copies)
{
    return lesson_judge_scan(l, copies, 1);
}

static inline struct lesson_verdict lesson_judge_exclusive(struct lesson *l,
                                                           const struct lesson_row *,
                                                           size_t copies)
{
    return lesson_judge_scan(l, copies, 0);
}

static inline void lesson_explain_inclusive(struct lesson *l, struct lesson_row *row,
                                            const struct lesson_verdict *v)
{
    lesson_explain_scan(l, row, v, 1);
}

static inline void lesson_explain_exclusive(struct lesson *l, struct lesson_row *row,
                                            const struct lesson_verdict *v)
{
    lesson_explain_scan(l, row, v, 0);
}

static const struct lesson_check lesson_inclusive_scan = {
    "prefix sums", 1, LESSON_INT, lesson_judge_inclusive, lesson_explain_inclusive};
static const struct lesson_check lesson_exclusive_scan = {
    "prefix sums", 1, LESSON_INT, lesson_judge_exclusive, lesson_explain_exclusive};

static inline const struct lesson_check *lesson_scan_check(enum lesson_scan kind)
{
    return kind == LESSON_INCLUSIVE ? &lesson_inclusive_scan : &lesson_exclusive_scan;
}

#endif
