/* table.c: the tables of lessons from recorded results: a table for each part that has lessons.
 *
 * A row per kernel at its lesson's headline shape and its best block size; of kernels NAME_NUMBER the best is shown. The step
 * compares with the best of the lesson that the declaration names, where the difference is one. Other cards have columns of
 * their own. A lesson that only they have run has their rows. One that none has run stands there too, as not measured yet. */
#include "results.h"

#include <stdio.h>
#include <string.h>

/* What another card has */
struct card {
    struct card *next;
    const struct results *results;
    struct bars bars; /* of all parts */
};
static struct card *cards;

static const struct results *results; /* of the first card */
static struct bars bars;              /* of this part */
static struct bars shown;             /* rows of the first card so far, in all parts */
static struct bars only_others;       /* one row for each bar that only other cards have, as far as the table is */

static bool is_gpu(const struct csv *csv)
{
    if (!csv_is(csv, "backend", "gpu"))
        csv_bad(csv, "backend %s: the table is for GPU results", csv_field(csv, "backend"));
    return true;
}

static struct card *read_card(const char *file)
{
    struct card *card = room_for(1, sizeof *card);

    card->results = read_results(file, is_gpu);
    for (const struct part *part = parts; part; part = part->next) {
        struct bars of_part = choose_bars(card->results, part);

        for (int i = 0; i < of_part.count; i++) {
            add_bar(&card->bars, of_part.at[i]);
            if (find_bar(&only_others, of_part.at[i]) < 0)
                add_bar(&only_others, of_part.at[i]);
        }
    }
    return card;
}

/* ---- Rows ------------------------------------------------------------------------------------------- */

/* The best row of a lesson that was shown; of one type, if that is not NULL */
static const struct row *best_of(const char *lesson, const char *type)
{
    const struct row *best = NULL;

    for (int i = 0; i < shown.count; i++) {
        const struct row *row = shown.at[i];

        if (row->kind == KERNEL && !strcmp(row->lesson->name, lesson) && (!type || !strcmp(row->type, type))
            && (!best || row->speed > best->speed))
            best = row;
    }
    return best;
}

static void print_begin(const struct row *row)
{
    printf("| %s | %s |", link_to(row->lesson), code(row->kernel));
    if (!bars.one_type)
        printf(" %s |", words(row->type));
    if (!bars.one_shape)
        printf(" %s |", shape_of(row));
    printf(" %s |", block_of(row));
}

/* `row` may be another card's, or NULL */
static void print_cards(const struct row *row)
{
    for (const struct card *card = cards; card; card = card->next) {
        int i = row ? find_bar(&card->bars, row) : -1;

        if (i < 0)
            printf("  |  |");
        else
            printf(" %.0f | %s |", card->bars.at[i]->speed, percent_of(card->bars.at[i]));
    }
    putchar('\n');
}

static void print_measured(struct row *row)
{
    const char *from = row->lesson->step_from;
    const struct row *as = best_of(from, row->type);
    int other = find_bar(&only_others, row);

    if (!as)
        as = best_of(from, NULL);
    add_bar(&shown, row);
    print_begin(row);
    printf(" %.0f | %s | %s |", row->speed, percent_of(row), as && row->kind == KERNEL ? step_between(row, as) : "");
    print_cards(row);
    if (other >= 0)
        remove_bar(&only_others, other);
}

/* A lesson of which the first card has nothing */
static void print_not_measured(const struct lesson *lesson)
{
    bool is_found = false;

    for (int i = 0; i < only_others.count; i++)
        if (only_others.at[i]->lesson == lesson) {
            print_begin(only_others.at[i]);
            printf("  |  |  |");
            print_cards(only_others.at[i]);
            is_found = true;
        }
    if (is_found)
        return;
    printf("| %s | *not measured yet%s%s* |", link_to(lesson), *lesson->needs ? "; needs compute capability " : "", lesson->needs);
    printf("%s%s  |  |  |  |", bars.one_type ? "" : "  |", bars.one_shape ? "" : "  |");
    print_cards(NULL);
}

/* ---- A table ---------------------------------------------------------------------------------------- */

static void print_conditions(const struct results *of)
{
    if (of->peak)
        printf(", theoretical peak %.0f GB/s", of->peak);
    printf(", CUDA %s", words(of->toolkit));
}

static void print_head(void)
{
    const char *common = in_common(&bars);

    if (bars.count) {
        printf("%s%s%s", words(results->device), *common ? ", " : "", common);
        print_conditions(results);
        for (const struct card *card = cards; card; card = card->next) {
            printf("; %s", words(card->results->device));
            print_conditions(card->results);
        }
        printf("; each kernel at its best block size%s:\n\n",
               cards ? ", named for the first of these cards that has run it" : "");
    }
    printf("| lesson | kernel |%s%s block |", bars.one_type ? "" : " type |", bars.one_shape ? "" : " rows × elements |");
    printf(" %s%sGB/s | %% of peak | step |", cards ? short_name(results->device) : "", cards ? ": " : "");
    for (const struct card *card = cards; card; card = card->next)
        printf(" %s: GB/s | %% of peak |", short_name(card->results->device));
    printf("\n|---|---|%s%s---:|---:|---:|---:|", bars.one_type ? "" : "---|", bars.one_shape ? "" : "---|");
    for (const struct card *card = cards; card; card = card->next)
        printf("---:|---:|");
    putchar('\n');
}

/* The lessons of the part in their order. The file may also have some that this course has not. */
static void print_part(const struct part *part)
{
    int next = 0;

    bars = choose_bars(results, part);
    printf("%s## %s\n\n", part == parts ? "" : "\n", part->title);
    print_head();
    for (const struct lesson *l = lessons; l; l = l->next) {
        if (l->part != part)
            continue;
        while (next < bars.count && strcmp(bars.at[next]->lesson->name, l->name) < 0)
            print_measured(bars.at[next++]);
        if (next == bars.count || bars.at[next]->lesson != l)
            print_not_measured(l);
        while (next < bars.count && bars.at[next]->lesson == l)
            print_measured(bars.at[next++]);
    }
    while (next < bars.count)
        print_measured(bars.at[next++]);
}

void print_table(char **files)
{
    struct card **end = &cards;

    results = read_results(files[0], is_gpu);
    need_bars(results);
    for (int i = 1; files[i]; i++, end = &(*end)->next)
        *end = read_card(files[i]);
    for (const struct part *part = parts; part; part = part->next)
        print_part(part);
}
