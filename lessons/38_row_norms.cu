/* Lesson 38: row norms
 *
 * Networks scale each row of numbers by its own size before they go on. RMSNorm divides by the root of the mean of the
 * squares; LayerNorm subtracts the mean first and divides by the standard deviation. Then each column has a weight, and in
 * LayerNorm a bias. Elements are bfloat16; everything between reading and writing is float.
 *
 *     rms_passes      reads the row for the sum of its squares, and again to write
 *     layer_passes    reads it for the mean, again for the distances from it, and again to write
 *     rms_norm, layer_norm   read it once: the row stays in registers and in shared memory, as in lesson 37. layer_norm
 *                     describes a part of a row as {count, mean, sum of squared distances}, and merges such parts (Chan,
 *                     Golub and LeVeque, 1979)
 */
#include "lesson.h"
#include "lesson_block.h"
#include "lesson_rows.h"
#include "harness/check_norms.h"
#include <cuda_bf16.h>

typedef __nv_bfloat16 bfloat16;

/* Element e of a word of two, the first in the lower half: a bfloat16 is the upper half of a float. */
__device__ float element(unsigned word, unsigned e)
{
    return __uint_as_float(e ? word & 0xffff0000u : word << 16);
}

/* A part of a row: for RMSNorm the sum of its squares, ... */
struct squares {
    enum { HAS_BIAS = 0 };
    float sum;

    static __device__ squares of_one(float x) { return {x * x}; }
    /* of these elements, of which the first `count` exist; the others are 0 */
    template <unsigned elements> static __device__ squares of(float (&x)[elements], unsigned)
    {
        squares s = {0};
#pragma unroll
        for (unsigned k = 0; k < elements; k++)
            s.sum += x[k] * x[k];
        return s;
    }
    __device__ float mean() const { return 0; }
};

/* ... and for LayerNorm the number of elements, their mean, and the sum of their squared distances from it. */
struct moments {
    enum { HAS_BIAS = 1 };
    float count, center, sum;

    static __device__ moments of_one(float x) { return {1, x, 0}; }
    /* and leaves in x the distances from the mean */
    template <unsigned elements> static __device__ moments of(float (&x)[elements], unsigned count)
    {
        moments m = {(float)count, 0, 0};
#pragma unroll
        for (unsigned k = 0; k < elements; k++)
            m.center += x[k];
        m.center = __fdividef(m.center, fmaxf(m.count, 1));
#pragma unroll
        for (unsigned k = 0; k < elements; k++)
            x[k] -= m.center;
        if (count < elements) {
#pragma unroll
            for (unsigned k = 0; k < elements; k++)
                x[k] = k < count ? x[k] : 0;
        }
#pragma unroll
        for (unsigned k = 0; k < elements; k++)
            m.sum += x[k] * x[k];
        return m;
    }
    __device__ float mean() const { return center; }
};

struct merge {
    __device__ squares operator()(squares a, squares b) const { return {a.sum + b.sum}; }
    __device__ moments operator()(moments a, moments b) const
    {
        float count = a.count + b.count, share = __fdividef(b.count, fmaxf(count, 1)), apart = b.center - a.center;
        return {count, a.center + apart * share, a.sum + b.sum + apart * apart * a.count * share};
    }
};

/* The whole row, from the parts of all threads that share it. */
template <class Team> __device__ squares of_row(Team &team, squares part, size_t)
{
    return team.total(part, merge());
}

/* This takes no merging of triples: first find the mean, then the squares around it. */
template <class Team> __device__ moments of_row(Team &team, moments part, size_t n)
{
    float mean = team.total(part.count * part.center, lesson_plus()) / n, apart = part.center - mean;
    squares row = {part.sum + part.count * apart * apart};
    return {(float)n, mean, of_row(team, row, n).sum};
}

/* How a row's elements become its results: `shift` is what is missing to the distance from the mean, already scaled. */
template <class Part> struct scaling {
    float scale, shift;

    __device__ float operator()(float x, float weight, float bias) const
    {
        return Part::HAS_BIAS ? (x * scale + shift) * weight + bias : x * scale * weight;
    }
};

template <unsigned elements> __device__ void to_floats(float (&x)[elements], const unsigned (&words)[elements / 2])
{
#pragma unroll
    for (unsigned k = 0; k < elements; k++)
        x[k] = element(words[k / 2], k % 2);
}

/* Writes one turn's results, a part of them at a time: all weights at once would take too many registers. */
template <class Part, bool is_ragged, unsigned parts, unsigned elements>
__device__ void write_turn(bfloat16 *out, const float (&x)[elements], scaling<Part> scaled, const bfloat16 *weight, const bfloat16 *bias,
                           size_t i, size_t end, unsigned stride, bool is_whole)
{
    enum { HOW = is_ragged ? LESSON_UNALIGNED : LESSON_FOR_ALL, AT_ONCE = elements / 8 / parts, HERE = elements / 2 / parts };
    unsigned w[HERE], b[HERE], word[HERE];
#pragma unroll
    for (unsigned h = 0; h < parts; h++, i += AT_ONCE * stride) {
        lesson_load_packs<uint4, AT_ONCE, HOW>(w, weight, i, end, stride, 0u, is_whole);
        if (Part::HAS_BIAS)
            lesson_load_packs<uint4, AT_ONCE, HOW>(b, bias, i, end, stride, 0u, is_whole);
#pragma unroll
        for (unsigned k = 0; k < HERE; k++) {
            word[k] = 0;
#pragma unroll
            for (unsigned e = 0; e < 2; e++) {
                float y = scaled(x[(h * HERE + k) * 2 + e], element(w[k], e), Part::HAS_BIAS ? element(b[k], e) : 0);
                word[k] |= (unsigned)__bfloat16_as_ushort(__float2bfloat16(y)) << 16 * e;
            }
        }
        lesson_store_packs<uint4, AT_ONCE>(out, word, i, end, stride, is_whole);
    }
}

/* Lesson 37's in_registers. */
template <class Part, unsigned packs, bool is_ragged, int level>
__global__ void __launch_bounds__(1024, 1)
norm(const bfloat16 *in, bfloat16 *out, size_t n, size_t rows, unsigned lanes, unsigned kept, const bfloat16 *weight, const bfloat16 *bias)
{
    enum { ELEMENTS = 8 * packs };
    struct lesson_team<level> team(lanes);
    struct lesson_cut row = lesson_cut_row<uint4, bfloat16, is_ragged>(team.row * n, team.row < rows ? n : 0, team.thread);
    size_t step = packs * team.threads, from = 0, before = team.row * n;
    unsigned words[ELEMENTS / 2], turn = 0;
    float x[ELEMENTS], edge = row.has_edge ? __bfloat162float(in[row.edge]) : 0;
    bool is_whole;
    Part part, total;

    for (;; turn++, from += step) {
        is_whole = from + step <= row.packs;
        lesson_load_packs<uint4, packs, LESSON_TO_KEEP>(words, in + row.first, from + team.thread, row.packs, team.threads, 0u, is_whole);
        bool is_last = level == LESSON_LANES || from + step >= row.packs;
        if (!is_last && turn < kept)
            lesson_keep_packs<uint4, packs>(turn, words);
        to_floats(x, words);
        part = Part::of(x, is_whole ? (unsigned)ELEMENTS : 8 * lesson_count_packs(from + team.thread, row.packs, team.threads, packs));
        total = turn ? merge()(total, part) : part;
        if (is_last)
            break;
    }
    if (row.has_edge)
        total = merge()(total, Part::of_one(edge));
    total = of_row(team, total, n);

    const bfloat16 *row_weight = weight + (row.first - before), *row_bias = bias + (row.first - before);
    float mean = total.mean(), scale = rsqrtf(total.sum / n + LESSON_EPSILON);
    if (row.has_edge) {
        scaling<Part> scaled = {scale, 0};
        size_t i = row.edge - before;
        out[row.edge] = __float2bfloat16(scaled(edge - mean, __bfloat162float(weight[i]),
                                                Part::HAS_BIAS ? __bfloat162float(bias[i]) : 0));
    }
    scaling<Part> scaled = {scale, (part.mean() - mean) * scale};
    write_turn<Part, is_ragged, Part::HAS_BIAS || level == LESSON_LANES ? 2 : 1>(out + row.first, x, scaled, row_weight, row_bias, from + team.thread, row.packs, team.threads, is_whole);
    if (level != LESSON_LANES)
        while (turn-- > 0) {
            from -= step;
            if (turn < kept)
                lesson_kept_packs<uint4, packs>(words, turn);
            else
                lesson_load_packs<uint4, packs, LESSON_TO_KEEP>(words, in + row.first, from + team.thread, row.packs, team.threads, 0u, true);
            to_floats(x, words);
#pragma unroll
            for (unsigned k = 0; k < ELEMENTS; k++)
                x[k] -= mean;
            scaled.shift = 0;
            write_turn<Part, is_ragged, 1>(out + row.first, x, scaled, row_weight, row_bias, from + team.thread, row.packs, team.threads, true);
        }
    team.leave();
}

/* One block for each row, pass by pass; has_mean: LayerNorm. */
template <bool has_mean> __global__ void passes(const bfloat16 *in, bfloat16 *out, size_t n, const bfloat16 *weight,
                                                const bfloat16 *bias)
{
    struct lesson_team<LESSON_BLOCK> team(1);
    size_t row = blockIdx.x * n;
    float mean = 0;
    squares sum = {0};

    if (has_mean) {
        for (size_t i = threadIdx.x; i < n; i += blockDim.x)
            mean += __bfloat162float(in[row + i]);
        mean = team.total(mean, lesson_plus()) / n;
    }
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
        float x = __bfloat162float(in[row + i]) - mean;
        sum.sum += x * x;
    }
    float scale = rsqrtf(team.total(sum, merge()).sum / n + LESSON_EPSILON);
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
        float y = (__bfloat162float(in[row + i]) - mean) * scale * __bfloat162float(weight[i]);
        out[row + i] = __float2bfloat16(has_mean ? y + __bfloat162float(bias[i]) : y);
    }
}

/* The input as bfloat16. The first row of the second input has the weights, its last row the biases. */
static const bfloat16 *elements(const struct reduction *r) { return (const bfloat16 *)r->in; }
static const bfloat16 *weights(const struct reduction *r) { return (const bfloat16 *)r->second; }
static const bfloat16 *biases(const struct reduction *r) { return weights(r) + (r->batch - 1) * r->n; }

template <bool has_mean> static void launch_passes(struct reduction *r)
{
    r->grid = r->batch;
    r->block = lesson_row_threads(r->n, r->block);
    r->chain = r->n / r->block + 20;
    passes<has_mean><<<r->grid, r->block, 0, r->stream>>>(elements(r), (bfloat16 *)r->out, r->n, weights(r), biases(r));
}

template <class Part, unsigned packs, bool is_ragged>
static void launch_packs(struct reduction *r, const bfloat16 *weight, const bfloat16 *bias)
{
    lesson_rows_launch<uint4, packs, is_ragged>(r, norm<Part, packs, is_ragged, LESSON_LANES>, norm<Part, packs, is_ragged, LESSON_BLOCK>,
                                                norm<Part, packs, is_ragged, LESSON_CLUSTER>, elements(r), (bfloat16 *)r->out,
                                                weight, bias);
}

template <class Part> static void launch_norm(struct reduction *r, const bfloat16 *weight, const bfloat16 *bias)
{
    if (r->n % 8)
        launch_packs<Part, 4, true>(r, weight, bias);
    else if (r->n < 64)
        launch_packs<Part, 2, false>(r, weight, bias);
    else
        launch_packs<Part, 4, false>(r, weight, bias);
}

template <class Part> static void launch(struct reduction *r) { launch_norm<Part>(r, weights(r), biases(r)); }

static const struct lesson_about about = {
    .title = "row norms",
    .part = "VI",
    .step_from = "lesson37",
    .offers = LESSON_BFLOAT16 | LESSON_BATCH | LESSON_OUTPUT | LESSON_SECOND | LESSON_ALIGNED | LESSON_INPUT_KINDS,
    .defaults = "-n 2^29 --batch 65536 -b 512",
    .bench = "-n 2^29 --row 128,256,1024,2048,4096,8192,16384,32768,65536,131072,262144 -b 64,128,256,512,1024",
    .kernel = "rms_norm",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run_checked(&l, &lesson_rms_norm, "rms_passes", launch_passes<false>, 1);
    lesson_run_checked(&l, &lesson_rms_norm, "rms_norm", launch<squares>, 16);
    lesson_run_checked(&l, &lesson_layer_norm, "layer_passes", launch_passes<true>, 1);
    lesson_run_checked(&l, &lesson_layer_norm, "layer_norm", launch<moments>, 16);
    return lesson_end(&l);
}
