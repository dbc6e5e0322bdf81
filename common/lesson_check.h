/* lesson_check.h: is the sum right, and if not, what is the likely cause? Part of lesson.h.
 *
 * int sums must be equal (both are taken modulo 2^32, as the hardware adds). A float sum may
 * differ from the exact one by
 *
 *     bound = 6 u S / sqrt(n) * sqrt(a + log2(n) + 1) + 2 u |expected|      u = 2^-24
 *
 * where S is the sum of |x| and `a` the most additions that are made one after another: by one
 * thread over its share of the input, or what the launch function says (r->chain). S / sqrt(n) is
 * the size of a partial sum of n values with random signs, sqrt(a + log2 n) how rounding errors
 * that are independent grow along a chain of additions (Higham and Mary, "A New Approach to
 * Probabilistic Rounding Error Analysis", 2019). A right kernel stays some four times below it.
 * Every element is at least 1/2 in size, so a sum that lacks one cannot pass while the bound is
 * below 1/2: at 2^20 elements it is 0.0014 for a tree, at 2^29 with 2048 elements per thread 0.28.
 * The comparison is written so that NaN fails.
 */
#ifndef LESSON_CHECK_H
#define LESSON_CHECK_H

/* Before the checked run all outputs are filled with these bytes, before each timed one the
 * result: for float a NaN. A kernel that writes no result, or adds onto what was there, cannot
 * pass. */
static inline int lesson_poison_byte(const struct lesson *l)
{
    return l->options.is_float ? 0xff : 0xa5;
}

#define LESSON_INT_POISON ((int)0xa5a5a5a5)

union lesson_value {
    int i;
    float f;
};

static inline double lesson_unit(const struct lesson *l)
{
    return l->options.is_float ? LESSON_FLOAT_UNIT : 1.0;
}

static inline double lesson_bound(const struct lesson *l, const struct lesson_row *row,
                                  struct lesson_sum expected)
{
    const double u = ldexp(1.0, -24);
    double n = (double)row->r.n;
    double magnitude = (double)expected.magnitude * lesson_unit(l);
    double threads = (double)row->r.grid * row->r.block;
    double in_a_row = fmax(ceil(n / threads), (double)row->r.chain);
    return 6.0 * u * magnitude / sqrt(n) * sqrt(in_a_row + log2(n) + 1.0)
           + 2.0 * u * fabs((double)expected.sum) * lesson_unit(l);
}

/* Is `got` the sum of `units`, to the last bit for int, within the bound for float? */
static inline int lesson_matches(const struct lesson *l, union lesson_value got, int64_t units,
                                 double bound)
{
    if (!l->options.is_float)
        return (uint32_t)got.i == (uint32_t)units;
    return fabs((double)got.f - (double)units * lesson_unit(l)) <= bound; /* NaN: false */
}

/* Copies the result to the host, after waiting for the stream. */
static inline union lesson_value lesson_fetch(struct lesson *l)
{
    union lesson_value value;
    CUDA_CHECK(cudaMemcpyAsync(&value, l->result, sizeof value, cudaMemcpyDeviceToHost,
                               l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    return value;
}

static inline void lesson_poison(struct lesson *l)
{
    size_t bytes = l->partials * lesson_element_size(l);
    int poison = lesson_poison_byte(l);
    CUDA_CHECK(cudaMemsetAsync(l->partial, poison, bytes, l->stream));
    CUDA_CHECK(cudaMemsetAsync(l->scratch, poison, bytes, l->stream));
    CUDA_CHECK(cudaMemsetAsync(l->result, poison, lesson_element_size(l), l->stream));
}

/* Ends the program (exit 3) when the launch just made was refused. */
static inline void lesson_check_launch(const struct lesson_row *row)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        return;
    /* newer CUDA calls a block that is too large an invalid value */
    const char *remedy = lesson_remedy(error == cudaErrorInvalidValue
                                           ? cudaErrorInvalidConfiguration : error);
    lesson_fail(LESSON_CUDA_ERROR,
                "the launch of %s failed at n = %zu, grid %u, block %u: %s (%s)%s%s", row->kernel,
                row->r.n, row->r.grid, row->r.block, cudaGetErrorString(error),
                cudaGetErrorName(error), *remedy ? "; " : "", remedy);
}

/* One reduction, from poisoned outputs, not timed. */
static inline union lesson_value lesson_run_once(struct lesson *l, struct lesson_row *row,
                                                 lesson_launch launch)
{
    if (l->offers & LESSON_DESTROYS_INPUT)
        lesson_fill_input(&l->input, l->stream);
    lesson_poison(l);
    launch(&row->r);
    lesson_check_launch(row);
    return lesson_fetch(l);
}

/* got minus expected, in the elements' own unit. */
static inline double lesson_difference(const struct lesson *l, union lesson_value got,
                                       int64_t expected)
{
    return l->options.is_float ? (double)got.f - (double)expected * lesson_unit(l)
                               : (double)(int)((uint32_t)got.i - (uint32_t)expected);
}

/* Looks for a missing piece of the input that explains the difference: the elements from the last
 * multiple of some chunk on. Returns where the piece starts, or n when there is none. */
static inline size_t lesson_missing_tail(const struct lesson *l, const struct lesson_row *row,
                                         union lesson_value got, int64_t expected, double bound)
{
    size_t n = row->r.n, block = row->r.block;
    const size_t chunks[] = {block, 2 * block, block * row->r.elements_per_thread, 4 * block,
                             8 * block, block * row->r.grid};
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        size_t from = (n - 1) / chunks[i] * chunks[i];
        if (from == 0)
            continue;
        struct lesson_sum tail = lesson_expected(l->options.seed, l->options.is_float, from, n);
        if (lesson_matches(l, got, expected - tail.sum, bound))
            return from;
    }
    return n;
}

/* The only element that, missing (*sign = -1) or added once more (*sign = +1), explains the sum;
 * n when there is none, or more than one. */
static inline size_t lesson_odd_element(const struct lesson *l, const struct lesson_row *row,
                                        union lesson_value got, int64_t expected, int *sign,
                                        double bound)
{
    size_t n = row->r.n, found = n;
    for (size_t i = 0; i < n; i++) {
        int k = lesson_element(l->options.seed, i, l->options.is_float);
        for (int way = -1; way <= 1; way += 2) {
            if (!lesson_matches(l, got, expected + way * (int64_t)k, bound))
                continue;
            if (found != n)
                return n;
            found = i;
            *sign = way;
        }
    }
    return found;
}

/* Do two runs differ by more than the order of additions can explain? */
static inline int lesson_differs(const struct lesson *l, union lesson_value a,
                                 union lesson_value b, double bound)
{
    if (!l->options.is_float)
        return a.i != b.i;
    return isfinite(a.f) != isfinite(b.f) || fabs((double)a.f - (double)b.f) > bound;
}

/* Says on stderr what the wrong sum looks like. */
static inline void lesson_explain(struct lesson *l, struct lesson_row *row, lesson_launch launch,
                                  union lesson_value got, struct lesson_sum expected,
                                  double bound, const char *when)
{
    int is_float = l->options.is_float;
    size_t n = row->r.n, at;
    double unit = lesson_unit(l);
    int64_t sum = expected.sum;

    fflush(stdout);
    fprintf(stderr, "%s: %s is wrong at n = %zu, grid %u, block %u (%s)\n", l->name, row->kernel, n,
            row->r.grid, row->r.block, when);
    if (is_float)
        fprintf(stderr, "  expected %.9g, got %.9g, difference %.6g, allowed %.3g\n",
                (double)sum * unit, (double)got.f, lesson_difference(l, got, sum), bound);
    else
        fprintf(stderr, "  expected %d, got %d, difference %.0f\n", (int)(uint32_t)sum, got.i,
                lesson_difference(l, got, sum));
    fprintf(stderr, "  likely cause: ");

    union lesson_value again = lesson_run_once(l, row, launch);
    int copies = 0, sign = 0;
    for (int k = 2; k <= 1024 && !copies && sum != 0; k++)
        if (lesson_matches(l, got, k * sum, bound))
            copies = k;

    if (lesson_differs(l, got, again, bound))
        fprintf(stderr, "two runs give two sums (%.10g, then %.10g): a race, a read of memory\n"
                        "  that nothing wrote, or state that one run leaves for the next\n",
                is_float ? (double)got.f : got.i, is_float ? (double)again.f : again.i);
    else if (is_float && !isfinite(got.f))
        fprintf(stderr, "the result, or a partial sum that went into it, was never written\n"
                        "  (outputs are filled with NaN before each run)\n");
    else if (!is_float && got.i == LESSON_INT_POISON)
        fprintf(stderr, "the result was never written (outputs are filled with 0xa5a5a5a5 before\n"
                        "  each run)\n");
    else if (!is_float && (uint32_t)got.i == row->r.grid * (uint32_t)LESSON_INT_POISON)
        fprintf(stderr, "no block wrote its partial sum (outputs are filled with 0xa5a5a5a5\n"
                        "  before each run)\n");
    else if (is_float ? got.f == 0.0f : got.i == 0)
        fprintf(stderr, "zero: nothing was added up; did the kernel run, and does the thread that\n"
                        "  writes the result hold the sum?\n");
    else if (!is_float && (uint32_t)got.i == (uint32_t)sum + (uint32_t)LESSON_INT_POISON)
        fprintf(stderr, "the sum was added onto what the result held before: clear the result\n"
                        "  first, inside the reduction\n");
    else if (copies)
        fprintf(stderr, "every element was added %d times\n", copies);
    else if ((at = lesson_missing_tail(l, row, got, sum, bound)) < n)
        fprintf(stderr, "the last %zu elements (from index %zu) are missing: the end of the\n"
                        "  input, after the last full block or group of blocks\n", n - at, at);
    else if ((at = lesson_odd_element(l, row, got, sum, &sign, bound)) < n)
        fprintf(stderr, "element %zu %s\n", at, sign < 0 ? "is missing" : "was added twice");
    else if (fabs(lesson_difference(l, got, sum)) <= (is_float ? 1.0 : LESSON_INT_RANGE))
        fprintf(stderr, "no more than one element is missing, added twice or taken for another;\n"
                        "  a smaller size may tell which: ./%s -n 1000\n", l->name);
    else
        fprintf(stderr, "no pattern found; look at a small case: ./%s -n 33 -b 32\n", l->name);
}

#endif
