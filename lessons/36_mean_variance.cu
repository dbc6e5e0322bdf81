/* Lesson 36: mean and variance
 *
 * The variance is the mean of (x - m)^2, where m is the mean. Books also say: the mean of x^2 minus m^2. That needs only one
 * pass, but if the mean is far from 0, both terms are large, and a float keeps none of the digits in which they differ.
 * What matters is where you measure from: the nearer c is to the mean, the better sums of x - c and (x - c)^2 are.
 *
 *     naive          c = 0
 *     two_pass       c = m, which takes a pass of its own
 *     shifted        c = the first element: one pass, right unless that element is far from the others
 *     welford_chan   one pass without that risk: two passes over 16 elements in registers give their mean and squares, and
 *                    Chan's formula merges such parts
 */
#include "lesson.h"
#include "harness/check_moments.h"
#include "lesson_pieces.h"

struct mean_variance {
    float mean, variance;
};

__device__ unsigned tickets; /* is 0 again when a kernel has ended */

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

/* ---- Merged parts */

struct __align__(16) part { /* loaded and stored as one */
    float count, mean, squares; /* the sum of (x - mean)^2 */
};

/* Chan's formula. The new mean lies between the two means, and all that is added to the squares is positive. */
struct merge {
    __device__ part operator()(part a, part b) const
    {
        float count = a.count + b.count, share = count > 0 ? b.count / count : 0, d = b.mean - a.mean;
        return {count, a.mean + d * share, a.squares + b.squares + d * d * (a.count * share)};
    }
};

/* Elements are measured from the first one, so means are small and keep their digits when they are merged. */
__global__ void __launch_bounds__(1024, 1)
welford_chan(const float *in, size_t n, part *partial, mean_variance *result)
{
    const part nothing = {0, 0, 0};
    float first = n > 0 ? in[0] : 0.0f;
    part total = nothing;
    for (size_t piece = blockIdx.x; piece < lesson_pieces(n); piece += gridDim.x) {
        if ((piece + 1) * LESSON_SHARE * blockDim.x > n) { /* the last piece may be shorter: element by element */
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

/* The roundings that an element goes through, `each` for each step: in its piece, over a thread's pieces, in two block totals. */
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
    .kernel = "welford_chan",
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
