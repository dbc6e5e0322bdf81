/* predict.c: says how fast kernels would be on a card, and why. The options are
 *   card               h100
 *   lesson, kernel     which kernels; no kernel: all of that lesson
 *   elements, threads  the size and the block; empty: the lesson's own size, and 256
 *   results            recorded results of this card, to show beside; may be empty
 *   intervals          how far off predictions are
 *   inspected          of a file or an exercise: counters as common/cpu/inspect --csv writes them
 *   bytes, kernels     of a file: what it moved, and what predict-validate found of kernels that are not the lessons'
 *   counted_n          an exercise's runs were counted at these sizes, blanks between; counters of the last are in
 *                      `inspected`, of those before in `inspected`.1, .2 and so on */
#include "model.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LESSON_N 536870912.0 /* 2^29 */

/* ---- What is known beside the model ---- */
struct recorded {
    const char *kernel, *type;
    double n, rows, gbps; /* n: of all rows */
    int block;
};
static struct recorded *recorded;
static int recorded_count;

static void read_results(const char *lesson)
{
    struct csv csv;

    if (!csv_open(&csv, option("results")))
        return;
    while (csv_next(&csv))
        if (csv_is(&csv, "lesson", lesson) && csv_is(&csv, "kind", "kernel")) {
            double rows = csv_number(&csv, "batch");

            recorded = more_room(recorded, recorded_count, sizeof *recorded);
            recorded[recorded_count++] =
                (struct recorded){ csv_field(&csv, "kernel"), csv_field(&csv, "type"), csv_number(&csv, "n") * rows, rows,
                                   csv_number(&csv, "gbps"), (int)csv_number(&csv, "block") };
        }
}

/* 0 where nothing was recorded */
static double recorded_gbps(const struct kernel *kernel, double n, double rows)
{
    for (int i = recorded_count; i-- > 0;)
        if (recorded[i].n == n && recorded[i].rows == rows && recorded[i].block == kernel->block &&
            !strcmp(recorded[i].kernel, kernel->name) && !strcmp(recorded[i].type, kernel->type))
            return recorded[i].gbps;
    return 0;
}

struct interval { double low, high; };

static struct interval interval_of(const char *kind, int size)
{
    struct interval interval = { 0, 0 };
    struct csv csv;

    if (csv_open(&csv, option("intervals")))
        while (csv_next(&csv))
            if (csv_is(&csv, "kind", kind) && csv_number(&csv, "size") == size)
                interval = (struct interval){ csv_number(&csv, "low"), csv_number(&csv, "high") };
    return interval;
}

static bool is_measured(const struct card *card) { return *option("results") || card->is_measured; }
static int size_class(double n) { return n < 1 << 22 ? 20 : n < 1 << 26 ? 24 : 29; }

/* ---- Numbers and words ---- */
static char *brief(double x) { return format(x >= 100 ? "%.0f" : x >= 1 ? "%.3g" : "%.2g", x); }
static double step_of(double x) { return x >= 1000 ? 50 : x >= 200 ? 10 : x >= 20 ? 2 : 0.1; }
static double rounded(double x) { return trunc(x / step_of(x) + 0.5) * step_of(x); }

/* Ends of an interval: what lies in it, and what the card can do at most, stays so */
static double rounded_down(double x) { return trunc(x / step_of(x)) * step_of(x); }

static double rounded_up(const struct card *card, double x)
{
    double down = rounded_down(x);

    return least(down < x ? down + step_of(x) : down, most(x, trunc(card->peak)));
}

static char *power(double n)
{
    int k = 0;

    while (ldexp(1, k) < n)
        k++;
    return ldexp(1, k) == n && k > 9 ? format("2^%d", k) : format("%.0f", n);
}

static const char *in_words(const char *which)
{
    static const char *const words[][2] = {
        { "memory", "the memory's bandwidth" }, { "issue", "instruction issue" },
        { "latency", "latency: too little in flight, or warps wait for each other" },
        { "shared", "wavefronts of shared memory" }, { "l1", "what L1 delivers" }, { "blocks", "how fast blocks start" },
        { "atomics", "atomics on one word" }
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], which))
            return words[i][1];
    return "launches";
}

static void print_terms(const struct reduction *r)
{
    static const char *const names[] = { "memory", "issue", "latency", "shared", "L1", "blocks", "atomics", "launches" };
    double sum[8] = { 0 };

    for (int k = 0; k < r->stages; k++) {
        const struct launch *s = &r->stage[k];
        const struct parts is = parts_of(s);
        const double takes[8] = { is.memory, is.issue, is.latency, is.shared, is.l1, s->terms.blocks, s->terms.atomics,
                                  comes_after(s, k == 0) };

        for (int i = 0; i < 8; i++)
            sum[i] += takes[i] * s->launches;
    }
    sum[7] += begin_of(r->stage);
    printf("  us:");
    for (int i = 0; i < 8; i++)
        if (sum[i] > 0)
            printf(" %s %s", names[i], brief(sum[i] / 1000));
    printf("; together %s\n", brief(time_of(r) / 1000));
}

/* ---- One prediction ---- */
/* In GB/s. Predictions of a kernel are nearer where ncu has counted it, or the lesson's kernel that it is like; NULL: none. */
static struct interval gbps_between(const struct reduction *r, const struct kernel *like, double gbps, double n)
{
    const char *kind = !is_measured(r->card) ? "unmeasured" : like && next_ncu(like, NULL) ? "counters" : "counts";
    struct interval of = interval_of(kind, size_class(n));

    assert_possible(r->card, time_of(r), sure_ns(r));
    return (struct interval){ gbps / of.high, least(gbps / of.low, r->card->peak) };
}

static void say(const struct reduction *r, double n, double rows)
{
    const struct kernel *kernel = r->kernel;
    double gbps = r->bytes / time_of(r), measured = recorded_gbps(kernel, n, rows);
    struct interval is = gbps_between(r, kernel, gbps, n);

    printf("%s, %s%sn = %s%s%s, block %d\n", kernel->name, rows > 1 ? power(rows) : "", rows > 1 ? " rows of " : "",
           power(n / rows), *kernel->type ? " " : "", kernel->type, kernel->block);
    print_terms(r);
    printf("  about %.0f GB/s, between %.0f and %.0f; limited by %s\n", rounded(gbps), rounded(is.low), rounded(is.high),
           in_words(binding(r)));
    if (measured)
        printf("  recorded on this card: %.0f GB/s (%+.0f %%)\n", measured, 100 * (gbps / measured - 1));
    printf("\n");
}

static void print_card(const struct card *card)
{
    printf("%s: %.0f SMs, %.0f MHz, %.0f GB/s\n\n", card->name, card->sms, card->mhz, card->peak);
}

static void print_about_error(const struct card *card)
{
    puts(is_measured(card)
             ? "Of ten kernels that the weights were not fitted to, nine lay within such an interval."
             : "Nobody has measured this card for the course: its figures are from data sheets, the rest is that of an H200. The\n"
               "intervals are those in which nine of ten published results lay on cards of which that was true, too.");
    puts("What is not known: what is in caches already, lower clocks, other work on the card, errors of its memory.");
}

void predict_lesson(void)
{
    const struct card *card = card_called(option("card"));
    const struct lesson *lesson = lesson_called(option("lesson"));
    const char *wanted = option("kernel");
    int block = *option("threads") ? atoi(option("threads")) : 256;
    double n = *option("elements") ? strtod(option("elements"), NULL) : lesson->n;
    struct reduction r = { 0 };
    bool is_some = false;

    print_card(card);
    read_results(lesson->name);
    for (const struct kernel *k = kernels; k < kernels + kernel_count; k++) {
        if (k->lesson != lesson || (*wanted && strcmp(k->name, wanted) != 0) || k->block != block)
            continue;
        is_some = true;
        if (!make_reduction(&r, k, card, n, lesson->rows))
            continue;
        if (*why_not(&r))
            printf("%s, block %d\n  not predicted: %s\n\n", k->name, k->block, why_not(&r));
        else
            say(&r, n, lesson->rows);
    }
    if (!is_some)
        quit(2, "predict: nothing was counted for %s%s%s, block %d; make record-counts counts all kernels at blocks of 64, "
                "128, 256, 512 and 1024", lesson->name, *wanted ? ", kernel " : "", wanted, block);
    print_about_error(card);
}

/* ---- A program of one's own ---- */
static double own_width(double moved)
{
    double n = moved < 1 << 25 ? 1 << 20 : moved < 1 << 29 ? 1 << 24 : 1 << 28, width = 0;
    struct csv csv;

    if (csv_open(&csv, option("kernels")))
        while (csv_next(&csv))
            if (csv_is(&csv, "card", "all")) {
                own_begin = csv_number(&csv, "begin_ns");
                if (csv_number(&csv, "n") == n)
                    width = csv_number(&csv, "interval");
            }
    return width;
}

static void say_own(const struct reduction *r)
{
    const struct launch *s = r->stage;
    const struct card *card = r->card;
    double width = own_width(s->bytes), ns = time_of(r), moved = traffic(r, s, 0);
    double high = ns * width * (is_measured(card) ? 1 : interval_of("unmeasured", 29).high);

    printf("%s<<<%.0f, %.0f>>>\n", s->function, s->grid, s->threads);
    if (*own_why_not(r)) {
        printf("  not predicted: %s\n\n", own_why_not(r));
        return;
    }
    print_terms(r);
    assert_possible(card, ns, sure_ns(r));
    printf("  about %s us, between %s and %s: memory moves %s MB, at %.0f GB/s; limited by %s\n", brief(ns / 1000),
           brief(most(ns / width, limit_ns(r)) / 1000), brief(high / 1000), brief(moved / 1e6), rounded_down(moved / ns),
           in_words(binding(r)));
    if (s->bytes < card->l2)
        printf("  these fit into L2 (%.0f MiB): that is the time when they come from memory; what is there already comes sooner\n",
               trunc(card->l2_mib));
    printf("\n");
}

void predict_file(void)
{
    const struct card *card = card_called(option("card"));
    struct kernel own = { 0 };
    struct reduction r = { 0 };

    print_card(card);
    read_inspected(&own, option("inspected"), 1);
    read_bytes(&own, option("bytes"));
    for (int k = 0; k < own.size->launches; k++) {
        make_own(&r, &own.size->launch[k], card, 1);
        say_own(&r);
    }
    if (!own.size->launches)
        puts("no kernel of its own was launched");
    print_about_error(card);
}

/* ---- An exercise, as if it had as many elements as the lessons ---- */
/* The lesson's kernel of this function and block; NULL where it has none */
static const struct kernel *lesson_kernel(const struct lesson *lesson, const struct launch *launch)
{
    for (const struct kernel *k = kernels; k < kernels + kernel_count; k++)
        if (k->lesson == lesson && k->block == launch->threads &&
            is_same_function(k->size->launch->function, launch->function))
            return k;
    return NULL;
}

/* The launch that moves most becomes the first; the others add up what it left. */
static void largest_first(struct size *size)
{
    struct launch *best = size->launch, first = *best;

    for (int k = 1; k < size->launches; k++)
        if (sectors_of(&size->launch[k]) > sectors_of(best))
            best = &size->launch[k];
    *size->launch = *best;
    *best = first;
}

struct run {
    struct kernel kernel;
    const struct kernel *of; /* the lesson's; NULL where there is none */
    struct reduction r;
    double gbps;
};

/* A counted run of an exercise, with 2^29 elements. Returns false where it cannot be predicted. */
static bool predict_run(struct run *run, const char *name, double n, struct lesson *lesson, const struct card *card)
{
    double more;

    run->kernel.lesson = lesson;
    read_inspected(&run->kernel, name, n);
    if (!run->kernel.size->launches)
        return false;
    largest_first(run->kernel.size);
    run->of = lesson_kernel(lesson, run->kernel.size->launch);
    /* a grid as large as the device is not one that grows */
    if (run->of && run->of->is_steady && scale(&run->r, run->of, card, LESSON_N, 1) && run->r.stage->is_as_device)
        return false;
    /* what ncu has counted of the lesson's kernel, beside what it asks of memory */
    more = run->of ? correction(run->of, card, LESSON_N) : 0;
    if (!scale(&run->r, &run->kernel, card, LESSON_N, 1) || *why_not(&run->r))
        return false;
    make_terms(&run->r, more);
    run->gbps = 4 * LESSON_N / time_of(&run->r);
    return true;
}

static void say_in_one_line(const struct run *run)
{
    const struct card *card = run->r.card;
    const char *what = in_words(binding(&run->r));
    double measured = run->of ? recorded_gbps(run->of, LESSON_N, 1) : 0;
    struct interval is = gbps_between(&run->r, run->of, run->gbps, LESSON_N);

    if (measured) { /* what was measured lies in the interval */
        is.low = least(is.low, measured);
        is.high = most(is.high, measured);
    }
    printf("on %s ", strchr("aefhilmnorsx8", *card->card) ? "an" : "a");
    for (const char *c = card->card; *c; c++)
        putchar(toupper((unsigned char)*c));
    printf(" about %.0f GB/s (between %.0f and %.0f), limited by %.*s; block %.0f", rounded(run->gbps), rounded_down(is.low),
           rounded_up(card, is.high), (int)strcspn(what, ":"), what, run->kernel.size->launch->threads);
    if (measured)
        printf(", where %s of the lesson was recorded at %.0f", run->of->name, measured);
    printf("\n");
}

void predict_exercise(void)
{
    const struct card *card = card_called(option("card"));
    struct lesson *lesson = lesson_called(option("lesson"));
    struct run *best = NULL;
    const char *size = option("counted_n");

    read_results(lesson->name);
    for (int i = 1; *size && lesson->rows <= 1; i++) {
        struct run *run = more_room(NULL, 0, sizeof *run);
        double n = strtod(size, NULL);

        size += strcspn(size, " ");
        size += strspn(size, " ");
        *run = (struct run){ .gbps = 0 };
        if (predict_run(run, *size ? format("%s.%d", option("inspected"), i) : option("inspected"), n, lesson, card) &&
            (!best || run->gbps > best->gbps))
            best = run;
    }
    if (best)
        say_in_one_line(best);
}
