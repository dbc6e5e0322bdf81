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

/* Element e of a word of one or two, the first in the lower half: a bfloat16 is the upper half of a float. */
template <class Word> __device__ float element(Word word, unsigned e)
{
    return __uint_as_float(e ? (unsigned)word & 0xffff0000u : (unsigned)word << 16);
}

/* A part of a row: for RMSNorm the sum of its squares, ... */
struct squares {
    enum { HAS_BIAS = 0 };
    float sum;

    /* of these words, in which `count` elements exist; the others are 0 */
    template <class Word, unsigned words> static __device__ squares of(const Word (&x)[words], unsigned)
    {
        squares s = {0};
#pragma unroll
        for (unsigned k = 0; k < words * sizeof(Word) / 2; k++) {
            float y = element(x[k * 2 / sizeof(Word)], k * 2 % sizeof(Word));
            s.sum += y * y;
        }
        return s;
    }
    __device__ float mean() const { return 0; }
};

/* ... and for LayerNorm the number of elements, their mean, and the sum of their squared distances from it. */
struct moments {
    enum { HAS_BIAS = 1 };
    float count, center, sum;

    template <class Word, unsigned words> static __device__ moments of(const Word (&x)[words], unsigned count)
    {
        moments m = {(float)count, 0, 0};
#pragma unroll
        for (unsigned k = 0; k < words * sizeof(Word) / 2; k++)
            m.center += element(x[k * 2 / sizeof(Word)], k * 2 % sizeof(Word));
        m.center = __fdividef(m.center, fmaxf(m.count, 1));
#pragma unroll
        for (unsigned k = 0; k < words * sizeof(Word) / 2; k++) {
            float y = element(x[k * 2 / sizeof(Word)], k * 2 % sizeof(Word)) - m.center;
            m.sum += k < count ? y * y : 0;
        }
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

/* Lesson 37's in_registers. A word has two elements, or one if rows do not begin at multiples of 16 bytes. */
template <class Pack, class Word, unsigned packs, class Part, int level>
__global__ void __launch_bounds__(packs > 2 ? 1024 : 512, packs > 2 ? 1 : lesson_blocks_in_sm(512, 3))
norm(const Word *in, Word *out, size_t n, size_t rows, unsigned lanes, unsigned kept, const Word *weight, const Word *bias)
{
    enum { PARTS = packs > 4 ? 4 : 1, PER_WORD = sizeof(Word) / 2, AT_ONCE = sizeof(Pack) / 2, WORDS = packs * AT_ONCE / PER_WORD };
    struct lesson_team<level> team(lanes);
    size_t row = team.row * (n / PER_WORD), end = team.row < rows ? n / AT_ONCE : 0, step = packs * team.threads, from = 0;
    Word x[WORDS], w[WORDS / PARTS], b[WORDS / PARTS];
    Part part, total;
    unsigned turn = 0;

    for (;; turn++, from += step) {
        lesson_load_packs<Pack, packs>(x, in + row, from + team.thread, end, team.threads, (Word)0);
        bool is_last = level == LESSON_LANES || from + step >= end;
        if (!is_last && turn < kept)
            lesson_keep_packs<Pack, packs>(turn, x);
        part = Part::of(x, AT_ONCE * lesson_count_packs(from + team.thread, end, team.threads, packs));
        total = turn ? merge()(total, part) : part;
        if (is_last)
            break;
    }
    total = of_row(team, total, n);

    float mean = total.mean(), scale = rsqrtf(total.sum / n + LESSON_EPSILON);
    for (;; turn--, from -= step) {
#pragma unroll
        for (unsigned h = 0; h < PARTS; h++) { /* all weights at once would take too many registers with 16 packs */
            size_t i = from + team.thread + h * packs / PARTS * team.threads;
            lesson_load_packs<Pack, packs / PARTS, true>(w, weight, i, end, team.threads, (Word)0);
            if (Part::HAS_BIAS)
                lesson_load_packs<Pack, packs / PARTS, true>(b, bias, i, end, team.threads, (Word)0);
#pragma unroll
            for (unsigned k = 0; k < WORDS / PARTS; k++) {
                Word &here = x[h * WORDS / PARTS + k];
                unsigned word = 0;
#pragma unroll
                for (unsigned e = 0; e < PER_WORD; e++) {
                    float y = (element(here, e) - mean) * scale * element(w[k], e) + (Part::HAS_BIAS ? element(b[k], e) : 0);
                    word |= (unsigned)__bfloat16_as_ushort(__float2bfloat16(y)) << 16 * e;
                }
                here = (Word)word;
            }
        }
        lesson_store_packs<Pack, packs>(out + row, x, from + team.thread, end, team.threads);
        if (level == LESSON_LANES || turn == 0)
            break;
        if (turn <= kept)
            lesson_kept_packs<Pack, packs>(x, turn - 1);
        else
            lesson_load_packs<Pack, packs>(x, in + row, from - step + team.thread, end, team.threads, (Word)0);
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

template <class Part, class Pack, class Word, unsigned packs> static void launch_packs(struct reduction *r)
{
    lesson_rows_launch(r, packs, sizeof(Pack), sizeof(bfloat16), norm<Pack, Word, packs, Part, LESSON_LANES>,
                       norm<Pack, Word, packs, Part, LESSON_BLOCK>, norm<Pack, Word, packs, Part, LESSON_CLUSTER>,
                       (const Word *)r->in, (Word *)r->out, (const Word *)weights(r), (const Word *)biases(r));
}

template <class Part> static void launch(struct reduction *r)
{
    if (r->n % 8)
        launch_packs<Part, unsigned short, unsigned short, 16>(r);
    else if (r->n < 256 && r->block <= 512)
        launch_packs<Part, uint4, unsigned, 2>(r);
    else
        launch_packs<Part, uint4, unsigned, 4>(r);
}

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
