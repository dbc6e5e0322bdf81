/* harness/check_position.h: the largest element of an array and its index: argmax.
 *
 * A result is 16 bytes: the element as it is in the array, in the first 4, and a size_t in the last 8. What is expected:
 *
 *     a NaN is larger than all numbers; 0 and -0 are equal
 *     of equal elements, and of NaNs, it is the first: the one with the lowest index
 *     of no elements: the least there is (-infinity, -2^31), at the index (size_t)-1
 *
 * The index of one element says nothing about the others. So after a right first run two equal elements are put at two
 * places, 16 times: larger than all others, as large as the largest, or NaNs; of -0 and NaNs one with a sign and one
 * without. The result must be the first of those that are largest then; of one element, also if it is the least there is. Results are equal or wrong: nothing is rounded. */
#ifndef HARNESS_CHECK_POSITION_H
#define HARNESS_CHECK_POSITION_H

#include "harness/explain_sum.h"
#include "harness/one_run.h"

/* Is a larger than b? */
static inline int lesson_is_larger(double a, double b)
{
    return a > b || (isnan(a) && !isnan(b));
}

static inline double lesson_value_at(const struct lesson_plan *p, size_t i)
{
    struct lesson_item item = lesson_item_at(p->type, p->input, p->seed, i);
    return p->is_float ? item.real : (double)item.whole;
}

/* The largest of elements [from, to). */
static inline struct lesson_place lesson_find_largest(const struct lesson_plan *p, size_t from, size_t to)
{
    struct lesson_place best = {p->is_float ? -INFINITY : -0x1p31, LESSON_NOWHERE};
    for (size_t i = from; i < to; i++) {
        double x = lesson_value_at(p, i);
        if (lesson_is_larger(x, best.value) || best.index == LESSON_NOWHERE)
            best = {x, i};
    }
    return best;
}

/* The same of a whole array: in parts, on all processors of the host where the compiler has OpenMP. The last answer is
 * kept. */
static inline struct lesson_place lesson_wanted_place(const struct lesson_plan *p, size_t n)
{
    enum { PARTS = 256 };
    static struct { int is_known, type, input; uint32_t seed; size_t n; struct lesson_place place; } last;
    struct lesson_place part[PARTS];
    size_t length = (n + PARTS - 1) / PARTS;
    if (last.is_known && last.type == p->type && last.input == p->input && last.seed == p->seed && last.n == n)
        return last.place;
#ifdef _OPENMP
#pragma omp parallel for if (length > 4096)
#endif
    for (int i = 0; i < PARTS; i++) {
        size_t from = length * (size_t)i, to = from + length;
        part[i] = lesson_find_largest(p, from < n ? from : n, to < n ? to : n);
    }
    for (int i = 1; i < PARTS; i++)
        if (lesson_is_larger(part[i].value, part[0].value))
            part[0] = part[i];
    last = {1, p->type, p->input, p->seed, n, part[0]};
    return part[0];
}

static inline struct lesson_place lesson_read_place(const struct lesson_plan *p, const unsigned char *bytes)
{
    struct lesson_place place;
    float real;
    int whole;
    memcpy(&real, bytes, sizeof real);
    memcpy(&whole, bytes, sizeof whole);
    memcpy(&place.index, bytes + 8, sizeof place.index);
    place.value = p->is_float ? (double)real : (double)whole;
    return place;
}

static inline int lesson_is_place(struct lesson_place got, struct lesson_place wanted)
{
    return got.index == wanted.index && (got.value == wanted.value || (isnan(got.value) && isnan(wanted.value)));
}

static inline struct lesson_verdict lesson_judge_place(struct lesson *l, const struct lesson_row *row,
                                                       struct lesson_place wanted)
{
    struct lesson_verdict verdict;
    unsigned char *got = lesson_fetch_results(l, row);
    size_t size = row->check->size;
    memset(&verdict, 0, sizeof verdict);
    memcpy(verdict.bytes, got, size);
    verdict.place = wanted;
    verdict.is_right = lesson_is_place(lesson_read_place(&l->plan, got), wanted);
    lesson_judge_behind(l, row, got, &verdict);
    free(got);
    return verdict;
}

static inline struct lesson_verdict lesson_judge_position(struct lesson *l, const struct lesson_row *row, size_t)
{
    return lesson_judge_place(l, row, lesson_wanted_place(&l->plan, row->shape->n));
}

static inline void lesson_probe_places(struct lesson *l, struct lesson_row *row, int with_nan)
{
    const struct lesson_plan *p = &l->plan;
    size_t n = row->shape->n;
    for (uint32_t k = 0; n > 0 && k < 16 && row->verdict.is_right; k++) {
        struct lesson_place wanted = lesson_wanted_place(p, n);
        size_t distance = k % 2 ? lesson_mix(k) % 100 : lesson_mix(k) % n; /* in one block; in two */
        size_t at = k == 0 ? 0 : k == 1 ? n - 1 : lesson_mix(k + (uint32_t)n) % n;
        size_t also = k == 0 || distance > n - 1 - at ? n - 1 : at + distance;
        double value = k % 3 == 0 || isnan(wanted.value) ? wanted.value : !p->is_float ? 0x1p31 - 1
                       : k % 3 == 1 || !with_nan ? INFINITY : NAN;
        int has_twin = p->is_float && (value == 0 || isnan(value)); /* equal to it, but with other bits */
        double first = has_twin ? copysign(value, k % 2 ? 1 : -1) : value, second = has_twin ? -first : value;
        if (n == 1 && k == 2)
            wanted.value = first = second = p->is_float ? -INFINITY : -0x1p31; /* the least is there, too */
        if (lesson_is_larger(first, wanted.value))
            wanted = {first, at};
        wanted.index = at < wanted.index ? at : wanted.index;
        lesson_put_item(l, also, {second, (int64_t)(p->is_float ? 0 : second)});
        lesson_put_item(l, at, {first, (int64_t)(p->is_float ? 0 : first)});
        lesson_poison_results(l);
        lesson_reduce(l, row);
        row->verdict = lesson_judge_place(l, row, wanted);
        row->verdict.is_probed = 1;
        row->verdict.probed = at;
        row->verdict.also_probed = also;
        lesson_put_item(l, at, lesson_item_at(p->type, p->input, p->seed, at));
        lesson_put_item(l, also, lesson_item_at(p->type, p->input, p->seed, also));
    }
}

static inline void lesson_probe_position(struct lesson *l, struct lesson_row *row)
{
    lesson_probe_places(l, row, 1);
}

/* The same where nothing is promised for NaNs, or of no elements. */
static inline struct lesson_verdict lesson_judge_numbers(struct lesson *l, const struct lesson_row *row, size_t)
{
    struct lesson_verdict verdict = lesson_judge_position(l, row, 1);
    verdict.is_right |= row->shape->n == 0 || l->plan.input == LESSON_NAN;
    return verdict;
}

static inline void lesson_probe_numbers(struct lesson *l, struct lesson_row *row)
{
    if (l->plan.input != LESSON_NAN)
        lesson_probe_places(l, row, 0);
}

/* A place in words: text of `size` bytes; returns it. */
static inline const char *lesson_format_place(char *text, size_t size, const struct lesson_plan *p,
                                              struct lesson_place place)
{
    char value[32], index[32];
    snprintf(value, sizeof value, isnan(place.value) ? "NaN" : p->is_float ? "%.9g" : "%.0f", place.value);
    snprintf(index, sizeof index, place.index == LESSON_NOWHERE ? "no index" : "index %zu", place.index);
    snprintf(text, size, "%s at %s", value, index);
    return text;
}

/* With one word in l->cause: unwritten, nothing, beyond, tie, nan, index. */
static inline void lesson_explain_position(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    const struct lesson_plan *p = &l->plan;
    struct lesson_place got = lesson_read_place(p, v->bytes), wanted = v->place;
    char text[96], found[96];
    int is_probe = got.index == v->probed || got.index == v->also_probed;
    double there = got.index >= row->shape->n ? 0 : v->is_probed && is_probe ? wanted.value
                                                                              : lesson_value_at(p, got.index);
    int is_tie = got.index < row->shape->n && got.index != wanted.index
                 && (there == wanted.value || (isnan(there) && isnan(wanted.value)));
    fprintf(stderr, "  expected %s, got %s (%s, input %s)\n", lesson_format_place(text, sizeof text, p, wanted),
            lesson_format_place(found, sizeof found, p, got), lesson_type_name(p), lesson_input_names[p->input]);
    if (v->is_probed)
        fprintf(stderr, "  in a run with one value at %zu and %zu\n", v->probed, v->also_probed);
    if (lesson_mistakes() > 0)
        fprintf(stderr, "  likely cause: the mistake that is reported below\n");
    else if (lesson_is_untouched(p, v->bytes, row->check->size))
        lesson_blame(l, "unwritten", "the result was never written");
    else if (wanted.index == LESSON_NOWHERE)
        lesson_blame(l, "nothing", "of no elements it is the least value there is, at the index (size_t)-1");
    else if (got.index >= row->shape->n)
        lesson_blame(l, "beyond", "there is no such element, n = %zu", row->shape->n);
    else if (is_tie && isnan(there))
        lesson_blame(l, "nan", "both elements are NaNs, and the first one wins");
    else if (is_tie)
        lesson_blame(l, "tie", "both elements are equal%s, and the first one wins, whichever thread or block brings it",
                     there == 0 ? ", as 0 and -0 are" : "");
    else if (isnan(wanted.value))
        lesson_blame(l, "nan", "a comparison that is false for a NaN chose another element");
    else if (got.index != wanted.index && got.value == wanted.value)
        lesson_blame(l, "index", "the value is right, but element %zu is %.9g", got.index, there);
}

static const struct lesson_check lesson_position = {
    "positions", 0, LESSON_INT | LESSON_FLOAT, lesson_judge_position, lesson_explain_position, 1, lesson_probe_position, NULL,
    LESSON_PAIR_SIZE};
static const struct lesson_check lesson_position_of_numbers = {
    "positions", 0, LESSON_INT | LESSON_FLOAT, lesson_judge_numbers, lesson_explain_position, 1, lesson_probe_numbers, NULL,
    LESSON_PAIR_SIZE};

#endif
