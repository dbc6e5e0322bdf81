/* harness/check_sums.h: one sum per row: each is compared with the exact one, and nothing may be
 * written behind the last. harness/rounding.h says how far a float sum may be off; a second run is allowed
 * nothing (harness/exact.h). */
#ifndef HARNESS_CHECK_SUMS_H
#define HARNESS_CHECK_SUMS_H

#include "harness/exact.h"
#include "harness/explain_sum.h"

static inline struct lesson_verdict lesson_judge_sums(struct lesson *l,
                                                      const struct lesson_row *row, size_t)
{
    const struct lesson_shape *shape = row->shape;
    struct lesson_verdict verdict;
    union lesson_value *got =
        (union lesson_value *)lesson_host_alloc(shape->rows + 1, sizeof *got);
    memset(&verdict, 0, sizeof verdict);
    CUDA_CHECK(cudaMemcpyAsync(got, row->r.result, (shape->rows + 1) * sizeof *got,
                               cudaMemcpyDefault, l->stream)); /* it may be the host's memory */
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    for (size_t i = 0; i < shape->rows; i++) {
        size_t from, to;
        lesson_row_range(shape, i, &from, &to);
        double bound = lesson_bound(l, row, (double)(to - from), shape->expected[i]);
        int is_right = lesson_matches(l, got[i], shape->expected[i].sum, bound);
        if (i == 0 || (!is_right && !verdict.wrong)) {
            verdict.at = i;
            verdict.got = got[i];
            verdict.bound = bound;
        }
        verdict.wrong += !is_right;
    }
    if (!lesson_is_poison(&l->plan, got[shape->rows]) && !verdict.wrong) {
        verdict.wrong = 1;
        verdict.at = shape->rows;
        verdict.got = got[shape->rows];
    }
    verdict.is_right = !verdict.wrong;
    free(got);
    return verdict;
}

/* Runs the kernel once more: two runs that differ say more than one. (A mistake says it all.) */
static inline void lesson_explain_sums(struct lesson *l, struct lesson_row *row,
                                       const struct lesson_verdict *v)
{
    size_t from, to;
    lesson_row_range(row->shape, v->at, &from, &to);
    struct lesson_case c = {from, to - from, v->got, row->shape->expected[v->at].sum, v->bound};
    if (lesson_mistakes() > 0) {
        lesson_explain_sum(l, row, &c, v->got, 1);
        return;
    }
    lesson_run_once(l, row);
    const void *there = (const char *)row->r.result
                        + v->at * lesson_element_size(&l->plan);
    lesson_explain_sum(l, row, &c, lesson_fetch(l, there), 0);
}

static const struct lesson_check lesson_sums = {
    "sums", 0, LESSON_INT | LESSON_FLOAT, lesson_judge_sums, lesson_explain_sums, 0,
    lesson_probe_exactly};

#endif
