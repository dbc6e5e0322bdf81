/* Lesson 36: mean and variance
 *
 * The variance is the mean of (x - m)^2, where m is the mean; or, as books say, the mean of x^2 less m^2. The latter
 * needs one pass, and fails where the mean is far from 0: at 10^6 squares are 10^12, a float keeps the first seven of their
 * digits, and a variance of 1 is in the thirteenth. What is left can be anything, also below 0.
 *
 * It matters from where one measures. The error of sums of x - c and (x - c)^2 grows with ((m - c)^2 + variance) /
 * variance (Chan, Golub and LeVeque, 1983), and c may be any number:
 *
 *     naive          c = 0
 *     two_pass       c = m, which takes a pass of its own. Right, and reads everything twice
 *     shifted        c = the first element: one pass. Right unless that one is far from the others
 *     welford_chan   one pass without that risk: mean and sum of squares of each 16 elements, while they are in
 *                    registers, in two passes; and parts are merged by Chan's formula: nothing cancels there
 *
 * Welford's update takes a division per element. Merging sixteen at a time takes one for sixteen.
 *
 * Both numbers are of all n elements: divided by n. (The variance of a sample is n / (n - 1) times that.) Of no
 * elements they are NaN, 0 / 0; of one the variance is 0.
 *
 * What to expect: welford_chan and shifted read what a sum reads. On an H200, 2^29 floats, blocks of 512, GB/s:
 *
 *     naive 4531    two_pass 2269    shifted 4531    welford_chan 4493    CUB's sum 4522
 */
#include "lesson.h"
#include "harness/check_moments.h"
#include "lesson_pieces.h"

struct mean_variance {
    float mean, variance;
};

__device__ unsigned tickets; /* 0 again when a kernel has ended */

/* ---- Sums of x - c and of its square */

struct sums {
    float of_x, of_squares;
};

struct add_sums {
    __device__ sums operator()(sums a, sums b) const { return {a.of_x + b.of_x, a.of_squares + b.of_squares}; }
};

/* c is *center, or 0 if there is none. `center` may be &result->mean. */
__global__ void __launch_bounds__(1024, 1)
sums_about(const float *in, size_t n, const float *center, sums *partial, mean_variance *result)
{
    float c = center && n > 0 ? *center : 0.0f;
    sums total = {0, 0};
    for (size_t piece = blockIdx.x; piece < lesson_pieces(n); piece += gridDim.x) {
        float x[LESSON_SHARE];
        sums of_piece = {0, 0};
        lesson_load_piece(x, in, n, piece, c);
#pragma unroll
        for (unsigned j = 0; j < LESSON_SHARE; j++) {
            float d = x[j] - c;
            of_piece = {of_piece.of_x + d, of_piece.of_squares + d * d};
        }
        total = add_sums()(total, of_piece);
    }
    total = lesson_block_total(total, add_sums());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = total;
    if (!lesson_is_last(&tickets))
        return;
    total = {0, 0};
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        total = add_sums()(total, partial[i]);
    total = lesson_block_total(total, add_sums());
    float mean = total.of_x / (float)n;
    if (threadIdx.x == 0)
        *result = {c + mean, total.of_squares / (float)n - mean * mean};
}

/* ---- Parts that are merged */

struct __align__(16) part { /* one access each */
    float count, mean, squares; /* the sum of (x - mean)^2 */
};

/* Chan's formula. The mean of both lies between the two means, and all that is added to the squares is positive. */
struct merge {
    __device__ part operator()(part a, part b) const
    {
        float count = a.count + b.count, share = count > 0 ? b.count / count : 0, d = b.mean - a.mean;
        return {count, a.mean + d * share, a.squares + b.squares + d * d * (a.count * share)};
    }
};

/* Elements are measured from the first: so the means that are merged are small, and keep their digits. */
__global__ void __launch_bounds__(1024, 1)
welford_chan(const float *in, size_t n, part *partial, mean_variance *result)
{
    const part nothing = {0, 0, 0};
    float first = n > 0 ? in[0] : 0.0f;
    part total = nothing;
    for (size_t piece = blockIdx.x; piece < lesson_pieces(n); piece += gridDim.x) {
        if ((piece + 1) * LESSON_SHARE * blockDim.x > n) { /* the last one may be shorter: element by element */
#pragma unroll 1
            for (unsigned j = 0; j < LESSON_SHARE; j += 4) {
                size_t i = lesson_piece_index(piece, j);
                float x[4];
                for (unsigned e = 0; e < 4; e++)
                    x[e] = i + e < n ? in[i + e] : first;
                for (unsigned e = 0; e < 4; e++)
                    total = merge()(total, i + e < n ? part{1, x[e] - first, 0} : nothing);
            }
            break;
        }
        float x[LESSON_SHARE], sum = 0, squares = 0;
        lesson_load_piece(x, in, n, piece, first);
#pragma unroll
        for (unsigned j = 0; j < LESSON_SHARE; j++)
            sum += x[j] -= first;
        float mean = sum / LESSON_SHARE;
#pragma unroll
        for (unsigned j = 0; j < LESSON_SHARE; j++)
            squares += (x[j] - mean) * (x[j] - mean);
        total = merge()(total, part{LESSON_SHARE, mean, squares});
    }
    total = lesson_block_total(total, merge());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = total;
    if (!lesson_is_last(&tickets))
        return;
    total = nothing;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        total = merge()(total, partial[i]);
    total = lesson_block_total(total, merge());
    if (threadIdx.x == 0)
        *result = {n > 0 ? first + total.mean : NAN, total.squares / (float)n};
}

/* Roundings on the way of an element, `each` for each step: in its piece, over the pieces of a thread, in two block totals. */
template <class Kernel> static void shape(struct reduction *r, Kernel *kernel, size_t each)
{
    lesson_share_grid(r, kernel);
    r->grid += r->grid == 0; /* no elements: one block */
    size_t pieces = r->n / ((size_t)r->grid * r->block * LESSON_SHARE) + 1;
    r->chain = LESSON_SHARE + each * (pieces + LESSON_SHARE + r->grid / r->block + 1 + 2 * (5 + 32));
}

static void launch_sums(struct reduction *r, const float *center)
{
    shape(r, sums_about, 1);
    sums_about<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, center, (sums *)r->partial,
                                                    (mean_variance *)r->result);
}

static void launch_naive(struct reduction *r) { launch_sums(r, NULL); }
static void launch_shifted(struct reduction *r) { launch_sums(r, r->in_float); }
static void launch_two_pass(struct reduction *r)
{
    launch_sums(r, NULL);
    launch_sums(r, r->result_float); /* the mean */
}

static void launch_merged(struct reduction *r)
{
    shape(r, welford_chan, 4);
    welford_chan<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, (part *)r->partial, (mean_variance *)r->result);
}

static void run(struct lesson *l, const char *kernel, enum lesson_moments_by method, lesson_launch launch)
{
    lesson_run_checked(l, &lesson_moments_by[method].check, kernel, launch, LESSON_SHARE);
}

static const struct lesson_about about = {
    .title = "mean and variance",
    .part = "VI",
    .offers = LESSON_FLOAT | LESSON_GRID | LESSON_ALIGNED | LESSON_PAIRS | LESSON_INPUT_KINDS,
    .defaults = "-n 2^29 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    run(&l, "naive", LESSON_SUMS_ABOUT_ZERO, launch_naive);
    run(&l, "two_pass", LESSON_TWO_PASSES, launch_two_pass);
    run(&l, "shifted", LESSON_SUMS_ABOUT_FIRST, launch_shifted);
    run(&l, "welford_chan", LESSON_MERGED, launch_merged);
    lesson_run_operator_library(&l, "cub_sum", LESSON_SUM, lesson_cub_sum); /* the same bytes */
    return lesson_end(&l);
}
