/* harness/ratios.h: the file of --ratios: how many times as fast as the first row of its shape each
 * other one is, by both clocks, with intervals. */
#ifndef HARNESS_RATIOS_H
#define HARNESS_RATIOS_H

#include "harness/csv.h"

/* One row per kernel, shape and block but the first, `than`, with which it is compared. hot is yes or
 * no; ratio is that of the amortised times and call_ratio that of the calls: more than 1 is faster.
 * ..._half is half the width of the 95 % interval. What is not known is "unknown". */
#define LESSON_RATIO_COLUMNS \
    "lesson,kernel,than,device,backend,card,toolkit,git,type,n,batch,block,grid,hot,rounds," \
    "ratio,ratio_half,call_ratio,call_half"

/* Ends the program (exit 2) unless rows can be appended to the file of --ratios. Changes nothing. */
static inline void lesson_check_ratios(const struct lesson_options *o)
{
    lesson_check_file("--ratios", o->ratios, LESSON_RATIO_COLUMNS);
    lesson_check_whole_rows("--ratios", o->ratios, LESSON_RATIO_COLUMNS);
    lesson_check_other_file("--ratios", o->ratios, "--csv", o->csv);
    lesson_check_other_file("--ratios", o->ratios, "--balance", o->balance);
}

/* Appends the ratio of a row to `first`. Ends the program (exit 2) if it cannot. */
static inline void lesson_append_ratio(struct lesson *l, const struct lesson_row *row,
                                       const struct lesson_row *first)
{
    const struct lesson_device *d = &l->device;
    char text[1024], kernel[80], than[80], card[16], number[4][24];
    if (!l->options.ratios || !first || row == first || !lesson_is_right(row))
        return;
    struct lesson_interval by[2] = {lesson_ratio(first, row), lesson_call_ratio(first, row)};
    for (int i = 0; i < 2; i++) {
        lesson_csv_number(number[2 * i], sizeof number[0], "%.4f", by[i].mean, 1);
        lesson_csv_number(number[2 * i + 1], sizeof number[0], "%.4f", by[i].half, 1);
    }
    const char *quote = lesson_csv_quote(d->name);
    snprintf(text, sizeof text, "%s,%s,%s,%s%s%s,%s,%s,%d.%d,%s,%s,%zu,%zu,%u,%u,%s,%d,%s,%s,%s,%s\n",
             l->name, lesson_csv_kernel(kernel, sizeof kernel, row),
             lesson_csv_kernel(than, sizeof than, first), quote, d->name, quote, d->is_cpu ? "cpu" : "gpu",
             lesson_csv_card(card, sizeof card, d), d->toolkit / 1000, d->toolkit % 1000 / 10,
             lesson_git_version(), lesson_type_name(&l->plan), row->shape->n, row->shape->batch,
             row->kind == LESSON_KERNEL ? row->r.block : 0,
             row->kind == LESSON_KERNEL ? row->r.grid : 0, l->plan.is_hot ? "yes" : "no",
             row->rounds, number[0], number[1], number[2], number[3]);
    lesson_append_row("--ratios", l->options.ratios, LESSON_RATIO_COLUMNS, text,
                      l->ratio_rows == 0);
    l->ratio_rows++;
}

#endif
