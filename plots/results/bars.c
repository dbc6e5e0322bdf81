/* bars.c: the rows that tables and ladders show of a part. */
#include "results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_better(const struct results *results, const struct row *a, const struct row *b)
{
    return results->is_cpu ? a->speed < b->speed : a->speed > b->speed;
}

/* Have both one bar, the better's? Of kernels that differ in a number the best is shown, lesson by lesson. What a library or
 * the host does is the same in every lesson of a part. */
static bool has_one_place(const struct row *a, const struct row *b)
{
    return a->kind == b->kind && !strcmp(a->type, b->type) && a->batch == b->batch &&
           (a->kind == KERNEL ? a->lesson == b->lesson && !strcmp(a->family, b->family) : !strcmp(a->kernel, b->kernel));
}

static bool is_same_bar(const struct row *a, const struct row *b)
{
    return a->part == b->part && has_one_place(a, b) && a->n == b->n;
}

void add_bar(struct bars *bars, struct row *row)
{
    bars->at = more_room(bars->at, (size_t)bars->count, sizeof *bars->at);
    bars->at[bars->count++] = row;
}

void remove_bar(struct bars *bars, int i)
{
    memmove(&bars->at[i], &bars->at[i + 1], sizeof *bars->at * (size_t)(--bars->count - i));
}

int find_bar(const struct bars *bars, const struct row *row)
{
    for (int i = 0; i < bars->count; i++)
        if (is_same_bar(bars->at[i], row))
            return i;
    return -1;
}

/* A library's row is that of the last lesson which was measured beside it. */
static void put(struct bars *bars, const struct results *results, struct row *row)
{
    int i = 0, later;

    while (i < bars->count && !has_one_place(bars->at[i], row))
        i++;
    later = i < bars->count ? strcmp(row->lesson->name, bars->at[i]->lesson->name) : 1;
    if (later > 0) {
        if (i < bars->count)
            remove_bar(bars, i);
        add_bar(bars, row);
    } else if (later == 0 && is_better(results, row, bars->at[i])) {
        bars->at[i] = row;
    }
}

static void sort_by_lesson(const struct bars *bars)
{
    for (int i = 1, k; i < bars->count; i++) {
        struct row *row = bars->at[i];

        for (k = i; k > 0 && strcmp(bars->at[k - 1]->lesson->name, row->lesson->name) > 0; k--)
            bars->at[k] = bars->at[k - 1];
        bars->at[k] = row;
    }
}

/* Lesson by lesson, and within a lesson in the order of the file */
struct bars choose_bars(const struct results *results, const struct part *part)
{
    struct bars bars = { .one_type = true, .one_shape = true, .one_volume = true };

    for (struct row *row = results->rows; row; row = row->next)
        if (row->part == part && row->is_headline)
            put(&bars, results, row);
    sort_by_lesson(&bars);
    for (int i = 1; i < bars.count; i++) {
        const struct row *row = bars.at[i], *first = bars.at[0];

        bars.one_type &= !strcmp(row->type, first->type);
        bars.one_shape &= row->n == first->n && row->batch == first->batch;
        bars.one_volume &= is_near(row->volume, first->volume);
    }
    return bars;
}

void need_bars(const struct results *results)
{
    for (const struct part *part = parts; part; part = part->next)
        if (choose_bars(results, part).count)
            return;
    fprintf(stderr, "%s: no results in it\n", results->file);
    exit(1);
}

/* Is it the same operation, but for the size? What bytes are left besides the elements' are the result: of a sum 4, of an
 * argmax 16. */
bool is_same_work(const struct row *a, const struct row *b)
{
    return !strcmp(a->type, b->type) && a->batch == b->batch && fmod(a->bytes, a->volume) == fmod(b->bytes, b->volume);
}

/* How many times as fast as `from` a row is: "1.87×". Where the intervals of both are known (half widths in percent, each of
 * a median of its own), the ratio's follows: "no difference" if it holds 1, or if they are nearer than 0.1 %. Two cards of
 * one name differ by some percent, so rows of two cards are not compared: "other card". */
const char *step_between(const struct row *row, const struct row *from)
{
    double apart = 100 * (from->speed - row->speed) / row->speed;

    if (*row->card && *from->card && strcmp(row->card, from->card))
        return "other card";
    if (row->error >= 0 && from->error >= 0
        && (apart * apart <= row->error * row->error + from->error * from->error || apart * apart <= 0.1 * 0.1))
        return "no difference";
    return format("%.2f×", row->speed / from->speed);
}
