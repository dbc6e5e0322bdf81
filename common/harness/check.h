/* harness/check.h: are the results right? Part of lesson.h.
 *
 * Sums. int sums must be equal (both are taken modulo 2^32, as the hardware adds). A float sum of n
 * elements may differ from the exact one by
 *
 *     bound = 6 u S / sqrt(n) * sqrt(a + log2(n) + 1) + 2 u |expected|      u = 2^-24
 *
 * where S is the sum of |x| and `a` the most additions that are made one after another: by one
 * thread over its share of the row, or what the launch function says (r->chain). S / sqrt(n) is the
 * size of a partial sum of n values with random signs, sqrt(a + log2 n) how rounding errors that
 * are independent grow along a chain of additions (Higham and Mary, "A New Approach to
 * Probabilistic Rounding Error Analysis", 2019). A right kernel stays some four times below it.
 * Every element is at least 1/2 in size, so a sum that lacks one cannot pass while the bound is
 * below 1/2: at 2^20 elements it is 0.0014 for a tree, at 2^29 with 2048 elements per thread 0.28.
 * The comparison is written so that NaN fails.
 *
 * Prefix sums (int). On the device, element by element: the first one must be in[0] (exclusive: 0),
 * and each must be its left neighbour plus the one element of the input that is new in it. That
 * holds for the right array only.
 *
 * A normalised array (float). On the device, element by element, against the same computed in
 * double from the exact sum and maximum: three roundings of values up to 4, and what the bound
 * above allows the sum to be off, are allowed. And all elements together may be off by no more than
 * one rounding each (of x - mean, which comes out alike for all x, as they are multiples of 2^-23):
 * so up to 2^22 elements, a mean that lacks one is found.
 *
 * What lies behind the results must still be the poison that was put there before the run.
 */
#ifndef HARNESS_CHECK_H
#define HARNESS_CHECK_H

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

/* What a run gave. */
struct lesson_verdict {
    int is_right;
    size_t wrong;           /* sums that are wrong; of elements only the first is known: 1 */
    size_t at;              /* the first that is wrong: its row, or the element's index; as many as
                               there are, if something was written behind the last */
    union lesson_value got; /* there */
    double bound;           /* there; 0 for int */
    double all_off;         /* of a normalised array: what all elements together are off */
};

/* Additions that one thread makes in a row of n elements. */
static inline double lesson_chain(const struct lesson_row *row, double n)
{
    double threads = 32; /* a warp has a ragged row */
    if (row->is_library)
        threads = 128;
    else if (!row->shape->begin || row->what != LESSON_SUM)
        threads = fmax((double)row->r.grid * row->r.block / (double)row->shape->batch, 1.0);
    return fmax(ceil(n / threads), (double)row->r.chain);
}

static inline double lesson_bound(const struct lesson *l, const struct lesson_row *row, double n,
                                  struct lesson_sum expected)
{
    const double u = ldexp(1.0, -24);
    double magnitude = (double)expected.magnitude * lesson_unit(l);
    if (!l->options.is_float || n == 0)
        return 0;
    return 6.0 * u * magnitude / sqrt(n) * sqrt(lesson_chain(row, n) + log2(n) + 1.0)
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

/* Copies one value to the host, after waiting for the stream. */
static inline union lesson_value lesson_fetch(struct lesson *l, const void *from)
{
    union lesson_value value;
    CUDA_CHECK(cudaMemcpyAsync(&value, from, sizeof value, cudaMemcpyDeviceToHost, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    return value;
}

/* *first_bad becomes the lowest index of an element that is not the prefix sum. */
static __global__ void lesson_check_scan(struct lesson_input input, const int *out,
                                         enum lesson_what what, unsigned long long *first_bad)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t all = input.pitch * input.copies;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        size_t at = i % input.pitch;
        if (at >= input.n) {
            if (out[i] != LESSON_INT_POISON)
                atomicMin(first_bad, (unsigned long long)i);
            continue;
        }
        unsigned before = at ? (unsigned)out[i - 1] : 0u, added = 0;
        if (what == LESSON_SCAN_INCLUSIVE)
            added = (unsigned)lesson_element(input.seed, at, 0);
        else if (at > 0)
            added = (unsigned)lesson_element(input.seed, at - 1, 0);
        if ((unsigned)out[i] != before + added)
            atomicMin(first_bad, (unsigned long long)i);
    }
}

/* The element that a normalised array has at index i. */
static __host__ __device__ inline double lesson_normalised(uint32_t seed, size_t i, double mean,
                                                           double largest)
{
    return (lesson_element(seed, i, 1) * LESSON_FLOAT_UNIT - mean) / largest;
}

static __global__ void lesson_check_normalised(struct lesson_input input, const float *out,
                                               double mean, double largest, double bound,
                                               unsigned long long *first_bad, double *off)
{
    double sum = 0; /* of what this thread's elements are off */
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t all = input.pitch * input.copies;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        size_t at = i % input.pitch;
        if (at >= input.n) {
            if (!isnan(out[i])) /* the poison is a NaN */
                atomicMin(first_bad, (unsigned long long)i);
            continue;
        }
        double expected = lesson_normalised(input.seed, at, mean, largest);
        if (!(fabs(out[i] - expected) <= bound))
            atomicMin(first_bad, (unsigned long long)i);
        sum += out[i] - expected;
    }
    atomicAdd(off, sum);
}

static inline double lesson_normalised_mean(const struct lesson *l, const struct lesson_row *row)
{
    return (double)row->shape->whole.sum * lesson_unit(l) / (double)l->input.n;
}

static inline double lesson_normalised_largest(const struct lesson *l,
                                               const struct lesson_row *row)
{
    return (double)row->shape->whole.largest * lesson_unit(l);
}

/* Looks at every element of l->out, in the first `copies` copies. */
static inline struct lesson_verdict lesson_judge_elements(struct lesson *l,
                                                          const struct lesson_row *row,
                                                          size_t copies)
{
    struct lesson_verdict verdict;
    struct lesson_input input = l->input;
    struct { unsigned long long first_bad; double off; } start = {~0ull, 0}, found, *seen;
    double most_off = INFINITY;
    input.copies = copies;
    size_t all = input.pitch * input.copies;
    memset(&verdict, 0, sizeof verdict);
    CUDA_CHECK(cudaMalloc(&seen, sizeof *seen));
    CUDA_CHECK(cudaMemcpyAsync(seen, &start, sizeof start, cudaMemcpyHostToDevice, l->stream));
    if (row->what == LESSON_NORMALISED) {
        double mean = lesson_normalised_mean(l, row), largest = lesson_normalised_largest(l, row);
        double n = (double)l->input.n, u = ldexp(1.0, -24);
        double sum_off = lesson_bound(l, row, n, row->shape->whole) / largest;
        verdict.bound = 8 * u + sum_off / n;
        most_off = (double)copies * (sum_off + u * n + 8 * u * sqrt(n));
        lesson_launch_over(all, l->stream, lesson_check_normalised, input,
                           (const float *)l->out, mean, largest, verdict.bound, &seen->first_bad,
                           &seen->off);
    } else {
        lesson_launch_over(all, l->stream, lesson_check_scan, input, (const int *)l->out,
                           row->what, &seen->first_bad);
    }
    CUDA_CHECK(cudaMemcpyAsync(&found, seen, sizeof found, cudaMemcpyDeviceToHost, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    CUDA_CHECK(cudaFree(seen));
    int is_near = found.first_bad == start.first_bad;
    size_t at = is_near ? 0 : (size_t)found.first_bad;
    verdict.is_right = is_near && !(fabs(found.off) > most_off);
    verdict.wrong = !verdict.is_right;
    verdict.at = at % input.pitch;
    verdict.all_off = is_near ? found.off / (double)copies : 0;
    verdict.got = lesson_fetch(l, (const char *)l->out + at * lesson_element_size(l));
    return verdict;
}

/* Compares every row's sum with the exact one. */
static inline struct lesson_verdict lesson_judge_sums(struct lesson *l,
                                                      const struct lesson_row *row)
{
    const struct lesson_shape *shape = row->shape;
    struct lesson_verdict verdict;
    union lesson_value *got =
        (union lesson_value *)lesson_host_alloc(shape->rows + 1, sizeof *got);
    memset(&verdict, 0, sizeof verdict);
    CUDA_CHECK(cudaMemcpyAsync(got, l->result, (shape->rows + 1) * sizeof *got,
                               cudaMemcpyDeviceToHost, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    for (size_t i = 0; i < shape->rows; i++) {
        size_t from, to;
        lesson_row_range(shape, i, &from, &to);
        double bound = lesson_bound(l, row, (double)(to - from), shape->expected[i]);
        int is_right = lesson_matches(l, got[i], shape->expected[i].sum, bound);
        if (i == 0 || (!is_right && !verdict.wrong)) {
            verdict.at = i;
            verdict.got = got[i];
            verdict.bound = bound;
        }
        verdict.wrong += !is_right;
    }
    int is_behind = l->options.is_float ? !isnan(got[shape->rows].f)
                                        : got[shape->rows].i != LESSON_INT_POISON;
    if (is_behind && !verdict.wrong) {
        verdict.wrong = 1;
        verdict.at = shape->rows;
        verdict.got = got[shape->rows];
    }
    verdict.is_right = !verdict.wrong;
    free(got);
    return verdict;
}

/* `copies`: of the input, that have been run through. (The sums are those of the last.) */
static inline struct lesson_verdict lesson_judge(struct lesson *l, const struct lesson_row *row,
                                                 size_t copies)
{
    return row->what == LESSON_SUM ? lesson_judge_sums(l, row)
                                   : lesson_judge_elements(l, row, copies);
}

/* Fills what a run should write with the poison. */
static inline void lesson_poison_results(struct lesson *l)
{
    size_t element = lesson_element_size(l);
    int poison = lesson_poison_byte(l);
    CUDA_CHECK(cudaMemsetAsync(l->result, poison, l->results * element, l->stream));
    if (l->out)
        CUDA_CHECK(cudaMemsetAsync(l->out, poison, l->input.pitch * l->input.copies * element,
                                   l->stream));
}

/* The same, and the scratch memory; and clears what blocks tell of their work. */
static inline void lesson_poison(struct lesson *l)
{
    size_t bytes = l->partials * lesson_element_size(l);
    int poison = lesson_poison_byte(l);
    CUDA_CHECK(cudaMemsetAsync(l->partial, poison, bytes, l->stream));
    CUDA_CHECK(cudaMemsetAsync(l->scratch, poison, bytes, l->stream));
    lesson_poison_results(l);
    if (l->work)
        CUDA_CHECK(cudaMemsetAsync(l->work, 0, l->works * sizeof *l->work, l->stream));
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
    if (row->r.grid == 0)
        remedy = "a grid has at least one block";
    lesson_fail(LESSON_CUDA_ERROR,
                "the launch of %s failed at n = %zu, grid %u, block %u: %s (%s)%s%s", row->kernel,
                row->r.n, row->r.grid, row->r.block, cudaGetErrorString(error),
                cudaGetErrorName(error), *remedy ? "; " : "", remedy);
}

/* One reduction, from poisoned outputs, not timed. */
static inline struct lesson_verdict lesson_run_once(struct lesson *l, struct lesson_row *row)
{
    if (l->offers & LESSON_DESTROYS_INPUT)
        lesson_fill_input(&l->input, l->stream);
    lesson_poison(l);
    row->launch(&row->r);
    lesson_check_launch(row);
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    return lesson_judge(l, row, 1);
}

#endif
