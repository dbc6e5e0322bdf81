/* lessons.c: the plots of one lesson: tuningNN and shapesNN. */
#include "prepare.h"

#include <stdlib.h>
#include <string.h>

/* The best row of the kernel NAME_k; NULL: there is none */
static const struct row *best_with(const struct results *results, const struct lesson *lesson, const char *name, double k)
{
    const struct row *best = NULL;

    for (const struct row *row = results->rows; row; row = row->next)
        if (row->lesson == lesson && row->is_headline && strcmp(row->family, row->kernel) && !strcmp(row->family, name)
            && strtod(row->kernel + strlen(name) + 1, NULL) == k && (!best || is_better(results, row, best)))
            best = row;
    return best;
}

/* Kernels NAME_1, NAME_2 ... of one lesson over that number, if the lesson declares what it is. If there are several such
 * NAMEs, the first. */
void write_tuning(struct picture *picture, const struct lesson *lesson)
{
    const char *plot = format("tuning%s", lesson->digits), *name = NULL;
    struct text points = { 0 }, marks = { 0 }, out = { 0 };
    struct numbers k = { 0 };

    if (!*lesson->swept)
        return;
    for (const struct row *row = picture->results->rows; row; row = row->next) {
        if (row->lesson != lesson || !row->is_headline || !strcmp(row->family, row->kernel))
            continue;
        if (!name)
            name = row->family;
        if (!strcmp(row->family, name))
            add_number(&k, strtod(row->kernel + strlen(name) + 1, NULL));
    }
    if (k.count < 2) {
        skip(picture, plot, format("needs several kernels of that lesson: make bench LESSONS=%s", lesson->digits));
        return;
    }
    sort_numbers(&k);
    for (int i = 0; i < k.count; i++) {
        const struct row *best = best_with(picture->results, lesson, name, k.at[i]);

        add_format(&points, "%s\t%s\t%.0f\n", number(k.at[i]), best->value, best->speed);
    }
    add_x_marks(&marks, &k, 0);
    add_format(&out, "heading = %s\naxis = %s\n", quoted(format("Lesson %s: %s", lesson->digits, lesson->title)),
               quoted(format("k in %s_k: %s", name, lesson->swept)));
    write_to(picture->part->id, format("%s.dat", plot), &points);
    write_to(picture->part->id, format("%s.tics", plot), &marks);
    write_to(picture->part->id, format("%s.gp", plot), &out);
}

/* At how many numbers of rows were kernels measured with this block size? With block 0: were any rows? */
static int count_shapes(const struct picture *picture, const struct lesson *lesson, double block)
{
    struct numbers batches = { 0 };

    for (const struct row *row = picture->results->rows; row; row = row->next)
        if (row->lesson == lesson && row->is_at_volume && (!block || (row->kind == KERNEL && row->block == block)))
            add_number(&batches, row->batch);
    return batches.count;
}

/* The shapes of one lesson at one volume, at the block sizes that most of them were measured at */
void write_shapes(struct picture *picture, const struct lesson *lesson)
{
    const char *by_shape = "_by_shape"; /* the kernel that is to be fast at all of them */
    struct plot plot = { .name = format("shapes%s", lesson->digits), .axis = "rows, and below them elements in a row",
                         .heading = "The same elements in few long rows and in many short ones",
                         .good_name = format("85 %% of …%s", by_shape) };
    struct strings blocks = { 0 };
    struct text listed = { 0 };
    int most = 0, shapes[33];

    if (count_shapes(picture, lesson, 0) < 3) {
        if (strstr(lesson->bench, "--batch"))
            skip(picture, plot.name, format("needs that lesson at several shapes: make bench LESSONS=%s", lesson->digits));
        return;
    }
    for (int i = 1; i <= 32; i++) {
        shapes[i] = count_shapes(picture, lesson, 32 * i);
        most = shapes[i] > most ? shapes[i] : most;
    }
    for (int i = 1; i <= 32; i++)
        if (most && shapes[i] == most) {
            push(&blocks, number(32 * i));
            add_format(&listed, "%s%d", blocks.count > 1 ? ", " : "", 32 * i);
        }
    for (const struct row *row = picture->results->rows; row; row = row->next) {
        if (row->lesson != lesson || !row->is_at_volume)
            continue;
        plot.of = row->unit->volume;
        if (strcmp(row->type, row->tested->first_type) || (row->kind == KERNEL && !contains(&blocks, number(row->block))))
            continue;
        add_point(&plot, row, row->batch);
        if (ends(row->family, by_shape) && 0.85 * row->speed > plot.good)
            plot.good = 0.85 * row->speed;
    }
    plot.subheading = format("%s, %s elements, %s %s", picture->results->device, count_of(plot.of),
                             blocks.count > 1 ? "better of blocks" : "block", text_of(&listed));
    write_lines(picture, &plot);
}
