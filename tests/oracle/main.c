/* main.c: holds the inspector against the judge, for many random programs. Where they disagree, it looks for the
 * smallest program with which they still do, and shows that. Exit code 1 then, else 0. */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the inspector decides otherwise than the model (docs/cpu-device.md, "Silence means"), exactly as it decides it;
 * and what is not decided: a program that it decides is left out. The first of a pair says less often that there is a
 * race, the second one more often. */
static unsigned int decided = DECIDED;
static const struct { const char *name; unsigned int less, more; } left_out[] = {
    { "a fence of another thread", FENCES_OF_OTHERS, 0 },
    { "an earlier atomic on the word", EARLIER_ATOMICS_GO_ALONG, 0 },
    { "a second access in a release or acquire pattern", 0, ONE_ACCESS_ONLY },
};
enum { LEFT_OUT = sizeof left_out / sizeof *left_out };

static unsigned int run_flaw, without;
static unsigned long long counts[LEFT_OUT], racy, total, left;

static int is_racy(const struct program *p, unsigned int variant)
{
    int one, other;

    return judge(p, variant | decided, &one, &other);
}

/* Does what is left out decide the program? The number of what does, or -1. */
static int decides(const struct program *p)
{
    unsigned int less = 0, more = 0;
    int is = is_racy(p, 0);

    for (int i = 0; i < LEFT_OUT; i++) {
        less |= left_out[i].less;
        more |= left_out[i].more;
        if (is_racy(p, left_out[i].less | left_out[i].more) != is)
            return i;
    }
    return is_racy(p, less) != is || is_racy(p, more) != is ? 0 : -1;
}

static int disagree(const struct program *p)
{
    int said;

    if (is_left_out(p) || decides(p) >= 0)
        return 0;
    said = inspected(p, run_flaw);
    return said < 0 || said != is_racy(p, 0);
}

static void shrink(struct program *p)
{
    struct program tried;
    int changed = 1;

    while (changed) {
        int step = 0, is;

        changed = 0;
        while ((is = smaller(p, step, &tried))) {
            if (is > 0 && disagree(&tried)) {
                *p = tried;
                changed = 1;
            } else {
                step++;
            }
        }
    }
}

static void tell(struct program *p, unsigned long long index)
{
    int one, other, is, said;

    shrink(p);
    said = inspected(p, run_flaw);
    is = judge(p, decided, &one, &other);
    printf("program %llu: the inspector says %s, the judge %s; the smallest with which they disagree:\n", index,
           said < 0 ? "nothing: it did not run" : said ? "race" : "no race", is ? "race" : "no race");
    show(p);
    if (is)
        printf("      %d and %d are not ordered\n", one, other);
}

static void usage(void)
{
    fprintf(stderr, "oracle: COUNT SEED [--first INDEX] [--most N] [--show] [--no-copies] [--no-streams] "
                    "[--flaw fence|wait|scope] [--decided BITS]\n");
    exit(2);
}

static unsigned long long number(const char *text)
{
    char *end;
    unsigned long long n = text ? strtoull(text, &end, 10) : 0;

    if (!text || !*text || *end)
        usage();
    return n;
}

static unsigned int flaw_of(const char *text)
{
    if (!strcmp(text, "fence"))
        return NO_FENCES;
    if (!strcmp(text, "wait"))
        return NO_WAITS;
    if (strcmp(text, "scope"))
        usage();
    return NO_SCOPES;
}

int main(int argc, char **argv)
{
    unsigned long long count, seed, first = 0, most = 1, wrong = 0;
    int is_shown = 0;

    if (argc < 3)
        usage();
    setvbuf(stdout, NULL, _IOLBF, 1 << 16);
    count = number(argv[1]);
    seed = number(argv[2]);
    for (int i = 3; i < argc; i++) {
        if (!strcmp(argv[i], "--first") && i + 1 < argc)
            first = number(argv[++i]);
        else if (!strcmp(argv[i], "--most") && i + 1 < argc)
            most = number(argv[++i]);
        else if (!strcmp(argv[i], "--flaw") && i + 1 < argc)
            run_flaw = flaw_of(argv[++i]);
        else if (!strcmp(argv[i], "--no-copies"))
            without |= WITHOUT_COPIES;
        else if (!strcmp(argv[i], "--no-streams"))
            without |= WITHOUT_STREAMS;
        else if (!strcmp(argv[i], "--decided") && i + 1 < argc)
            decided = (unsigned)number(argv[++i]);
        else if (!strcmp(argv[i], "--show"))
            is_shown = 1;
        else
            usage();
    }
    for (unsigned long long i = first; i < first + count && wrong < most; i++) {
        struct program p;
        int by;

        generate(&p, seed, i, without);
        if (is_shown)
            show(&p);
        by = decides(&p);
        total++;
        if (by >= 0) {
            counts[by]++;
            left++;
            continue;
        }
        racy += (unsigned)is_racy(&p, 0);
        if (disagree(&p)) {
            tell(&p, i);
            wrong++;
        }
    }
    printf("seed %llu: %llu programs, %llu with a race, %llu left out", seed, total, racy, left);
    for (int i = 0; i < LEFT_OUT; i++)
        printf("%s%llu: %s", i ? ", " : " (", counts[i], left_out[i].name);
    printf("), %llu disagreements\n", wrong);
    fflush(stdout);
    _exit(wrong > 0);                   /* without the inspector's own report */
}
