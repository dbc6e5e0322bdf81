/* harness/explain.h: says on stderr which results are wrong. The check says why. */
#ifndef HARNESS_EXPLAIN_H
#define HARNESS_EXPLAIN_H

#include "harness/explain_sum.h"

/* Of the second run of harness/exact.h. */
static inline void lesson_explain_exactly(struct lesson *l, const struct lesson_verdict *v)
{
    fprintf(stderr, "  in a second run, of elements that are %s, whose sum is exact in every order:\n"
                    "  expected %.9g, got %.9g\n", v->exact_input == LESSON_EQUAL ? "all the same" : "1 or -1", v->exact, v->exact_got);
    if (lesson_mistakes() > 0)
        lesson_blame(l, NULL, "the mistake that is reported below");
    else if (v->exact_again != v->exact_got && !(isnan(v->exact_again) && isnan(v->exact_got)))
        lesson_blame_two_runs(l, v->exact_got, v->exact_again);
    else
        lesson_blame(l, NULL, "elements are missing, or added twice, so few that rounding could hide it among\n"
                     "  random ones. How far those may be off follows from what the launch function says in r->chain");
}

/* `when`: in which run. May run the kernel once more to find out why. */
static inline void lesson_explain(struct lesson *l, struct lesson_row *row,
                                  struct lesson_verdict v, const char *when)
{
    const struct lesson_shape *shape = row->shape;
    fflush(stdout);
    fprintf(stderr, "%s: %s is wrong ", l->name, row->kernel);
    const char *result = l->offers & LESSON_COLUMNS ? "column" : l->offers & LESSON_KEYS ? "bin" : "row";
    if (!row->check->is_array && shape->rows > 1)
        fprintf(stderr, "in %zu of %zu %ss, first in %s %zu, ", v.wrong, shape->rows, result, result, v.at);
    fprintf(stderr, "at n = %zu, grid %u, block %u (%s)\n", shape->n, row->r.grid, row->r.block,
            when);
    if (v.at >= lesson_results(row))
        fprintf(stderr, "  something was written behind the last result\n");
    else if (v.is_exact)
        lesson_explain_exactly(l, &v);
    else
        row->check->explain(l, row, &v);
}

#endif
