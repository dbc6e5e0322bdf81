/* harness/check_reduced.h: one result per row of any operator of harness/operators.h.
 *
 * What is expected is computed from the elements themselves: of integers exactly, modulo 2^32 or 2^64, as the
 * hardware adds; of floating-point numbers in long double, sums with their rounding errors kept (Neumaier), which
 * leaves far less than the last bit of a double. Minimum, maximum, and, or must be equal; 0 and -0 are. A NaN is
 * expected where one went in, also by minimum and maximum. harness/rounding.h says how far others may be off.
 *
 * A maximum does not depend on most elements. So after a right first run a decisive element is put at a place, such
 * as something larger than all others, and the result must follow: at both ends and at 14 places between. */
#ifndef HARNESS_CHECK_REDUCED_H
#define HARNESS_CHECK_REDUCED_H

#include "harness/exact.h"
#include "harness/grid_sum.h"
#include "harness/methods.h"
#include "harness/one_run.h"

/* What is expected. Of LESSON_NORM2 `real` is the sum of squares. */
struct lesson_wanted {
    long double real;
    uint64_t whole;
    double magnitude; /* sum of the absolute values of what is added up */
    double bound;
};

static inline struct lesson_verdict lesson_judge_reduced(struct lesson *l, const struct lesson_row *row, size_t);
static inline void lesson_explain_reduced(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v);
static inline void lesson_probe_reduced(struct lesson *l, struct lesson_row *row);

/* One for each operator, in the order of enum lesson_operator. */
#define LESSON_REDUCED(what, types) {what, 0, types, lesson_judge_reduced, lesson_explain_reduced, 1, lesson_probe_reduced}
static const struct lesson_check lesson_reduced[LESSON_ALL_OPERATORS] = {
    LESSON_REDUCED("sums", LESSON_INTS | LESSON_FLOATS),         LESSON_REDUCED("products", LESSON_INTS | LESSON_FLOATS),
    LESSON_REDUCED("minima", LESSON_INTS | LESSON_FLOATS),       LESSON_REDUCED("maxima", LESSON_INTS | LESSON_FLOATS),
    LESSON_REDUCED("conjunctions", LESSON_INTS | LESSON_FLOATS), LESSON_REDUCED("disjunctions", LESSON_INTS | LESSON_FLOATS),
    LESSON_REDUCED("dot products", LESSON_INTS | LESSON_FLOATS), LESSON_REDUCED("norms", LESSON_FLOATS)};

/* Sums of floats by a method of harness/methods.h, in the order of enum lesson_method. */
static const struct lesson_check lesson_summed[LESSON_METHODS] = {
    LESSON_REDUCED("sums", LESSON_FLOAT), LESSON_REDUCED("sums", LESSON_FLOAT), LESSON_REDUCED("sums", LESSON_FLOAT),
    LESSON_REDUCED("sums", LESSON_FLOAT), LESSON_REDUCED("sums", LESSON_FLOAT), LESSON_REDUCED("sums", LESSON_FLOAT)};
#undef LESSON_REDUCED

/* The method of a check; LESSON_METHODS: it has none. */
static inline enum lesson_method lesson_method_of(const struct lesson_check *check)
{
    int is_ours = check >= lesson_summed && check < lesson_summed + LESSON_METHODS;
    return is_ours ? (enum lesson_method)(check - lesson_summed) : LESSON_METHODS;
}

/* The operator of a check; -1: it is no check of this file. */
static inline int lesson_operator_of(const struct lesson_check *check)
{
    int is_ours = check >= lesson_reduced && check < lesson_reduced + LESSON_ALL_OPERATORS;
    return is_ours ? (int)(check - lesson_reduced) : lesson_method_of(check) < LESSON_METHODS ? LESSON_SUM : -1;
}

static inline int lesson_adds_up(int op) { return op == LESSON_SUM || op == LESSON_DOT || op == LESSON_NORM2; }
static inline int lesson_is_logical(int op) { return op == LESSON_AND || op == LESSON_OR; }

/* What an element brings into a sum: itself, its square, its product with its partner. */
static inline long double lesson_real_term(int op, double x, double partner)
{
    return op == LESSON_SUM ? x : (long double)x * (op == LESSON_DOT ? partner : x);
}

static inline uint64_t lesson_whole_term(int op, int64_t x, int64_t partner)
{
    return op == LESSON_SUM ? (uint64_t)x : (uint64_t)x * (uint64_t)(op == LESSON_DOT ? partner : x);
}

/* The element at i, and the one that goes with it in a dot product. */
static inline struct lesson_item lesson_item_of(const struct lesson_plan *p, size_t i)
{
    return lesson_item_at(p->type, p->input, p->seed, i);
}
static inline struct lesson_item lesson_partner(const struct lesson_plan *p, size_t i)
{
    return lesson_item_at(p->type, p->input, ~p->seed, i);
}

/* Of floating-point numbers. Of no elements: the identity. */
static inline struct lesson_wanted lesson_reduce_reals(const struct lesson_plan *p, int op, size_t from, size_t to)
{
    long double lost = 0, special = 0, real = 0;
    struct lesson_wanted w = {0, 0, 0, 0};
    if (op == LESSON_PRODUCT || op == LESSON_AND)
        real = 1;
    if (op == LESSON_MIN || op == LESSON_MAX)
        real = op == LESSON_MIN ? INFINITY : -INFINITY;
    for (size_t i = from; i < to; i++) {
        double x = lesson_item_of(p, i).real;
        long double term = x, sum;
        switch (op) {
        case LESSON_SUM:
        case LESSON_DOT:
        case LESSON_NORM2:
            if (op != LESSON_SUM)
                term = lesson_real_term(op, x, op == LESSON_DOT ? lesson_partner(p, i).real : x);
            if (!isfinite(term)) {
                special += term;
                break;
            }
            sum = real + term;
            lost += fabsl(real) >= fabsl(term) ? (real - sum) + term : (term - sum) + real;
            real = sum;
            w.magnitude += (double)fabsl(term);
            break;
        case LESSON_PRODUCT: real *= x; break;
        case LESSON_MIN: real = x < real ? x : real; special += isnan(x) ? x : 0; break;
        case LESSON_MAX: real = x > real ? x : real; special += isnan(x) ? x : 0; break;
        case LESSON_AND: w.whole |= x == 0; break;
        case LESSON_OR: w.whole |= x != 0; break;
        }
    }
    if (op == LESSON_AND)
        w.whole = !w.whole;
    w.real = special != 0 ? special : real + lost; /* true of a NaN, too */
    return w;
}

static inline struct lesson_wanted lesson_reduce_wholes(const struct lesson_plan *p, int op, size_t from, size_t to)
{
    struct lesson_wanted w = {0, 0, 0, 0};
    int width = lesson_type_about(p->type)->digits;
    int64_t least = (int64_t)(~0ull << (width - 1)), most = ~least;
    w.whole = op == LESSON_PRODUCT || op == LESSON_AND ? 1 : op == LESSON_MIN ? (uint64_t)most
              : op == LESSON_MAX ? (uint64_t)least : 0;
    for (size_t i = from; i < to; i++) {
        int64_t x = lesson_item_of(p, i).whole;
        switch (op) {
        case LESSON_PRODUCT: w.whole *= (uint64_t)x; break;
        case LESSON_MIN: w.whole = x < (int64_t)w.whole ? (uint64_t)x : w.whole; break;
        case LESSON_MAX: w.whole = x > (int64_t)w.whole ? (uint64_t)x : w.whole; break;
        case LESSON_AND: w.whole &= x != 0; break;
        case LESSON_OR: w.whole |= x != 0; break;
        default: w.whole += lesson_whole_term(op, x, op == LESSON_DOT ? lesson_partner(p, i).whole : x);
        }
    }
    return w;
}

/* What two parts give together; *of_both may be one of them. */
static inline void lesson_combine(const struct lesson_plan *p, int op, struct lesson_wanted *of_both,
                               const struct lesson_wanted *part)
{
    struct lesson_wanted *w = of_both;
    int64_t x = (int64_t)w->whole, y = (int64_t)part->whole;
    int is_part = op == LESSON_MIN ? part->real < w->real || isnan(part->real)
                                   : part->real > w->real || isnan(part->real);
    w->magnitude += part->magnitude;
    switch (op) {
    case LESSON_PRODUCT: w->real *= part->real; w->whole *= part->whole; break;
    case LESSON_MIN: w->whole = (uint64_t)(x < y ? x : y); break;
    case LESSON_MAX: w->whole = (uint64_t)(x > y ? x : y); break;
    case LESSON_AND: w->whole &= part->whole; break;
    case LESSON_OR: w->whole |= part->whole; break;
    default: w->real += part->real; w->whole += part->whole;
    }
    if (p->is_float && (op == LESSON_MIN || op == LESSON_MAX) && is_part)
        w->real = part->real;
}

/* Elements [from, to): in parts, so that all processors of the host work where the compiler has OpenMP. The parts
 * follow from n alone, and so does the result. */
static inline struct lesson_wanted lesson_reduce_on_host(const struct lesson_plan *p, int op, size_t from, size_t to)
{
    enum { PARTS = 256 };
    struct lesson_wanted part[PARTS];
    size_t length = (to - from + PARTS - 1) / PARTS;
#ifdef _OPENMP
#pragma omp parallel for if (length > 4096)
#endif
    for (int i = 0; i < PARTS; i++) {
        size_t begin = from + length * (size_t)i, end = begin + length;
        begin = begin < to ? begin : to;
        end = end < to ? end : to;
        part[i] = p->is_float ? lesson_reduce_reals(p, op, begin, end) : lesson_reduce_wholes(p, op, begin, end);
    }
    for (int i = 1; i < PARTS; i++)
        lesson_combine(p, op, &part[0], &part[i]);
    return part[0];
}

/* How far a result may be off; see harness/rounding.h. */
static inline double lesson_reduced_bound(const struct lesson *l, const struct lesson_row *row, int op, size_t n,
                                          const struct lesson_wanted *w)
{
    const struct lesson_type_about *type = lesson_type_about(l->plan.type);
    enum lesson_method method = lesson_method_of(row->check);
    int has_signs = op != LESSON_NORM2 && l->plan.input == LESSON_RANDOM;
    if (!type->is_float || n == 0 || !isfinite((double)w->real))
        return 0;
    if (method < LESSON_METHODS)
        return lesson_method_bound(method, row, (double)n, w->magnitude, (double)w->real, l->plan.input);
    double least = op == LESSON_SUM ? 0 : (double)n * ldexp(1.0, type->least); /* what underflow takes away */
    if (op == LESSON_PRODUCT)
        return lesson_product_bound(type->digits, (double)n, (double)w->real) + least;
    if (!lesson_adds_up(op))
        return 0;
    return lesson_sum_bound(type->digits, lesson_chain(row, (double)n) + (op != LESSON_SUM), (double)n, w->magnitude,
                            (double)w->real, has_signs) + least;
}

/* A result as it lies in memory. */
struct lesson_found_result {
    double real;
    int64_t whole;
};

static inline struct lesson_found_result lesson_read_result(const struct lesson_plan *p, int op, const void *at)
{
    struct lesson_found_result r = {0, 0};
    enum lesson_result kind = lesson_is_logical(op) ? LESSON_INT_RESULT : lesson_type_about(p->type)->result;
    float f;
    int i;
    switch (kind) {
    case LESSON_INT_RESULT: memcpy(&i, at, sizeof i); r.whole = i; r.real = i; break;
    case LESSON_FLOAT_RESULT: memcpy(&f, at, sizeof f); r.real = f; break;
    case LESSON_INT64_RESULT: memcpy(&r.whole, at, sizeof r.whole); break;
    case LESSON_DOUBLE_RESULT: memcpy(&r.real, at, sizeof r.real); break;
    }
    return r;
}

static inline int lesson_is_real(const struct lesson_plan *p, int op)
{
    return p->is_float && !lesson_is_logical(op);
}

/* Has a result all 64 bits? The upper half of a narrow one means nothing. */
static inline int lesson_is_wide(const struct lesson_plan *p, int op)
{
    return lesson_type_about(p->type)->digits == 64 && !lesson_is_logical(op);
}

static inline int lesson_is_as_wanted(const struct lesson_plan *p, int op, struct lesson_found_result got,
                                      const struct lesson_wanted *w)
{
    if (!lesson_is_real(p, op))
        return lesson_is_wide(p, op) ? (uint64_t)got.whole == w->whole : (uint32_t)got.whole == (uint32_t)w->whole;
    long double real = w->real, low = real - w->bound, high = real + w->bound;
    if (isnan(real) || isnan(got.real))
        return isnan(real) && isnan(got.real);
    if (op == LESSON_NORM2 && isfinite(real)) { /* of the root, not of the sum of squares */
        long double u = ldexpl(1, 1 - lesson_type_about(p->type)->digits);
        low = (low > 0 ? sqrtl(low) : 0) * (1 - u);
        high = sqrtl(high) * (1 + u);
    }
    if (lesson_adds_up(op) || op == LESSON_PRODUCT)
        return isinf(real) ? (long double)got.real == real : got.real >= low && got.real <= high;
    return (long double)got.real == real;
}

/* The sum of elements as harness/grid_sum.h defines it: LESSON_SUM_FIXED_POINT, LESSON_SUM_BINNED. */
static inline struct lesson_wanted lesson_add_on_grid(const struct lesson_plan *p, int kind, size_t from, size_t to)
{
    struct lesson_wanted w = {0, 0, 0, 0};
    w.real = lesson_sum_on_grid(p, kind == LESSON_SUM_BINNED ? LESSON_BINNED : LESSON_FIXED_POINT, from, to);
    return w;
}

/* The kind of result that row i should give, an operator or one of those two; once computed for each shape. */
static inline struct lesson_wanted lesson_wanted_at(struct lesson *l, struct lesson_shape *shape, int kind, size_t i)
{
    size_t from, to;
    if (!shape->wanted[kind]) {
        shape->wanted[kind] = (struct lesson_wanted *)lesson_host_alloc(shape->rows, sizeof *shape->wanted[kind]);
        for (size_t k = 0; k < shape->rows; k++) {
            lesson_row_range(shape, k, &from, &to);
            shape->wanted[kind][k] = kind < LESSON_ALL_OPERATORS ? lesson_reduce_on_host(&l->plan, kind, from, to)
                                                                 : lesson_add_on_grid(&l->plan, kind, from, to);
        }
    }
    return shape->wanted[kind][i];
}

/* Is it equal to the bit, whatever the order? */
static inline int lesson_is_reproducible(const struct lesson_row *row)
{
    enum lesson_method method = lesson_method_of(row->check);
    return method == LESSON_FIXED_POINT || method == LESSON_BINNED;
}

/* What row i should give, with this row's bound. */
static inline struct lesson_wanted lesson_wanted_of(struct lesson *l, const struct lesson_row *row, int op, size_t i)
{
    struct lesson_shape *shape = row->shape;
    size_t from, to;
    int kind = !lesson_is_reproducible(row) ? op : lesson_method_of(row->check) == LESSON_BINNED
                                                       ? LESSON_SUM_BINNED : LESSON_SUM_FIXED_POINT;
    struct lesson_wanted w = lesson_wanted_at(l, shape, kind, i);
    lesson_row_range(shape, i, &from, &to);
    w.bound = lesson_reduced_bound(l, row, op, to - from, &w);
    return w;
}

/* From now on elements are of another kind. */
static inline void lesson_use_input(struct lesson *l, enum lesson_inputs input)
{
    for (int i = 0; i < l->plan.shapes && l->plan.input != input; i++)
        lesson_forget_wanted(&l->plan.shape[i]);
    l->plan.input = input;
}

static inline struct lesson_verdict lesson_judge_reduced(struct lesson *l, const struct lesson_row *row, size_t)
{
    int op = lesson_operator_of(row->check);
    size_t size = lesson_result_size(&l->plan), rows = row->shape->rows;
    struct lesson_verdict verdict;
    unsigned char *got = lesson_fetch_results(l, row);
    memset(&verdict, 0, sizeof verdict);
    for (size_t i = 0; i < rows; i++) {
        struct lesson_wanted w = lesson_wanted_of(l, row, op, i);
        int is_right = lesson_is_as_wanted(&l->plan, op, lesson_read_result(&l->plan, op, got + i * size), &w);
        if (i == 0 || (!is_right && !verdict.wrong)) {
            verdict.at = i;
            memcpy(verdict.bytes, got + i * size, size);
        }
        verdict.wrong += !is_right;
    }
    if (!lesson_is_untouched(&l->plan, got + rows * size, size) && !verdict.wrong) {
        verdict.wrong = 1;
        verdict.at = rows;
    }
    verdict.is_right = !verdict.wrong;
    free(got);
    return verdict;
}

/* A result in words: text of `size` bytes; returns it. */
static inline const char *lesson_format_result(char *text, size_t size, const struct lesson_plan *p, int op,
                                               struct lesson_found_result r)
{
    if (!lesson_is_real(p, op))
        snprintf(text, size, "%lld", (long long)r.whole);
    else if (isnan(r.real))
        snprintf(text, size, "NaN");
    else
        snprintf(text, size, "%.*g", p->type == LESSON_OF_DOUBLE ? 17 : 9, r.real);
    return text;
}

/* The same of what is expected. */
static inline struct lesson_found_result lesson_as_result(const struct lesson_plan *p, int op,
                                                          const struct lesson_wanted *w)
{
    long double real = op == LESSON_NORM2 ? sqrtl(w->real) : w->real;
    return {(double)real, lesson_is_wide(p, op) ? (int64_t)w->whole : (int64_t)(int32_t)(uint32_t)w->whole};
}

/* Does it add up more accurately than plainly? */
static inline int lesson_is_compensated(const struct lesson_row *row)
{
    enum lesson_method method = lesson_method_of(row->check);
    return method < LESSON_METHODS && method != LESSON_PLAIN;
}

/* How far off a plain sum of row i may be. */
static inline double lesson_plain_bound(const struct lesson_row *row, size_t i, const struct lesson_wanted *w)
{
    size_t from, to;
    lesson_row_range(row->shape, i, &from, &to);
    return lesson_method_bound(LESSON_PLAIN, row, (double)(to - from), w->magnitude, (double)w->real, LESSON_EQUAL);
}

static inline void lesson_explain_reduced(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    const struct lesson_plan *p = &l->plan;
    int op = lesson_operator_of(row->check);
    char wanted[64], found[64];
    struct lesson_found_result got = lesson_read_result(p, op, v->bytes);
    int is_untouched = lesson_is_untouched(p, v->bytes, lesson_result_size(p));
    if (v->at == row->shape->rows) {
        fprintf(stderr, "  something was written behind the last result\n");
        return;
    }
    struct lesson_wanted w = v->probe ? *v->probe : lesson_wanted_of(l, row, op, v->at);
    fprintf(stderr, "  expected %s, got %s", lesson_format_result(wanted, sizeof wanted, p, op,
                                                                  lesson_as_result(p, op, &w)),
            lesson_format_result(found, sizeof found, p, op, got));
    if (w.bound > 0)
        fprintf(stderr, ", allowed %.3g%s", w.bound, op == LESSON_NORM2 ? " before the root" : "");
    fprintf(stderr, " (%s of %s, input %s)\n", lesson_operator_names[op], lesson_type_name(p),
            lesson_input_names[p->input]);
    if (lesson_mistakes() > 0)
        fprintf(stderr, "  likely cause: the mistake that is reported below\n");
    else if (is_untouched)
        fprintf(stderr, "  likely cause: the result was never written\n");
    else if (v->probe && v->probed == SIZE_MAX)
        fprintf(stderr, "  in a second run, with the same elements in reverse order: the sum depends on it\n");
    else if (v->probe)
        fprintf(stderr, "  in a second run, with an element at %zu that decides the result: is it looked at?\n",
                v->probed);
    else if (lesson_is_real(p, op) && isnan((double)w.real))
        fprintf(stderr, "  likely cause: a comparison that is false for a NaN chose the other operand\n");
    else if (lesson_is_real(p, op) && isnan(got.real))
        fprintf(stderr, "  likely cause: it, or a number that went into it, was never written (outputs are\n"
                        "  filled with NaN before each run)\n");
    else if (lesson_is_compensated(row) && fabs(got.real - (double)w.real) <= lesson_plain_bound(row, v->at, &w))
        fprintf(stderr, "  likely cause: rounding errors are lost that it should keep; so far off a plain sum may be\n");
    else if ((op == LESSON_MIN || op == LESSON_MAX) && (lesson_is_real(p, op) ? got.real == 0 : got.whole == 0))
        fprintf(stderr, "  likely cause: 0 is the identity of the sum, not of this operator\n");
}

/* The element that decides, and what the result is when it stands at `at` in row 0; returns 0 if there is none. */
static inline int lesson_decisive(struct lesson *l, const struct lesson_row *row, int op, size_t at,
                                  struct lesson_item *item, struct lesson_wanted *w)
{
    const struct lesson_plan *p = &l->plan;
    const struct lesson_type_about *type = lesson_type_about(p->type);
    int width = 8 * (int)type->size;
    int64_t most = (int64_t)(~0ull >> (65 - width - type->is_unsigned)), least = type->is_unsigned ? 0 : -most - 1;
    struct lesson_item old = lesson_item_of(p, at), partner = lesson_partner(p, at);
    double large = p->type == LESSON_OF_HALF ? 0x1p15 : 0x1p40;
    *w = lesson_wanted_of(l, row, op, 0);
    *item = {0, 0};
    switch (op) {
    case LESSON_PRODUCT: w->whole = 0; w->real = w->bound = 0; return !p->is_float || p->input == LESSON_FACTORS;
    case LESSON_AND: w->whole = 0; return 1;
    case LESSON_OR: *item = {1, 1}; w->whole = 1; return p->input == LESSON_ZEROS;
    case LESSON_MIN: *item = {-INFINITY, least}; break;
    case LESSON_MAX: *item = {INFINITY, most}; break;
    default: *item = {large, most};
    }
    if (lesson_adds_up(op)) {
        long double more = lesson_real_term(op, item->real, partner.real);
        w->real += more - lesson_real_term(op, old.real, partner.real);
        w->magnitude += (double)fabsl(more);
        w->whole += lesson_whole_term(op, item->whole, partner.whole) - lesson_whole_term(op, old.whole, partner.whole);
        w->bound = lesson_reduced_bound(l, row, op, row->shape->n, w);
        if (p->is_float) /* one large term among small ones is no sum of equals */
            w->bound += (double)fabsl(more) * ldexp(lesson_chain(row, (double)row->shape->n) + 64,
                                                    -lesson_type_about(p->type)->digits);
        return 1;
    }
    w->real = item->real;
    w->whole = (uint64_t)item->whole;
    return 1;
}

/* After a right first run of a sum that must not depend on the order: does it? The same elements, the other way round. */
static inline void lesson_probe_order(struct lesson *l, struct lesson_row *row)
{
    static struct lesson_wanted w;
    lesson_reverse_input(&l->input, l->stream);
    lesson_poison_results(l);
    lesson_reduce(l, row);
    row->verdict = row->check->judge(l, row, 1);
    w = lesson_wanted_of(l, row, LESSON_SUM, 0);
    row->verdict.probe = row->verdict.is_right ? NULL : &w;
    row->verdict.probed = SIZE_MAX;
    lesson_fill_input(&l->input, l->stream);
}

/* After a right first run: are all elements looked at? Changes row->verdict if not. The input is what it was
 * afterwards. */
static inline void lesson_probe_reduced(struct lesson *l, struct lesson_row *row)
{
    static struct lesson_wanted w; /* the verdict keeps a pointer to it */
    int op = lesson_operator_of(row->check);
    const struct lesson_plan *p = &l->plan;
    size_t n = row->shape->n;
    if (op == LESSON_SUM)
        lesson_probe_exactly(l, row);
    if (row->verdict.is_right && lesson_is_reproducible(row))
        lesson_probe_order(l, row);
    if (n == 0 || p->input > LESSON_FACTORS || !row->launch || row->shape->begin || lesson_is_reproducible(row))
        return;
    for (uint32_t k = 0; k < 16 && row->verdict.is_right; k++) {
        size_t at = k == 0 ? 0 : k == 1 ? n - 1 : lesson_mix(k + (uint32_t)n) % n;
        struct lesson_item item;
        if ((k > 1 && at == 0) || !lesson_decisive(l, row, op, at, &item, &w))
            continue;
        lesson_put_item(l, at, item);
        lesson_poison_results(l);
        lesson_reduce(l, row);
        unsigned char *got = lesson_fetch_results(l, row);
        row->verdict.is_right = lesson_is_as_wanted(p, op, lesson_read_result(p, op, got), &w);
        memcpy(row->verdict.bytes, got, lesson_result_size(p));
        free(got);
        lesson_put_item(l, at, lesson_item_of(p, at));
        row->verdict.wrong = !row->verdict.is_right;
        row->verdict.at = 0;
        row->verdict.probe = row->verdict.is_right ? NULL : &w;
        row->verdict.probed = at;
    }
}

#endif
