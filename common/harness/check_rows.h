/* harness/check_rows.h: results that depend on all elements of their row: one for each element, in r->out, or one for
 * each row, in r->result.
 *
 * What is expected is computed on the device, in double, from the elements themselves: two numbers of each row, the
 * second of which follows from the first, as a sum over the row does from its maximum, and from these each result. A
 * Rule says how, and how far a result may be off:
 *
 *     start()            the first number of no elements
 *     first(a, x)        ... of some elements and one more; first_of_both(a, b)
 *     ready(a, n)        what is made of it when the row of n elements is over
 *     second(a, x)       what an element adds to the second number, if the first is a
 *     expected(i, x, s), bound(i, x, s)   of element i of the row with the numbers s; of results per row i is 0
 *     sum_bound(s)       how far all results of a row together may be from 1; negative: nothing is said
 *     explain(got, expected, s)           says on stderr what may be the cause, if it knows one
 *
 * Where a NaN is expected, nothing else is right. What lies behind the results must be untouched. */
#ifndef HARNESS_CHECK_ROWS_H
#define HARNESS_CHECK_ROWS_H

#include "harness/check_array.h"
#include "harness/check_reduced.h"
#include "harness/rounding.h"

/* The numbers of a row. */
struct lesson_row_numbers {
    double first, second, n;
};

namespace harness {

enum { ROW_THREADS = 256 };

/* Threads of a block that looks at rows of n elements: no more warps than have something to do. */
static __host__ inline unsigned row_threads(size_t n)
{
    return n <= 32 ? 32 : n < ROW_THREADS ? (unsigned)(n + 31) / 32 * 32 : (unsigned)ROW_THREADS;
}

/* Result i of an array of float or bfloat16, which is the upper half of a float. */
static __host__ __device__ inline float real_at(const void *array, size_t i, int type)
{
    float x;
    uint32_t bits = type == LESSON_OF_BFLOAT16 ? (uint32_t)((const uint16_t *)array)[i] << 16
                                               : ((const uint32_t *)array)[i];
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Combines one number of each thread of the block, whose size is a multiple of PARTS; all get the result. With two barriers:
 * most of what a check takes on the CPU device, where a row may be short. */
template <class Both> static __device__ double of_block(double x, Both both)
{
    enum { PARTS = 16 };
    __shared__ double of_thread[ROW_THREADS], of_part[PARTS];
    unsigned t = threadIdx.x, size = blockDim.x / PARTS;
    of_thread[t] = x;
    __syncthreads();
    if (t < PARTS) {
        x = of_thread[t * size];
        for (unsigned i = 1; i < size; i++)
            x = both(x, of_thread[t * size + i]);
        of_part[t] = x;
    }
    __syncthreads();
    x = of_part[0];
    for (unsigned i = 1; i < PARTS; i++)
        x = both(x, of_part[i]);
    return x;
}

/* One block takes whole rows. */
template <class Rule>
static __global__ void check_rows(struct lesson_input input, const void *results, size_t rows, size_t n, int is_array,
                                  Rule rule, struct lesson_found *found)
{
    auto plus = [](double a, double b) { return a + b; };
    for (size_t k = blockIdx.x; k < rows * (is_array ? input.copies : 1); k += gridDim.x) {
        size_t begin = k % rows * n, at = is_array ? k / rows * input.pitch + begin : k;
        double a = rule.start(), sum = 0;
        for (size_t i = threadIdx.x; i < n; i += blockDim.x)
            a = rule.first(a, lesson_item_at(input.type, input.kind, input.seed, begin + i).real);
        a = rule.ready(of_block(a, [&](double x, double y) { return rule.first_of_both(x, y); }), n);
        for (size_t i = threadIdx.x; i < n; i += blockDim.x)
            sum += rule.second(a, lesson_item_at(input.type, input.kind, input.seed, begin + i).real);
        struct lesson_row_numbers s = {a, of_block(sum, plus), (double)n};
        sum = 0;
        for (size_t i = threadIdx.x; i < (is_array ? n : 1); i += blockDim.x) {
            double x = is_array ? lesson_item_at(input.type, input.kind, input.seed, begin + i).real : 0;
            double got = real_at(results, at + i, is_array ? input.type : LESSON_OF_FLOAT);
            double expected = rule.expected(i, x, s), bound = rule.bound(i, x, s);
            sum += got;
            if (isfinite(expected) ? !(fabs(got - expected) <= bound) : isnan(expected) ? !isnan(got) : got != expected)
                atomicMin(&found->first_bad, (unsigned long long)(at + i));
        }
        double off = fabs(of_block(sum, plus) - 1), allowed = rule.sum_bound(s);
        if (is_array && allowed >= 0 && !(off <= allowed) && threadIdx.x == 0)
            atomicMin(&found->first_bad, (unsigned long long)(at + n - 1)); /* a wrong result stands before it */
    }
}

/* Are these words what was there before the run? */
static __global__ void check_behind(const unsigned char *from, size_t bytes, int poison, struct lesson_found *found)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += stride)
        if (from[i] != poison)
            atomicAdd(&found->off, 1.0);
}

}

/* The same numbers on the host, of one row. */
template <class Rule>
static inline struct lesson_row_numbers lesson_numbers_of_row(const struct lesson_plan *p, const Rule &rule, size_t row,
                                                              size_t n)
{
    struct lesson_row_numbers s = {rule.start(), 0, (double)n};
    for (size_t i = 0; i < n; i++)
        s.first = rule.first(s.first, lesson_item_of(p, row * n + i).real);
    s.first = rule.ready(s.first, n);
    for (size_t i = 0; i < n; i++)
        s.second += rule.second(s.first, lesson_item_of(p, row * n + i).real);
    return s;
}

template <class Rule>
static inline struct lesson_verdict lesson_judge_rows(struct lesson *l, const struct lesson_row *row, size_t copies,
                                                      const Rule &rule)
{
    int is_array = row->check->is_array;
    size_t rows = row->shape->rows, n = row->shape->n, size = is_array ? l->input.size : lesson_result_size(&l->plan);
    const void *results = is_array ? l->memory.out.data : row->r.result;
    size_t wanted = is_array ? rows * copies : rows, behind = is_array ? l->input.pitch * (copies - 1) + l->input.n : rows;
    size_t gap = is_array ? l->input.pitch - l->input.n + LESSON_BEHIND : 1;
    struct lesson_verdict verdict;
    if (!is_array)
        lesson_count_as_written(results, (rows + 1) * size, 1);
    struct lesson_found found = lesson_look_at_array(
        l, copies, [&](struct lesson_input input, struct lesson_found *seen) {
            unsigned grid = (unsigned)(wanted < 4096 ? wanted : 4096);
            lesson_launch_grid(grid, harness::row_threads(n), l->stream, harness::check_rows<Rule>, input, results, rows, n,
                               is_array, rule, seen);
            lesson_launch_over(gap * size, l->stream, harness::check_behind, (const unsigned char *)results + behind * size,
                               gap * size, (int)lesson_poison_byte(&l->plan), seen);
        });
    memset(&verdict, 0, sizeof verdict);
    verdict.is_right = found.first_bad == ~0ull && found.off == 0;
    verdict.wrong = !verdict.is_right;
    verdict.at = lesson_results(row); /* something was written behind the last */
    if (found.first_bad != ~0ull) {
        size_t at = (size_t)found.first_bad;
        verdict.at = is_array ? at % l->input.pitch : at;
        verdict.got = lesson_fetch(l, (const char *)results + at * size);
    }
    return verdict;
}

/* The probe of such checks, as that of sums is (harness/exact.h): a second run, of elements of this kind, whose sums are exact
 * in every order up to 2^24; the rule allows for no additions. The input is what it was afterwards. */
template <class Rule>
static inline void lesson_probe_rows(struct lesson *l, struct lesson_row *row, int kind, const Rule &rule)
{
    int is_array = row->check->is_array, type = is_array ? l->plan.type : LESSON_OF_FLOAT;
    size_t n = row->shape->n;
    struct lesson_plan p = l->plan;
    p.input = (enum lesson_inputs)kind;
    if (l->plan.input != LESSON_RANDOM || !row->launch || lesson_volume(row->shape) == 0 || n > 1u << 24)
        return;
    lesson_fill_with(l, kind);
    lesson_run_unjudged(l, row);
    struct lesson_verdict v = lesson_judge_rows(l, row, 1, rule);
    if (!v.is_right && v.at < lesson_results(row)) {
        struct lesson_row_numbers s = lesson_numbers_of_row(&p, rule, is_array ? v.at / n : v.at, n);
        v.is_exact = 1;
        v.exact_input = kind;
        v.exact = rule.expected(is_array ? v.at % n : 0, is_array ? lesson_item_of(&p, v.at).real : 0, s);
        v.exact_got = harness::real_at(&v.got, 0, type);
        lesson_run_unjudged(l, row);
        v.got = lesson_fetch(l, (const char *)(is_array ? l->memory.out.data : row->r.result) + v.at * lesson_size_of_result(&p, row->check));
        v.exact_again = harness::real_at(&v.got, 0, type);
    }
    row->verdict = v;
    lesson_fill_with(l, l->plan.input);
}

template <class Rule>
static inline void lesson_explain_rows(struct lesson *l, const struct lesson_row *row, const struct lesson_verdict *v,
                                       const Rule &rule)
{
    int is_array = row->check->is_array, type = is_array ? l->plan.type : LESSON_OF_FLOAT;
    size_t n = row->shape->n, k = is_array ? v->at / n : v->at, i = is_array ? v->at % n : 0;
    struct lesson_row_numbers s = lesson_numbers_of_row(&l->plan, rule, k, n);
    double x = is_array ? lesson_item_of(&l->plan, v->at).real : 0;
    double got = harness::real_at(&v->got, 0, type), expected = rule.expected(i, x, s), bound = rule.bound(i, x, s);
    if (is_array && fabs(got - expected) <= bound) {
        fprintf(stderr, "  each result of row %zu is near enough, but all together are not 1: is an element\n"
                        "  missing in the sum?\n", k);
        return;
    }
    if (is_array)
        fprintf(stderr, "  the first wrong result is that of element %zu of row %zu:", i, k);
    fprintf(stderr, "  expected %.9g, got %.9g, allowed %.3g (input %s", expected, got, bound,
            lesson_input_names[l->plan.input]);
    if (is_array)
        fprintf(stderr, ", element %.9g", x);
    fprintf(stderr, ")\n");
    if (lesson_mistakes() > 0)
        fprintf(stderr, "  likely cause: the mistake that is reported below\n");
    else if (lesson_is_untouched(&l->plan, &v->got, lesson_type_about((enum lesson_type)type)->size))
        fprintf(stderr, "  likely cause: it was never written\n");
    else
        rule.explain(got, expected, s);
}

#endif
