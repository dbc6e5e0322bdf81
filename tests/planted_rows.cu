/* planted_rows.cu: wrong softmaxes, logarithms of sums and norms (of bfloat16), to prove that harness/check_rows.h,
 * check_softmax.h and check_norms.h find them. Each kernel name is a flaw, or `right`. tests/32_checker.t says what must be reported.
 *
 *     planted_rows packs I END STRIDE MOST    what lesson_count_packs says, which needs no row of that length */
#include "lesson.h"
#include "lesson_rows.h"
#include <cuda_bf16.h>

enum flaw { RIGHT, NO_MAXIMUM, FROM_ZERO, MERGED, DROPPED, NARROW, HIDES_NAN, FORGETS_LAST, BEHIND, OTHER_ROW,
            NO_EPSILON, BEHIND_ROOT, LARGE_NUMBERS, NARROW_SUM, NARROW_SCALE, TRUNCATED, NO_WEIGHT, NO_BIAS };

__device__ float largest(const float *row, size_t n, float from)
{
    for (size_t i = 0; i < n; i++)
        from = fmaxf(from, row[i]);
    return from;
}

/* One thread a row; `is_log`: one number for each. */
__global__ void planted(const float *in, float *out, size_t n, unsigned rows, int is_log, enum flaw flaw)
{
    unsigned number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= rows)
        return;
    const float *row = in + number * n, *other = in + (number + 1) % rows * n;
    float max = flaw == NO_MAXIMUM ? 0 : largest(row, n, flaw == FROM_ZERO ? 0 : -INFINITY), sum = 0, nan = 0;
    for (size_t i = 0; i < n; i++) {
        float x = flaw == OTHER_ROW ? other[i] : row[i];
        if (flaw == MERGED && i == 0) /* a part of one element, and one of nothing */
            sum = expf(-INFINITY - x);
        if (flaw == DROPPED && i == n / 2)
            continue;
        if (x != x)
            nan = x;
        if (flaw != HIDES_NAN || x == x)
            sum += expf(x - max);
    }
    if (is_log) {
        out[number] = isinf(max) ? max + nan : max + logf(sum);
        if (flaw == BEHIND && number == 0)
            out[rows] = 0;
        return;
    }
    for (size_t i = 0; i + (flaw == FORGETS_LAST) < n; i++) {
        float y = expf(row[i] - max) / sum;
        out[number * n + i] = flaw == NARROW ? y - fmodf(y, 0x1p-16f) : flaw == HIDES_NAN && y != y ? 0 : y;
    }
    if (flaw == BEHIND && number == rows - 1)
        out[rows * n] = 0;
}

template <enum flaw flaw> static void softmax(struct reduction *r)
{
    r->chain = r->n;
    r->grid = blocks_for(r->batch, r->block);
    planted<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->out_float, r->n, r->batch, 0, flaw);
}

template <enum flaw flaw> static void log_sum_exp(struct reduction *r)
{
    r->chain = r->n;
    r->grid = blocks_for(r->batch, r->block);
    planted<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n, r->batch, 1, flaw);
}

typedef __nv_bfloat16 bfloat16;

__device__ float narrow(float x, bool is_narrow) { return is_narrow ? __bfloat162float(__float2bfloat16(x)) : x; }

/* One thread a row. */
__global__ void planted_norm(const bfloat16 *in, bfloat16 *out, size_t n, unsigned rows, const bfloat16 *weight, int has_mean,
                             enum flaw flaw)
{
    unsigned number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= rows)
        return;
    const bfloat16 *row = in + number * n, *bias = weight + (rows - 1) * n;
    float sum = 0, squares = 0, mean = 0;
    for (size_t i = 0; i < n && has_mean; i++)
        sum += __bfloat162float(row[i]);
    mean = sum / n;
    for (size_t i = 0; i < n; i++) {
        float x = __bfloat162float(row[i]) - (flaw == LARGE_NUMBERS ? 0 : mean);
        if (flaw != DROPPED || i != n / 2)
            squares = narrow(squares + x * x, flaw == NARROW_SUM);
    }
    squares = squares / n - (flaw == LARGE_NUMBERS ? mean * mean : 0);
    float epsilon = flaw == NO_EPSILON ? 0 : LESSON_EPSILON;
    float scale = narrow(flaw == BEHIND_ROOT ? 1 / (sqrtf(squares) + epsilon) : rsqrtf(squares + epsilon), flaw == NARROW_SCALE);
    for (size_t i = 0; i + (flaw == FORGETS_LAST) < n; i++) {
        float y = (__bfloat162float(row[i]) - mean) * scale;
        y *= flaw == NO_WEIGHT ? 1 : __bfloat162float(weight[i]);
        y += has_mean && flaw != NO_BIAS ? __bfloat162float(bias[i]) : 0;
        out[number * n + i] = flaw == TRUNCATED ? __float2bfloat16(__uint_as_float(__float_as_uint(y) & 0xffff0000u)) : __float2bfloat16(y);
    }
    if (flaw == BEHIND && number == rows - 1)
        out[rows * n] = __float2bfloat16(0);
}

template <enum flaw flaw, int has_mean> static void norm(struct reduction *r)
{
    r->chain = r->n;
    r->grid = blocks_for(r->batch, r->block);
    planted_norm<<<r->grid, r->block, 0, r->stream>>>((const bfloat16 *)r->in, (bfloat16 *)r->out, r->n, r->batch,
                                                      (const bfloat16 *)r->second, has_mean, flaw);
}

static int show_packs(char **number)
{
    printf("%u\n", lesson_count_packs(strtoull(number[0], NULL, 0), strtoull(number[1], NULL, 0),
                                      (unsigned)strtoull(number[2], NULL, 0), (unsigned)strtoull(number[3], NULL, 0)));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 6 && !strcmp(argv[1], "packs"))
        return show_packs(argv + 2);
    static const struct lesson_about about = {
        "wrong results that depend on a whole row", NULL, NULL, NULL,
        LESSON_FLOAT | LESSON_BFLOAT16 | LESSON_BATCH | LESSON_OUTPUT | LESSON_SECOND | LESSON_INPUT_KINDS, "-n 1000 --batch 10", NULL, NULL, NULL};
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
    if (l.plan.type == LESSON_OF_BFLOAT16) {
#define RUN(name, flaw) \
    lesson_run_checked(&l, &lesson_rms_norm, name "_rms", norm<flaw, 0>, 1), \
    lesson_run_checked(&l, &lesson_layer_norm, name "_layer", norm<flaw, 1>, 1)
        RUN("right", RIGHT);
        RUN("dropped", DROPPED);
        RUN("forgets_last", FORGETS_LAST);
        RUN("behind", BEHIND);
        RUN("no_epsilon", NO_EPSILON);
        RUN("behind_root", BEHIND_ROOT);
        RUN("large_numbers", LARGE_NUMBERS);
        RUN("narrow_sum", NARROW_SUM);
        RUN("narrow_scale", NARROW_SCALE);
        RUN("truncated", TRUNCATED);
        RUN("no_weight", NO_WEIGHT);
        RUN("no_bias", NO_BIAS);
#undef RUN
        return lesson_end(&l);
    }
#define RUN(name, flaw) \
    lesson_run_checked(&l, &lesson_softmax, name, softmax<flaw>, 1), \
    lesson_run_checked(&l, &lesson_log_sum_exp, name "_log", log_sum_exp<flaw>, 1)
    RUN("right", RIGHT);
    RUN("no_maximum", NO_MAXIMUM);
    RUN("from_zero", FROM_ZERO);
    RUN("merged", MERGED);
    RUN("dropped", DROPPED);
    RUN("narrow", NARROW);
    RUN("hides_nan", HIDES_NAN);
    RUN("forgets_last", FORGETS_LAST);
    RUN("behind", BEHIND);
    RUN("other_row", OTHER_ROW);
    return lesson_end(&l);
}
