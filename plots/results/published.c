/* published.c: somebody else's table (a file of plots/published) as steps of a comparison: part of the course, step, GB/s,
 * theoretical peak (0: not named). A kernel belongs to the part whose article the table names, else to the one whose pattern it
 * matches (lessons/parts.csv); what matches is the name of the step. Kernels may be named without "reduce_".
 *
 * The first line is a comment that names the source, the device and, where known, the peak. Columns: kernel and gbps, or kernel
 * and runN_s (seconds, then n stands in the comment; the best run counts, as the published runs are cold and few). */
#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct step {
    struct step *next;
    const struct part *part;
    const char *name;
    double gbps;
};

struct table {
    struct csv at; /* for messages */
    double peak, n;
    struct strings columns;
    struct step *steps;
};

/* The number that stands before a text in another, or after it; 0: none does */
static double number_before(const char *in, const char *text)
{
    const char *at = strstr(in, text), *from = at;

    while (from && from > in && (is_digit(from[-1]) || from[-1] == '.'))
        from--;
    return from ? strtod(from, NULL) : 0;
}
static double number_after(const char *in, const char *text)
{
    const char *at = strstr(in, text);

    return at ? strtod(at + strlen(text), NULL) : 0;
}

static bool is_run(const char *column) { return begins(column, "run") && is_digit(column[3]) && ends(column, "_s"); }

/* NULL: there is no such column */
static const char *field(const struct table *table, const struct strings *fields, const char *column)
{
    for (size_t i = 0; i < table->columns.count; i++)
        if (!strcmp(table->columns.at[i], column))
            return fields->at[i];
    return NULL;
}

static void read_header(struct table *table, struct strings fields)
{
    bool has_runs = false;

    table->columns = fields;
    for (size_t i = 0; i < fields.count; i++)
        has_runs |= is_run(fields.at[i]);
    if (!field(table, &fields, "kernel") || (!field(table, &fields, "gbps") && !(has_runs && table->n)))
        csv_bad(&table->at, "needs the columns kernel and gbps, or kernel and run1_s … with n in the comment above");
}

static const struct part *part_with(const char *kernel, const char *article)
{
    for (const struct part *part = parts; part; part = part->next)
        if (article ? *article && !strcmp(part->article, article) : find_step(part, kernel) != NULL)
            return part;
    return NULL;
}

static double best_of(const struct table *table, const struct strings *fields)
{
    const char *gbps = field(table, fields, "gbps");
    double best = 0;

    if (gbps && (!*gbps || gbps[strspn(gbps, "0123456789.")]))
        csv_bad(&table->at, "gbps %s must be a number", gbps);
    if (gbps)
        best = strtod(gbps, NULL);
    for (size_t i = 0; i < fields->count; i++) {
        double seconds = is_run(table->columns.at[i]) ? strtod(fields->at[i], NULL) : 0;

        if (seconds > 0 && table->n * 4 / seconds / 1e9 > best)
            best = table->n * 4 / seconds / 1e9;
    }
    return best;
}

static void read_row(struct table *table, const struct strings *fields)
{
    const char *kernel = field(table, fields, "kernel"), *article = field(table, fields, "article"), *name = family_of(kernel);
    const struct part *part = article ? part_with(name, article) : NULL;
    struct step **at = &table->steps;
    double gbps;

    if (!strcmp(kernel, "cpu"))
        return;
    if (!part && !(part = part_with(name, NULL)))
        part = part_with(name = format("reduce_%s", name), NULL);
    if (!part)
        return;
    gbps = best_of(table, fields);
    name = step_of(part, name);
    while (*at && ((*at)->part != part || strcmp((*at)->name, name)))
        at = &(*at)->next;
    if (!*at) {
        *at = room_for(1, sizeof **at);
        **at = (struct step){ .part = part, .name = name };
    }
    if (gbps > (*at)->gbps)
        (*at)->gbps = gbps;
}

void print_published(const char *file)
{
    struct table table = { .at = { .name = file } };
    const char *text = read_file(file), *line;

    while (text && (line = next_line(&text))) {
        size_t length = strlen(line);
        struct strings fields;

        if (!table.at.line++ && *line == '#') {
            table.peak = number_before(line, " GB/s theoretical");
            table.n = number_after(line, "n = ");
        }
        if (*line == '#' || !line[strspn(line, " \t\r")])
            continue;
        fields = split(copy_of(line, line[length - 1] == '\r' ? length - 1 : length), ',');
        if (!table.columns.count)
            read_header(&table, fields);
        else if (fields.count != table.columns.count)
            csv_bad(&table.at, "%d fields where the header has %d", (int)fields.count, (int)table.columns.count);
        else
            read_row(&table, &fields);
    }
    if (!table.steps) {
        fprintf(stderr, "%s: no results in it\n", file);
        exit(1);
    }
    for (const struct step *step = table.steps; step; step = step->next)
        printf("%s\t%s\t%.1f\t%s\n", step->part->id, step->name, step->gbps, number(table.peak));
}
