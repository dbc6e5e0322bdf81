/* series.cu: shows what harness/series.h does. For tests.
 *
 *     series interval VALUE...          mean and half width of the 95 % interval
 *     series ratio VALUE... / VALUE...  what the table says of a row with the second medians, against
 *                                       one with the first
 *     series run OPTION...              a lesson of two kernels and a row of the host; each writes its
 *                                       letter to stderr when it is enqueued, or run
 *     series function OPTION...         a lesson of a kernel, and a function that chooses 1 block of 7 threads */
#include "lesson.h"

static int show_interval(int values, char **text)
{
    double value[64];
    for (int i = 0; i < values; i++)
        value[i] = atof(text[i]);
    struct lesson_interval interval = lesson_interval_of(value, values);
    printf("%.5g %.5g\n", interval.mean, interval.half);
    return 0;
}

static int show_ratio(int words, char **word)
{
    double value[2][64];
    struct lesson_row row[2];
    char text[64];
    int which = 0;
    memset(row, 0, sizeof row);
    for (int i = 0; i < words; i++)
        if (!strcmp(word[i], "/"))
            which = 1;
        else
            value[which][row[which].rounds++] = atof(word[i]);
    row[0].of_round = value[0];
    row[1].of_round = value[1];
    lesson_format_ratio(text, sizeof text, lesson_ratio(&row[0], &row[1]));
    puts(text);
    return 0;
}

__global__ void add_all(const int *in, int *result, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    *result = sum;
}

template <char letter> static void launch(struct reduction *r)
{
    fputc(letter, stderr);
    r->grid = r->block = 1;
    add_all<<<1, 1, 0, r->stream>>>(r->in, r->result, r->n);
}

static void choose(struct reduction *r)
{
    r->grid = 1;
    r->block = 7;
    add_all<<<1, 1, 0, r->stream>>>(r->in, r->result, r->n);
}

static int64_t on_host(const struct reduction *r)
{
    int64_t sum = 0;
    fputc('h', stderr);
    for (size_t i = 0; i < r->n; i++)
        sum += r->in[i];
    return sum;
}

static const struct lesson_about about = {
    .title = "a series",
    .offers = LESSON_INT,
    .defaults = "-n 100",
};

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "interval"))
        return show_interval(argc - 2, argv + 2);
    if (argc > 1 && !strcmp(argv[1], "ratio"))
        return show_ratio(argc - 2, argv + 2);
    struct lesson l = lesson_begin(argc - 1, argv + 1, &about);
    lesson_run(&l, "first", launch<'a'>, 1);
    if (!strcmp(argv[1], "function")) {
        lesson_run_function(&l, "chooses", choose);
        return lesson_end(&l);
    }
    lesson_run(&l, "second", launch<'b'>, 1);
    lesson_run_host(&l, "host", on_host);
    lesson_run_host(&l, "no_host", NULL);
    return lesson_end(&l);
}
