/* kernels.c: how far off predictions of the kernels in kernels.cu are. The options are
 *   counted, bytes   of a run with `counted_n` elements
 *   times            CARD=FILE of all cards' recorded times, blanks between; the first card's are fitted to
 * The model's weights are the lessons'. Two figures are found here: the ns that a launch takes whatever it does, the median
 * over kernels at the smallest size; and how wide an interval is: a tenth more than the largest error. For each kernel,
 * both come from the others on the first card.
 * Prints a row for each kernel and size, and a last one with the two figures from all kernels. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

struct row {
    const char *kernel, *note;
    double n, ns, limit;
    struct reduction r;
};
static struct row *rows;
static int row_count;

static int compare(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;

    return (one > other) - (one < other);
}

static bool is_fitted(const struct row *row, const char *without, double n)
{
    return row->r.card == rows->r.card && row->n == n && !*row->note && strcmp(row->kernel, without) != 0;
}

static void find_begin(const char *without)
{
    double *list = more_room(NULL, 0, sizeof *list * (size_t)(row_count + 1));
    int count = 0;

    own_begin = 0;
    for (const struct row *row = rows; row < rows + row_count; row++)
        if (is_fitted(row, without, rows->n))
            list[count++] = most(0, row->ns - time_of(&row->r));
    qsort(list, (size_t)count, sizeof *list, compare);
    if (count)
        own_begin = (list[count / 2] + list[(count - 1) / 2]) / 2;
}

static double width_of(const char *without, double n)
{
    double width = 0;

    for (const struct row *row = rows; row < rows + row_count; row++)
        if (is_fitted(row, without, n))
            width = most(width, fabs(log(time_of(&row->r) / row->ns)));
    return exp(1.1 * width);
}

static void read_times(const struct card *card, const char *name, const struct kernel *own, double counted_n)
{
    struct csv csv;

    for (open_table(&csv, name); csv_next(&csv);) {
        const struct launch *launch = own->size->launch, *end = launch + own->size->launches;
        struct row *row;

        while (launch < end && !csv_is(&csv, "kernel", launch->function))
            launch++;
        if (launch == end)
            csv_bad(&csv, "%s was not counted", csv_field(&csv, "kernel"));
        rows = more_room(rows, row_count, sizeof *rows);
        row = &rows[row_count++];
        *row = (struct row){ csv_field(&csv, "kernel"), "", csv_number(&csv, "n"), 1000 * csv_number(&csv, "us"), 0, { 0 } };
        make_own(&row->r, launch, card, row->n / counted_n);
        row->note = own_why_not(&row->r);
        row->limit = limit_ns(&row->r);
    }
}

void predict_kernels(void)
{
    struct kernel own = { 0 };
    double counted_n = strtod(option("counted_n"), NULL);
    char *card = strtok(format("%s", option("times")), " =");

    read_inspected(&own, option("counted"), counted_n);
    read_bytes(&own, option("bytes"));
    for (; card; card = strtok(NULL, " ="))
        read_times(card_called(card), strtok(NULL, " "), &own, counted_n);
    puts("card,kernel,n,measured_us,predicted_us,limit_us,interval,begin_ns,note");
    for (const struct row *row = rows; row < rows + row_count; row++) {
        double ns;

        find_begin(row->kernel);
        ns = time_of(&row->r);
        assert_possible(row->r.card, ns, row->limit);
        printf("%s,%s,%.0f,%.3f,%.3f,%.3f,%.3f,%.0f,", row->r.card->card, row->kernel, row->n, row->ns / 1000, ns / 1000,
               row->limit / 1000, width_of(row->kernel, row->n), own_begin);
        csv_write(stdout, row->note);
        putchar('\n');
    }
    find_begin("");
    for (int k = 20; k <= 28; k += 4)
        printf("all,all,%.0f,,,,%.3f,%.0f,\n", ldexp(1, k), width_of("", ldexp(1, k)), own_begin);
}
