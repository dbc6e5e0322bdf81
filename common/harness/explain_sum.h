/* harness/explain_sum.h: the likely cause of a wrong sum, on stderr. */
#ifndef HARNESS_EXPLAIN_SUM_H
#define HARNESS_EXPLAIN_SUM_H

#include "harness/one_run.h"
#include "harness/parts.h"
#include "harness/rounding.h"

/* A wrong sum: which elements it is of, and what it should be. */
struct lesson_case {
    size_t from, n;
    union lesson_value got;
    int64_t expected;
    double bound;
};

/* Looks for a missing piece of the row that explains the difference: the elements from the last
 * multiple of some chunk on. Returns where in the row the piece starts, or n when there is none. */
static inline size_t lesson_missing_tail(const struct lesson *l, const struct lesson_row *row,
                                         const struct lesson_case *c)
{
    size_t block = row->r.block;
    const size_t chunks[] = {block, 2 * block, block * row->r.elements_per_thread, 4 * block,
                             8 * block, block * row->r.grid, 32};
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        size_t at = chunks[i] ? (c->n - 1) / chunks[i] * chunks[i] : 0;
        if (at == 0)
            continue;
        struct lesson_sum tail = lesson_expected(l->plan.seed, l->plan.type, l->plan.input,
                                                 c->from + at, c->from + c->n);
        if (lesson_matches(l, c->got, c->expected - tail.sum, c->bound))
            return at;
    }
    return c->n;
}

/* An element of the row that, missing (*sign = -1) or added once more (*sign = +1), explains the
 * sum. Returns how many there are; *at is the first. */
static inline size_t lesson_odd_elements(const struct lesson *l, const struct lesson_case *c,
                                         size_t *at, int *sign)
{
    size_t found = 0;
    for (size_t i = 0; i < c->n; i++) {
        int k = lesson_element(l->plan.seed, c->from + i, l->plan.type, l->plan.input);
        for (int way = -1; way <= 1; way += 2)
            if (lesson_matches(l, c->got, c->expected + way * (int64_t)k, c->bound)
                && ++found == 1) {
                *at = i;
                *sign = way;
            }
    }
    return found;
}

/* The part of the row that was added in place of all of it (*times = 0), or once more than all of
 * it (1), or all but that part was (2); NULL when it is none that is known. */
static inline const struct lesson_part *lesson_added_part(const struct lesson *l,
                                                          const struct lesson_row *row,
                                                          const struct lesson_case *c, int *times)
{
    static struct lesson_parts parts;
    lesson_list_parts(&parts, l, row, c->from, c->n);
    for (*times = 0; *times <= 2; ++*times)
        for (int i = 0; i < parts.count; i++) {
            int64_t part = parts.part[i].sum, sum = c->expected;
            const int64_t wrong[] = {part, sum + part, 2 * sum - part};
            const size_t twice[] = {0, parts.part[i].count, c->n - parts.part[i].count};
            if (twice[*times] != 1 /* which has words of its own */
                && lesson_matches(l, c->got, wrong[*times], c->bound))
                return &parts.part[i];
        }
    return NULL;
}

/* How many elements behind the row were added as well; 0 if it is not that, or more than 1024. */
static inline size_t lesson_beyond_row(const struct lesson *l, const struct lesson_row *row,
                                       const struct lesson_case *c)
{
    int64_t sum = c->expected;
    size_t to = c->from + c->n;
    for (size_t i = 0; i < 1024 && to + i < lesson_volume(row->shape); i++) {
        sum += lesson_element(l->plan.seed, to + i, l->plan.type, l->plan.input);
        if (lesson_matches(l, c->got, sum, c->bound))
            return i + 1;
    }
    return 0;
}

/* Another row of the same shape whose sum this is; as many as there are rows, if it is none. */
static inline size_t lesson_other_row(const struct lesson *l, const struct lesson_row *row,
                                      const struct lesson_case *c)
{
    const struct lesson_shape *shape = row->shape;
    size_t i = 0;
    while (i < shape->rows && !lesson_matches(l, c->got, shape->expected[i].sum, c->bound))
        i++;
    return i;
}

/* The card whose part of the array was added alone (*times 0), twice (1) or not at all (-1); as many as there are cards, if
 * none explains the sum. */
static inline int lesson_odd_card(const struct lesson *l, const struct lesson_case *c, int *times)
{
    int i = 0;
    for (size_t first, n; l->cards > 1 && i < l->cards; i++) {
        lesson_card_range(&l->plan, c->n, l->cards, i, &first, &n);
        int64_t part = lesson_expected(l->plan.seed, l->plan.type, l->plan.input, first, first + n).sum;
        const int64_t wrong[] = {c->expected - part, part, c->expected + part};
        for (*times = -1; *times <= 1 && n > 1; ++*times)
            if (lesson_matches(l, c->got, wrong[*times + 1], c->bound))
                return i;
    }
    return l->cards;
}

/* Do two runs differ by more than the order of additions can explain? */
static inline int lesson_differs(const struct lesson *l, union lesson_value a,
                                 union lesson_value b, double bound)
{
    if (!l->plan.is_float)
        return a.i != b.i;
    return isfinite(a.f) != isfinite(b.f) || fabs((double)a.f - (double)b.f) > bound;
}

/* Says what a wrong sum looks like, and keeps the word for it. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline void lesson_blame(struct lesson *l, const char *cause, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "  likely cause: ");
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    l->cause = cause;
}

static inline void lesson_blame_two_runs(struct lesson *l, double got, double again)
{
    lesson_blame(l, "two-runs",
                 "two runs give two sums (%.10g, then %.10g): a race, a read of memory\n"
                 "  that nothing wrote, or state that one run leaves for the next", got, again);
}

/* Says so when what blocks should have written, but did not, went into an int sum. */
static inline int lesson_blame_poison(struct lesson *l, const struct lesson_row *row,
                                      const struct lesson_case *c)
{
    long alone = lesson_poisons((uint32_t)c->got.i);
    long added = lesson_poisons((uint32_t)c->got.i - (uint32_t)c->expected);
    if (alone == 1)
        lesson_blame(l, "unwritten",
                     "the result was never written (outputs are filled with 0xa5a5a5a5 before\n"
                     "  each run)");
    else if (alone > 0 && alone == (long)row->r.grid)
        lesson_blame(l, "unwritten",
                     "no block wrote its partial sum (outputs are filled with 0xa5a5a5a5\n"
                     "  before each run)");
    else if (alone > 0)
        lesson_blame(l, "unwritten",
                     "nothing but %ld partial sums that nobody wrote was added (outputs are\n"
                     "  filled with 0xa5a5a5a5 before each run)", alone);
    else if (added == 1)
        lesson_blame(l, "unwritten",
                     "the sum was added onto what the result held before (clear it first, inside\n"
                     "  the reduction), or a partial sum that nobody wrote was added");
    else if (added > 0)
        lesson_blame(l, "unwritten",
                     "%ld partial sums that nobody wrote were added (outputs are filled with\n"
                     "  0xa5a5a5a5 before each run)", added);
    return alone > 0 || added > 0;
}

/* What to try where a smaller case may show more: not after smaller ones that were right. */
static inline const char *lesson_smaller_case(const struct lesson *l, const struct lesson_row *row,
                                              const struct lesson_case *c)
{
    static char text[96];
    int is_smallest = c->n > 33;
    for (int i = 0; i < l->plan.shapes; i++)
        is_smallest &= lesson_volume(&l->plan.shape[i]) >= lesson_volume(row->shape);
    snprintf(text, sizeof text, "; a smaller case may show more:\n  ./%s %s-n 33 -b %u", l->name,
             l->offers & LESSON_BATCH ? "--batch 1 " : "", row->r.block);
    return is_smallest ? text : "";
}

/* Says what the wrong sum looks like, and in l->cause with one word: two-runs, unwritten, nothing,
 * copies, card, row, beyond, first-warp, part, end, element, rounding; NULL if it looks like nothing.
 * `again` is what another run gave in its place. is_reported: the inspector has seen a mistake, and
 * says what it is. */
static inline void lesson_explain_sum(struct lesson *l, const struct lesson_row *row,
                                      const struct lesson_case *c, union lesson_value again,
                                      int is_reported)
{
    int is_float = l->plan.is_float, copies = 0, sign = 0;
    int64_t sum = c->expected;
    union lesson_value got = c->got;
    const struct lesson_part *part;
    int times = 0, card;
    size_t at, other, odd = 0;

    if (is_float && isnan(got.f))
        fprintf(stderr, "  expected %.9g, got NaN\n", (double)sum * lesson_unit(1));
    else if (is_float)
        fprintf(stderr, "  expected %.9g, got %.9g, difference %.6g, allowed %.3g\n",
                (double)sum * lesson_unit(1), (double)got.f, lesson_difference(l, got, sum),
                c->bound);
    else
        fprintf(stderr, "  expected %d, got %d, difference %.0f\n", (int)(uint32_t)sum, got.i,
                lesson_difference(l, got, sum));
    for (int k = 2; k <= 1024 && !copies && sum != 0; k++)
        if (lesson_matches(l, got, k * sum, c->bound))
            copies = k;

    if (!is_reported && lesson_differs(l, got, again, c->bound))
        lesson_blame_two_runs(l, is_float ? (double)got.f : got.i, is_float ? (double)again.f : again.i);
    else if (is_float && !isfinite(got.f) && !is_reported)
        lesson_blame(l, "unwritten",
                     "the result, or a partial sum that went into it, was never written\n"
                     "  (outputs are filled with NaN before each run)");
    else if (!is_float && lesson_blame_poison(l, row, c))
        return;
    else if (is_reported)
        lesson_blame(l, NULL, "the mistake that is reported below");
    else if (lesson_matches(l, got, 0, c->bound))
        lesson_blame(l, "nothing",
                     "the result is 0: nothing was added up; did the kernel run, and does the\n"
                     "  thread that writes the result hold the sum?");
    else if (copies)
        lesson_blame(l, "copies", "every element was added %d times", copies);
    else if ((card = lesson_odd_card(l, c, &times)) < l->cards)
        lesson_blame(l, "card", "%sthe elements of card %d %s", times == 0 ? "only " : "", card,
                     times < 0 ? "are missing" : times == 0 ? "were added" : "were added twice");
    else if ((other = lesson_other_row(l, row, c)) < row->shape->rows)
        lesson_blame(l, "row", "this is the sum of row %zu", other);
    else if ((other = lesson_beyond_row(l, row, c)) > 0)
        lesson_blame(l, "beyond", "%zu element%s behind the end of the row %s added as well", other,
                     other == 1 ? "" : "s", other == 1 ? "was" : "were");
    else if ((part = lesson_added_part(l, row, c, &times)))
        lesson_blame(l, part->is_warp && !times ? "first-warp" : "part", "%s%s %s added%s",
                     times == 0 ? "only " : times == 1 ? "" : "all but ", part->text,
                     part->is_one && times < 2 ? "was" : "were", times ? " twice" : "");
    else if ((at = lesson_missing_tail(l, row, c)) < c->n)
        lesson_blame(l, "end",
                     "it looks as if the last %zu element%s (from index %zu) were missing: the\n"
                     "  end of the input, after the last full block or group of blocks%s?",
                     c->n - at, c->n - at == 1 ? "" : "s", at,
                     at == (size_t)row->r.block * row->r.elements_per_thread
                         ? ", or all but\n  block 0's elements" : "");
    else if ((odd = lesson_odd_elements(l, c, &at, &sign)) == 1)
        lesson_blame(l, "element", "element %zu %s", at,
                     sign < 0 ? "is missing" : "was added twice");
    else if (is_float
             && fabs(lesson_difference(l, got, sum)) < fmin(0.5 - c->bound, 2000 * c->bound))
        lesson_blame(l, "rounding",
                     "rounding: no element is as small as that. Are more additions made one\n"
                     "  after another than the launch function says in r->chain?");
    else
        lesson_blame(l, NULL, "%s%s",
                     odd > 1 ? "perhaps one element is missing or was added twice"
                             : "no pattern found: it is not one element more or less",
                     lesson_smaller_case(l, row, c));
}

#endif
