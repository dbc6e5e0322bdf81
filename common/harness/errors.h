/* harness/errors.h: the file of --errors: how far off each sum of floating-point numbers is. */
#ifndef HARNESS_ERRORS_H
#define HARNESS_ERRORS_H

#include "harness/check_reduced.h"
#include "harness/csv.h"

/* One row per kernel, size and block, of right results that are finite. sum is the exact one, magnitude that of the
 * absolute values, error what the kernel gave minus sum, bound what is allowed. block and grid are 0 for a library's
 * function. The same input, block and grid give the same row on every device, unless an atomic decides the order. */
#define LESSON_ERROR_COLUMNS "lesson,kernel,type,input,seed,n,block,grid,sum,magnitude,error,bound"

/* Ends the program (exit 2) unless rows can be appended to the file of --errors. Changes nothing. */
static inline void lesson_check_errors(const struct lesson_options *o)
{
    lesson_check_file("--errors", o->errors, LESSON_ERROR_COLUMNS);
    lesson_check_whole_rows("--errors", o->errors, LESSON_ERROR_COLUMNS);
    lesson_check_other_file("--errors", o->errors, "--csv", o->csv);
    lesson_check_other_file("--errors", o->errors, "--balance", o->balance);
    lesson_check_other_file("--errors", o->errors, "--ratios", o->ratios);
}

/* Appends a row. Ends the program (exit 2) if it cannot. */
static inline void lesson_append_error(struct lesson *l, const struct lesson_row *row)
{
    const struct lesson_plan *p = &l->plan;
    int op = lesson_operator_of(row->check), is_kernel = row->kind == LESSON_KERNEL;
    char text[512];
    if (!l->options.errors || !lesson_is_right(row) || (op != LESSON_SUM && op != LESSON_DOT) || !p->is_float)
        return;
    struct lesson_wanted w = lesson_wanted_at(l, row->shape, op, 0);
    double got = lesson_read_result(p, op, row->verdict.bytes).real;
    if (!isfinite(got) || !isfinite((double)w.real))
        return;
    snprintf(text, sizeof text, "%s,%s,%s,%s,%u,%zu,%u,%u,%.17g,%.17g,%.9g,%.9g\n", l->name, row->kernel,
             lesson_type_name(p), lesson_input_names[p->input], p->seed, row->shape->n, is_kernel ? row->r.block : 0,
             is_kernel ? row->r.grid : 0, (double)w.real, w.magnitude, (double)(got - w.real),
             lesson_wanted_of(l, row, op, 0).bound);
    lesson_append_row("--errors", l->options.errors, LESSON_ERROR_COLUMNS, text, l->error_rows == 0);
    l->error_rows++;
}

#endif
