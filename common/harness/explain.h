/* harness/explain.h: says on stderr which results are wrong. The check says why. */
#ifndef HARNESS_EXPLAIN_H
#define HARNESS_EXPLAIN_H

#include "harness/check.h"

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
    else
        row->check->explain(l, row, &v);
}

#endif
