/* counts.c: one part of the course as counted on the CPU device, beside recorded results. counted= is what ladder-counts.sh
 * count wrote, counters= what plots/counters.sh wrote; it may be missing. Writes OUT/table, for a terminal, and OUT/ladder.dat
 * and OUT/meta.gp for ladder-counts.gp. Counts are per 1024 elements. What is not known is a dash. */
#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The columns of the table. The first four are counted, the last two recorded. */
static const struct column {
    const char *name, *head;
    int width;
} columns[] = {
    { "global_requests", "requests", 9 }, { "shared_requests", "requests", 9 }, { "shared_wavefronts", "wavefronts", 11 },
    { "barriers", "barriers", 9 }, { "instructions", "instructions", 13 }, { NULL, "GB/s", 5 }
};
enum { INSTRUCTIONS = 4, SPEED, COLUMNS };

struct counted {
    struct counted *next;
    const struct lesson *lesson;
    const char *kernel, *family;
    const char *cell[COLUMNS];
};
static struct counted *all;

/* Where the kernel of the row is in the list, or is to be put */
static struct counted **find_counted(const struct csv *csv)
{
    struct counted **at = &all;

    while (*at && (!csv_is(csv, "lesson", (*at)->lesson->name) || !csv_is(csv, "kernel", (*at)->kernel)))
        at = &(*at)->next;
    return at;
}

static struct counted *new_counted(const struct csv *csv)
{
    struct counted *counted = room_for(1, sizeof *counted);

    counted->lesson = find_lesson(csv_field(csv, "lesson"));
    counted->kernel = csv_field(csv, "kernel");
    counted->family = family_of(counted->kernel);
    counted->cell[INSTRUCTIONS] = counted->cell[SPEED] = "–";
    return counted;
}

static const char *per_1024(const struct csv *csv, int column)
{
    double x = csv_number(csv, columns[column].name) / csv_number(csv, "n") * 1024;

    return format(x >= 9.95 || x == trunc(x) ? "%.0f" : "%.1f", x);
}

/* Sets these columns for the kernels of a file; with `adds`, also of those that are not there yet. Several sizes may be in the
 * file: the last of each counts. */
static void read_columns(const char *file, int first, int last, bool adds)
{
    struct csv csv;

    if (!csv_open(&csv, file))
        return;
    while (csv_next(&csv)) {
        struct counted **at = find_counted(&csv);

        if (!csv_is(&csv, "block", option("block")))
            continue;
        if (!*at && adds)
            *at = new_counted(&csv);
        for (int i = first; *at && i <= last; i++)
            (*at)->cell[i] = per_1024(&csv, i);
    }
}

/* ---- Which kernels are shown ------------------------------------------------------------------------ */

struct shown {
    const struct counted **at;
    int count;
};

static void show(struct shown *shown, const struct counted *counted)
{
    shown->at = more_room(shown->at, (size_t)shown->count, sizeof *shown->at);
    shown->at[shown->count++] = counted;
}

static bool has_family(const struct shown *shown, const struct counted *counted)
{
    for (int i = 0; i < shown->count; i++)
        if (shown->at[i]->lesson == counted->lesson && !strcmp(shown->at[i]->family, counted->family))
            return true;
    return false;
}

/* Those with a bar, of the type that was counted; of a lesson that has none the first of each family */
static void show_lesson(struct shown *shown, const struct lesson *lesson, const struct bars *bars)
{
    bool has_bar = false;

    for (int i = 0; i < bars->count; i++) {
        if (bars->at[i]->lesson != lesson || strcmp(bars->at[i]->type, bars->at[i]->tested->first_type))
            continue;
        has_bar = true;
        for (struct counted *c = all; c; c = c->next)
            if (c->lesson == lesson && !strcmp(c->kernel, bars->at[i]->kernel)) {
                c->cell[SPEED] = format("%.0f", bars->at[i]->speed);
                show(shown, c);
            }
    }
    for (struct counted *c = all; c && !has_bar; c = c->next)
        if (c->lesson == lesson && !has_family(shown, c))
            show(shown, c);
}

/* ---- What is written -------------------------------------------------------------------------------- */

static double longest(const struct shown *shown)
{
    double most = 0;

    for (int i = 0; i < shown->count; i++)
        most = fmax(most, (double)strlen(shown->at[i]->kernel));
    return most;
}

static void add_right(struct text *text, const char *what, int width)
{
    int length = strcmp(what, "–") ? (int)strlen(what) : 1; /* it has three bytes */

    add_format(text, "%*s%s", width > length ? width - length : 0, "", what);
}

static void write_table(const struct shown *shown, const struct part *part, const struct results *results)
{
    int names = (int)longest(shown) + 3;
    struct text out = { 0 };

    add_format(&out, "%s, per 1024 elements at block %s:\n\n%*s%9s%9s%11s", part->title, option("block"), names, "", "global",
               "shared", "shared");
    add_right(&out, format("  recorded: %s", results->device), 27);
    add_format(&out, "\n%-*s", names, "   kernel");
    for (int i = 0; i < COLUMNS; i++)
        add_right(&out, columns[i].head, columns[i].width);
    for (int k = 0; k < shown->count; k++) {
        add_format(&out, "\n%-*s", names, format("%s %s", shown->at[k]->lesson->digits, shown->at[k]->kernel));
        for (int i = 0; i < COLUMNS; i++)
            add_right(&out, shown->at[k]->cell[i], columns[i].width);
    }
    add(&out, "\n");
    write_file(format("%s/table", option("out")), &out);
}

static void write_data(const struct shown *shown, const struct part *part, const struct results *results)
{
    struct text out = { 0 }, meta = { 0 };
    double most[COLUMNS] = { 0 }, widest = longest(shown);

    for (int k = 0; k < shown->count; k++) {
        const struct counted *c = shown->at[k];
        const char *below = format("%s %s", c->lesson->digits, c->lesson->title);

        widest = fmax(widest, 0.85 * (double)strlen(below)); /* in smaller letters */
        add_format(&out, "%d\t%s\t%s", -k - 1, below, c->kernel);
        for (int i = 0; i < COLUMNS; i++) {
            most[i] = fmax(most[i], strtod(c->cell[i], NULL));
            add_format(&out, "\t%s\t%s", strcmp(c->cell[i], "–") ? c->cell[i] : "NaN", c->cell[i]);
        }
        add(&out, "\n");
    }
    add_format(&meta, "device = %s\ntitle = %s\nseries = %d\nblock = %s\nwidest = %.1f\narray most[%d] = [",
               quoted(results->device), quoted(part->title), shown->count, option("block"), widest, COLUMNS);
    for (int i = 0; i < COLUMNS; i++)
        add_format(&meta, "%s%s", i ? ", " : "", number(most[i]));
    add(&meta, "]\n");
    write_file(format("%s/ladder.dat", option("out")), &out);
    write_file(format("%s/meta.gp", option("out")), &meta);
}

static bool is_at_block(const struct csv *csv)
{
    return csv_is(csv, "backend", "gpu") && csv_is(csv, "block", option("block"));
}

void print_counts(const char *file)
{
    const struct part *part = find_part(option("part"));
    const struct results *results = read_results(file, is_at_block);
    struct bars bars = choose_bars(results, part);
    struct shown shown = { 0 };

    read_columns(option("counted"), 0, INSTRUCTIONS - 1, true);
    read_columns(option("counters"), INSTRUCTIONS, INSTRUCTIONS, false);
    for (const struct lesson *l = lessons; l; l = l->next)
        if (part && l->part == part)
            show_lesson(&shown, l, &bars);
    if (!shown.count)
        return;
    write_table(&shown, part, results);
    write_data(&shown, part, results);
}
