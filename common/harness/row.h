/* harness/row.h: one row of the table: made, tried, told. */
#ifndef HARNESS_ROW_H
#define HARNESS_ROW_H

#include "harness/balance.h"
#include "harness/check_reduced.h"
#include "harness/csv.h"
#include "harness/errors.h"
#include "harness/expected.h"
#include "harness/explain.h"
#include "harness/ratios.h"
#include "harness/report.h"

/* A row as the launch function gets it. */
static inline struct lesson_row lesson_make_row(struct lesson *l, const char *kernel,
                                                const struct lesson_check *check,
                                                lesson_launch launch,
                                                unsigned elements_per_thread, int shape, int block)
{
    const struct lesson_plan *p = &l->plan;
    struct lesson_row row;
    memset(&row, 0, sizeof row);
    row.kernel = kernel;
    row.check = check;
    row.launch = launch;
    row.shape = &l->plan.shape[shape];
    row.repeats = 1;
    row.changed = -1;
    row.error = row.call_median = NAN;
    row.r.in = (const int *)l->input.data;
    row.r.partial = (int *)l->memory.partial.data;
    row.r.scratch = (int *)l->memory.scratch.data;
    row.r.result = (int *)l->memory.result.data;
    row.r.out = (int *)l->memory.out.data;
    row.r.second = l->second.data;
    row.r.n = row.shape->n;
    if (l->offers & LESSON_FROM_HOST)
        lesson_card_range(p, row.shape->n, 0, 0, &row.r.first, &row.r.n);
    row.r.batch = (unsigned)(row.shape->begin ? row.shape->rows : row.shape->batch);
    row.r.bins = p->bins;
    row.r.row_begin = (const size_t *)l->memory.row_begin.data;
    row.r.asked_grid = p->grid;
    row.r.elements_per_thread = elements_per_thread;
    size_t per_block = (size_t)p->block[block] * elements_per_thread;
    lesson_set_blocks(&row, p->grid ? p->grid : blocks_for(lesson_volume(row.shape), per_block), p->block[block]);
    row.r.is_float = p->is_float;
    row.r.sm_count = l->device.sm_count;
    row.r.workspace = &l->workspace;
    row.r.stream = l->stream;
    row.r.device = l->device.ordinal;
    return row;
}

/* The first run, from poisoned outputs. */
static inline void lesson_try_row(struct lesson *l, struct lesson_row *row)
{
    row->when = "first run, before timing";
    row->verdict = lesson_run_once(l, row);
    row->changed = lesson_changed_inputs(l); /* a probe would fill it again */
    if (lesson_is_right(row) && row->check->probe)
        row->check->probe(l, row);
}

/* Says what is wrong with a row, on stderr. */
static inline void lesson_blame_row(struct lesson *l, struct lesson_row *row)
{
    l->wrong++;
    if (row->changed < 0) {
        lesson_explain(l, row, row->verdict, row->when);
        return;
    }
    fflush(stdout);
    fprintf(stderr, "%s: %s changed its input (first at element %lld), which it must only read\n",
            l->name, row->kernel, row->changed);
}

/* Prints a row and what belongs below it. `first`: the row to compare with, or NULL. */
static inline void lesson_tell_row(struct lesson *l, struct lesson_row *row,
                                   const struct lesson_row *first)
{
    lesson_print_row(l, row, first);
    lesson_append_csv(l, row);
    lesson_append_ratio(l, row, first);
    lesson_append_error(l, row);
    if (lesson_is_right(row) && row->check->tell)
        row->check->tell(l, row);
    if (!lesson_is_right(row)) {
        lesson_blame_row(l, row);
    } else if (l->memory.work.data && !row->check->is_array) {
        row->r.work = (struct lesson_work *)l->memory.work.data;
        lesson_run_once(l, row); /* a run of its own, not timed */
        lesson_show_balance(l, row);
    }
}

#endif
