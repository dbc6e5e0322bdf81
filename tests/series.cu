/* series.cu: shows what harness/series.h does. For tests.
 *
 *     series interval VALUE...          mean and half width of the 95 % interval
 *     series coverage ROUNDS            of many series with noise of many sizes, how many of the intervals hold the time,
 *                                       and how many those of the ratio hold that, in percent: the fewest. So many rounds,
 *                                       or 0: as many as a GPU's rows get
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
    struct lesson_interval interval = lesson_interval_of(value, values, 0);
    printf("%.5g %.5g\n", interval.mean, interval.half);
    return 0;
}

/* A normal random number. */
static double noise(uint32_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += ((*state = lesson_mix(*state + 1)) + 0.5) / 4294967296.0;
    return sum;
}

/* One or two rows, with noise of this size in percent: so many rounds, or with 0 until all are known. What holds: bit 0 the
 * first row's interval, bit 1 the ratio's. */
static int one_series(uint32_t *state, double size, int rows, int rounds)
{
    static struct lesson l;
    double of_round[2][LESSON_MOST_ROUNDS];
    struct lesson_row row[2];
    memset(row, 0, sizeof row);
    l.plan.is_adaptive = rounds == 0;
    l.plan.samples = rounds * LESSON_IN_ROUND;
    for (int i = 0; i < rows; i++) {
        row[i].sample = row[i].of_round = of_round[i];
        row[i].is_stopped = l.plan.is_adaptive;
    }
    for (int round = 0, is_last = 0; !is_last; round++) { /* as lesson_time_rows does it */
        is_last = lesson_is_last_round(&l, row, rows, round, 0);
        for (int i = 0; i < rows; i++)
            of_round[i][row[i].rounds++] = 1 + size / 100 * noise(state);
    }
    struct lesson_interval time = lesson_interval_of(of_round[0], row[0].rounds, row[0].is_stopped);
    struct lesson_interval ratio = rows == 1 ? time : lesson_ratio(&row[0], &row[1]);
    return (fabs(time.mean - 1) <= time.half) + 2 * (fabs(ratio.mean - 1) <= ratio.half);
}

static int show_coverage(int rounds)
{
    enum { SERIES = 10000 };
    double fewest[2] = {100, 100};
    uint32_t state = 1;
    for (int rows = 1; rows <= 2; rows++)
        for (double size = 0.2; size < 1.5; size *= 1.25) {
            int held[2] = {0, 0};
            for (int i = 0; i < SERIES; i++) {
                int holds = one_series(&state, size, rows, rounds);
                held[0] += holds & 1;
                held[1] += holds >> 1;
            }
            for (int i = 0; i < 2; i++)
                fewest[i] = fmin(fewest[i], 100.0 * held[i] / SERIES);
        }
    printf("%.1f %.1f\n", fewest[0], fewest[1]);
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
    if (argc > 2 && !strcmp(argv[1], "coverage"))
        return show_coverage(atoi(argv[2]));
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
