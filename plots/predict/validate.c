/* validate.c: fits the weights of the model to what one card has measured, and compares predictions with measurements:
 * of that card with each lesson left out in turn, of other cards with nothing fitted to them, of published tables.
 * The options are
 *   measured          CARD=FILE of the cards' results, blanks between; weights are fitted to the first
 *   published         a file that published.awk wrote
 *   last              the last lesson that weights are fitted to
 *   weights_out       where the fitted weights go
 * Prints a row for each measured kernel, as plots/recorded/predict-validation.csv has them. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

/* What was measured of a kernel */
struct row {
    const char *card;
    const struct kernel *kernel;
    double n, rows, bytes, ns;
    int size; /* 2^size, about */
    bool is_published, is_later;
    struct reduction r;
    const char *note, *binds;
    double fitted, held_out, counts; /* predictions, in ns */
};
static struct row *rows;
static int row_count;

/* A kernel whose instructions ncu has counted */
struct counted {
    const struct kernel *kernel;
    double part[PARTS], instructions;
};
static struct counted *counted;
static int counted_count;

/* ---- Instructions ---- */
static double error_of_instructions(const void *of)
{
    const struct counted *c = of;
    double sum = 0;

    for (int k = 0; k < PARTS; k++)
        sum += c->part[k] * weights[k].value;
    return log(sum / c->instructions);
}

static bool is_first_counted(const struct kernel *kernel) /* of several types */
{
    for (int i = 0; i < counted_count; i++)
        if (counted[i].kernel->lesson == kernel->lesson && !strcmp(counted[i].kernel->name, kernel->name))
            return false;
    return true;
}

static void read_instructions(const struct card *card, double last)
{
    static struct reduction r;

    for (const struct kernel *k = kernels; k < kernels + kernel_count; k++) {
        const struct ncu *best = NULL;

        for (const struct ncu *row = NULL; (row = next_ncu(k, row));)
            best = row;
        if (!best || !is_first_counted(k) || !k->is_steady || k->lesson->number > last || best->block != k->block ||
            !scale(&r, k, card, best->n, k->lesson->rows) || distance(r.stage->grid, best->grid) > 1.5)
            continue;
        counted = more_room(counted, counted_count, sizeof *counted);
        counted[counted_count] = (struct counted){ .kernel = k, .instructions = best->instructions };
        for (int i = 0; i < PARTS; i++)
            counted[counted_count].part[i] = amount(r.stage, i);
        counted_count++;
    }
}

static void fit_instructions(const struct lesson *without)
{
    struct samples samples = { NULL, 0 };

    for (const struct counted *c = counted; c < counted + counted_count; c++)
        if (c->kernel->lesson != without)
            add_sample(&samples, c, 1);
    fit(weights, PARTS, &samples, error_of_instructions, 15);
    forget_corrections();
}

/* ---- Times ---- */
static int wanted_size(double n)
{
    static const int sizes[] = { 20, 24, 29 };

    for (int i = 0; i < 3; i++)
        if (n > 0.99 * ldexp(1, sizes[i]) && n < 1.01 * ldexp(1, sizes[i]))
            return sizes[i];
    return 0;
}

static void add_row(struct row row)
{
    rows = more_room(rows, row_count, sizeof *rows);
    rows[row_count++] = row;
}

static bool is_there(int from, const struct kernel *kernel, int size)
{
    for (int i = from; i < row_count; i++)
        if (rows[i].kernel == kernel && rows[i].size == size)
            return true;
    return false;
}

/* The rows of one card's results that are validated */
static void read_measured(const char *card, const char *name, double last)
{
    struct csv csv;
    int from = row_count;

    if (!csv_open(&csv, name))
        return;
    while (csv_next(&csv)) {
        double batch = csv_number(&csv, "batch"), n = csv_number(&csv, "n") * batch;
        int size = wanted_size(n);
        struct kernel *kernel = size && csv_is(&csv, "kind", "kernel") ? kernel_of(&csv) : NULL;

        if (!kernel || (!csv_is(&csv, "default_shape", "yes") && batch > 1) || is_there(from, kernel, size))
            continue;
        add_row((struct row){ .card = card, .kernel = kernel, .n = n, .rows = batch, .bytes = csv_number(&csv, "bytes"),
                              .ns = csv_number(&csv, "median_ms") * 1e6, .size = size,
                              .is_later = kernel->lesson->number > last });
    }
}

/* The kernel that somebody else calls so; or else the first of those that its name begins */
static const struct kernel *published_kernel(const char *name, const char *type, int block)
{
    const char *reduce_name = format("reduce_%s", name), *begin = format("%s_", name);
    const struct kernel *first = NULL;

    for (const struct kernel *k = kernels; k < kernels + kernel_count; k++) {
        if (k->block != block || strcmp(k->type, type) != 0)
            continue;
        if (!strcmp(k->name, name) || !strcmp(k->name, reduce_name))
            return k;
        if (!first && !strncmp(k->name, begin, strlen(begin)))
            first = k;
    }
    return first;
}

static void read_published(const char *name)
{
    struct csv csv;

    if (!csv_open(&csv, name))
        return;
    while (csv_next(&csv)) {
        const struct kernel *kernel =
            published_kernel(csv_field(&csv, "kernel"), csv_field(&csv, "type"), (int)csv_number(&csv, "block"));
        double n = csv_number(&csv, "n");

        if (kernel)
            add_row((struct row){ .card = csv_field(&csv, "card"), .kernel = kernel, .n = n, .rows = csv_number(&csv, "batch"),
                                  .bytes = 4 * n, .ns = csv_number(&csv, "ns"), .size = wanted_size(n), .is_published = true });
    }
}

static bool is_of_first_card(const struct row *row) { return !strcmp(row->card, rows->card); }

/* May the weights be fitted to it? */
static bool is_of_fit(const struct row *row) { return is_of_first_card(row) && !row->is_published && !row->is_later; }

/* Is no time of the same kernel and size shorter, with whatever block? */
static bool is_best(const struct row *row)
{
    for (const struct row *other = rows; other < rows + row_count && !row->is_published; other++)
        if (!other->is_published && other->size == row->size && other->kernel->lesson == row->kernel->lesson &&
            (other->ns < row->ns || (other->ns == row->ns && other < row)) && !strcmp(other->card, row->card) &&
            !strcmp(other->kernel->name, row->kernel->name) && !strcmp(other->kernel->type, row->kernel->type))
            return false;
    return true;
}

static void make_rows(bool all)
{
    for (struct row *row = rows; row < rows + row_count; row++)
        if (all || is_of_first_card(row)) {
            make_reduction(&row->r, row->kernel, card_called(row->card), row->n, row->rows);
            row->note = why_not(&row->r);
        }
}

static double error_of_time(const void *of)
{
    const struct row *row = of;

    return log(time_of(&row->r) / row->ns);
}

static void fit_times(const struct lesson *without, int steps)
{
    struct samples samples = { NULL, 0 };

    /* lessons of many kernels count more than others, but not as much as they have */
    for (const struct row *row = rows; row < rows + row_count; row++)
        if (is_of_fit(row) && !*row->note && row->kernel->lesson != without)
            add_sample(&samples, row, 7 / sqrt(row->kernel->lesson->fitted));
    fit(weights + PARTS, WEIGHTS - PARTS, &samples, error_of_time, steps);
}

/* ---- Predictions ---- */
/* Of the rows that this lesson has to be left out for; NULL: of those that nothing was fitted to. */
static void hold_out(const struct lesson *without)
{
    for (int by_counts = 0; by_counts < 2; by_counts++) {
        uses_counters = !by_counts;
        if (by_counts)
            make_rows(!without);
        for (struct row *row = rows; row < rows + row_count; row++)
            if (is_of_fit(row) ? row->kernel->lesson == without : !without) {
                *(by_counts ? &row->counts : &row->held_out) = time_of(&row->r);
                if (!by_counts)
                    row->binds = binding(&row->r);
            }
    }
    uses_counters = true;
}

static bool is_fitted_to(const struct lesson *lesson)
{
    for (const struct row *row = rows; row < rows + row_count; row++)
        if (is_of_fit(row) && row->kernel->lesson == lesson)
            return true;
    return false;
}

static void hold_out_each(void)
{
    struct weight kept[WEIGHTS];

    memcpy(kept, weights, sizeof kept);
    hold_out(NULL);
    for (const struct lesson *lesson = lessons; lesson; lesson = lesson->next)
        if (is_fitted_to(lesson)) {
            fit_instructions(lesson);
            make_rows(false);
            fit_times(lesson, 6);
            hold_out(lesson);
            memcpy(weights, kept, sizeof kept);
        }
}

static void print_rows(void)
{
    puts("card,source,lesson,kernel,type,n,batch,block,best,bytes,measured_ms,fitted_ms,held_out_ms,counts_ms,binds,note");
    for (const struct row *row = rows; row < rows + row_count; row++)
        printf("%s,%s,%s,%s,%s,%.0f,%.0f,%d,%s,%.0f,%.6g,%.6g,%.6g,%.6g,%s,%s\n", row->card,
               row->is_published ? "published" : row->is_later ? "later" : "recorded", row->kernel->lesson->name,
               row->kernel->name, row->kernel->type, row->n, trunc(row->rows), row->kernel->block, is_best(row) ? "yes" : "no",
               row->bytes, row->ns / 1e6, row->fitted / 1e6, row->held_out / 1e6, row->counts / 1e6, row->binds, row->note);
}

static void write_weights(const char *name)
{
    FILE *file = fopen(name, "w");

    if (!file)
        quit(2, "predict-validate: %s cannot be written", name);
    fputs("weight,value,prior,what\n", file);
    for (const struct weight *w = weights; w < weights + WEIGHTS; w++)
        fprintf(file, "%s,%.5g,%s,%s\n", w->name, w->value, w->prior, w->what);
    fclose(file);
}

void validate(void)
{
    double last = strtod(option("last"), NULL);
    char *card = strtok(format("%s", option("measured")), " =");

    for (struct weight *w = weights; w < weights + WEIGHTS; w++)
        w->value = exp(w->began);
    for (; card; card = strtok(NULL, " ="))
        read_measured(card, strtok(NULL, " "), last);
    read_published(option("published"));
    if (!row_count)
        quit(2, "predict-validate: no card of %s was measured", option("cards"));
    read_instructions(card_called(rows->card), last);
    fit_instructions(NULL);
    make_rows(true);
    for (struct row *row = rows; row < rows + row_count; row++)
        row->kernel->lesson->fitted += is_of_fit(row) && !*row->note;
    fit_times(NULL, 30);
    for (struct row *row = rows; row < rows + row_count; row++)
        row->fitted = time_of(&row->r);
    hold_out_each();
    print_rows();
    write_weights(option("weights_out"));
}
