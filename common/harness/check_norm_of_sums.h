/* harness/check_norm_of_sums.h: rows of bfloat16 on each card, and what a network does with them between two layers that are
 * split over cards, on every card: add up, add the residual stream, normalise.
 *
 *     h[i]   = in of card 0 [i] + in of card 1 [i] + ... + second[i]           the new residual stream: in the first bytes of
 *                                                                             lesson_library_memory(c, ...)
 *     out[i] = h[i] / sqrt(the mean of the row's h^2 + LESSON_EPSILON) * weight[i]     weight: the first row of second
 *
 * For lessons with LESSON_CARDS | LESSON_EACH_CARD | LESSON_BATCH | LESSON_SECOND | LESSON_OUTPUT. Every element on every card is
 * checked, and all cards must have the same bits. With s the exact sum, m the sum of the sizes of what is added, u = 2^-24 and
 * p cards:
 *
 *   - h is off by d: 2 p u m for adding up in floats, and half a unit in the last place for rounding to bfloat16, once. A library
 *     that adds up in bfloat16 rounds up to p times more: each time by 2^-9 m.
 *   - The root is off by as much as all d of the row together, relatively: sqrt(sum of d^2 / sum of s^2) at most; and by
 *     (n / 32 + 40) u, as at least a warp shares a row.
 *   - out is off by weight / root times d, by all that, by 4 u, and by half a unit in the last place. */
#ifndef HARNESS_CHECK_NORM_OF_SUMS_H
#define HARNESS_CHECK_NORM_OF_SUMS_H

#include "harness/check_collective.h"
#include "harness/check_norms.h"
#include "harness/host_begin.h"

namespace harness {

/* The element and its size before anything was rounded, and how far h may be off. */
struct summed {
    double sum, size, off;
};

/* Half a unit in the last place of a bfloat16 of this size. */
static __host__ __device__ inline double half_unit(double size)
{
    int exponent;
    frexp(size, &exponent); /* it is below 2^exponent */
    return ldexp(1.0, exponent - 9) + 0x1p-126;
}

/* Element i of all rows. narrow: how often sums are rounded to bfloat16 before the residual is added. */
static __host__ __device__ inline struct summed summed_at(const struct lesson_input &input, int cards, int narrow, size_t i)
{
    struct summed s = {lesson_item_at(input.type, input.kind, ~input.seed, i).real, 0, 0};
    s.size = fabs(s.sum);
    for (int k = 0; k < cards; k++) {
        double x = lesson_item_at(input.type, input.kind, input.seed, (size_t)k * input.n + i).real;
        s.sum += x;
        s.size += fabs(x);
    }
    s.off = (2 * cards * 0x1p-24 + narrow * 0x1p-9) * s.size;
    s.off = 1.01 * (s.off + half_unit(fabs(s.sum) + s.off));
    return s;
}

/* Numbers of a row: the root, and how far it may be off, relatively. */
struct summed_row {
    double root, off;
};

static __host__ __device__ inline struct summed_row row_of(double squares, double offs, size_t n)
{
    double mean = squares / (double)n + LESSON_EPSILON, off = sqrt(offs / (double)n / mean);
    return {sqrt(mean), off + off * off + ((double)n / 32 + 40) * 0x1p-24};
}

static __host__ __device__ inline double norm_expected(struct summed s, struct summed_row row, double weight)
{
    return s.sum / row.root * weight;
}

static __host__ __device__ inline double norm_bound(struct summed s, struct summed_row row, double weight)
{
    double y = fabs(norm_expected(s, row, weight)), w = fabs(weight);
    double off = 1.01 * (w * s.off / row.root * (1 + row.off) + y * (row.off + 4 * 0x1p-24));
    return off + half_unit(y + off);
}

/* One block takes whole rows. found[0]: of h, found[1]: of out. Without is_judged it only makes the digest. */
static __global__ void check_norm_of_sums(struct lesson_input input, const void *sums, const void *out, size_t rows, size_t n,
                                          int cards, int narrow, int is_judged, struct lesson_on_card *found)
{
    auto plus = [](double a, double b) { return a + b; };
    unsigned long long digest = 0;
    for (size_t k = blockIdx.x; k < rows * input.copies; k += gridDim.x) {
        size_t begin = k % rows * n, at = k / rows * input.pitch + begin;
        for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
            unsigned h = ((const uint16_t *)sums)[begin + i], y = ((const uint16_t *)out)[at + i];
            unsigned long long bits = (unsigned long long)(h << 16 | y) << 32 | lesson_mix((uint32_t)(at + i) + 1);
            digest += (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9ull;
        }
        if (!is_judged)
            continue;
        double squares = 0, offs = 0;
        for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
            struct summed s = summed_at(input, cards, narrow, begin + i);
            squares += s.sum * s.sum;
            offs += s.off * s.off;
        }
        squares = of_block(squares, plus);
        struct summed_row row = row_of(squares, of_block(offs, plus), n);
        for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
            struct summed s = summed_at(input, cards, narrow, begin + i);
            double weight = lesson_item_at(input.type, input.kind, ~input.seed, i).real;
            unsigned h = ((const uint16_t *)sums)[begin + i], y = ((const uint16_t *)out)[at + i];
            if (!(fabs(real_at(&h, 0, input.type) - s.sum) <= s.off))
                atomicMin(&found[0].first_bad, (unsigned long long)(begin + i));
            if (!(fabs(real_at(&y, 0, input.type) - norm_expected(s, row, weight)) <= norm_bound(s, row, weight)))
                atomicMin(&found[1].first_bad, (unsigned long long)(at + i));
        }
    }
    if (digest)
        atomicAdd(&found[1].digest, digest);
}

}

/* How often that library rounds sums to bfloat16 before the residual is added: not at all if it is no library. */
static inline int lesson_narrow_sums(const struct lesson_row *row)
{
    return row->kind == LESSON_LIBRARY ? row->shape->cards : 0;
}

/* Looks at card k: found[0] at h, found[1] at out; first_bad of both is an index of one copy. Elements with the bits of card 0,
 * whose digest is `first`, are as right as those. */
static inline void lesson_look_at_norms(struct lesson *l, const struct lesson_row *row, int k, size_t copies,
                                        unsigned long long first, struct lesson_on_card *found)
{
    struct lesson_card *card = &l->card[k];
    struct lesson_input input = card->input;
    struct lesson_on_card none[2] = {{~0ull, 0}, {~0ull, 0}}, *seen;
    struct lesson_found behind = {~0ull, 0}, *seen_behind;
    size_t rows = row->shape->batch, n = row->shape->n, volume = rows * n, size = input.size;
    size_t end = input.pitch * (copies - 1) + volume, gap = input.pitch - volume + LESSON_BEHIND;
    char *out = (char *)card->memory.out.data;
    input.copies = copies;
    CUDA_CHECK(cudaSetDevice(card->device));
    lesson_count_as_written(out, (input.pitch * copies + LESSON_BEHIND) * size, 1);
    lesson_count_as_written(card->workspace.memory, volume * size, 1);
    CUDA_CHECK(cudaMalloc(&seen, sizeof none));
    CUDA_CHECK(cudaMalloc(&seen_behind, sizeof behind));
    CUDA_CHECK(cudaMemcpyAsync(seen_behind, &behind, sizeof behind, cudaMemcpyHostToDevice, card->stream));
    for (int is_judged = k == 0; is_judged < 2; is_judged++) {
        CUDA_CHECK(cudaMemcpyAsync(seen, none, sizeof none, cudaMemcpyHostToDevice, card->stream));
        lesson_launch_grid((unsigned)(rows * copies < 4096 ? rows * copies : 4096), harness::row_threads(n), card->stream,
                           harness::check_norm_of_sums, input, (const void *)card->workspace.memory, (const void *)out, rows, n,
                           l->cards, lesson_narrow_sums(row), is_judged, seen);
        CUDA_CHECK(cudaMemcpyAsync(found, seen, sizeof none, cudaMemcpyDeviceToHost, card->stream));
        CUDA_CHECK(cudaStreamSynchronize(card->stream));
        if (k > 0 && found[1].digest == first)
            break;
    }
    lesson_launch_over(gap * size, card->stream, harness::check_behind, (const unsigned char *)out + end * size, gap * size,
                       (int)lesson_poison_byte(&l->plan), seen_behind);
    CUDA_CHECK(cudaMemcpyAsync(&behind, seen_behind, sizeof behind, cudaMemcpyDeviceToHost, card->stream));
    /* whoever does not write it next time must be found */
    CUDA_CHECK(cudaMemsetAsync(card->workspace.memory, lesson_poison_byte(&l->plan), volume * size, card->stream));
    CUDA_CHECK(cudaStreamSynchronize(card->stream));
    CUDA_CHECK(cudaFree(seen));
    CUDA_CHECK(cudaFree(seen_behind));
    if (found[1].first_bad != ~0ull)
        found[1].first_bad %= input.pitch;
    else if (behind.off != 0)
        found[1].first_bad = volume;
}

/* v.at: the element; of out or, with v.is_probed, of h. As many as there are: something was written behind the last. */
static struct lesson_verdict lesson_judge_norm_of_sums(struct lesson *l, const struct lesson_row *row, size_t copies)
{
    struct lesson_verdict v;
    unsigned long long first = 0;
    memset(&v, 0, sizeof v);
    v.is_right = 1;
    for (int k = 0; k < l->cards; k++) {
        struct lesson_on_card found[2];
        lesson_look_at_norms(l, row, k, copies, first, found);
        first = k == 0 ? found[1].digest : first;
        int is_near = found[0].first_bad == ~0ull && found[1].first_bad == ~0ull;
        if (!v.is_right || (is_near && found[1].digest == first))
            continue;
        v.is_right = 0;
        v.card = k;
        v.has_other_bits = is_near;
        v.is_probed = found[0].first_bad != ~0ull;
        v.at = is_near ? 0 : (size_t)found[!v.is_probed].first_bad;
        if (!is_near && !v.is_probed && v.at < lesson_volume(row->shape))
            CUDA_CHECK(cudaMemcpy(&v.got, (char *)l->card[k].memory.out.data + v.at * l->input.size, l->input.size,
                                  cudaMemcpyDefault));
    }
    v.wrong = !v.is_right;
    CUDA_CHECK(cudaSetDevice(l->card[0].device));
    return v;
}

static void lesson_explain_norm_of_sums(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    size_t n = row->shape->n, begin = v->at / n * n;
    int narrow = lesson_narrow_sums(row);
    double squares = 0, offs = 0;
    if (v->has_other_bits) {
        fprintf(stderr, "  card %d has other bits than card 0. Each is near enough, but all cards must have the same: add in the\n"
                        "  same order everywhere, or add once and send the sum\n", v->card);
        return;
    }
    if (v->at == lesson_volume(row->shape)) {
        fprintf(stderr, "  on card %d something was written behind the last element\n", v->card);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct harness::summed s = harness::summed_at(l->input, l->cards, narrow, begin + i);
        squares += s.sum * s.sum;
        offs += s.off * s.off;
    }
    struct harness::summed_row of = harness::row_of(squares, offs, n);
    struct harness::summed s = harness::summed_at(l->input, l->cards, narrow, v->at);
    double weight = lesson_item_at(l->input.type, l->input.kind, ~l->input.seed, v->at - begin).real;
    if (v->is_probed)
        fprintf(stderr, "  on card %d the new residual stream is wrong at element %zu of row %zu: expected %.9g +- %.3g\n", v->card,
                v->at - begin, begin / n, s.sum, s.off);
    else
        fprintf(stderr, "  on card %d the first wrong result is that of element %zu of row %zu: expected %.9g, got %.9g, allowed %.3g\n",
                v->card, v->at - begin, begin / n, harness::norm_expected(s, of, weight),
                (double)harness::real_at(&v->got, 0, l->plan.type), harness::norm_bound(s, of, weight));
    if (lesson_mistakes() > 0)
        fprintf(stderr, "  likely cause: the mistake that is reported below\n");
    else if (!v->is_probed && lesson_is_untouched(&l->plan, &v->got, l->input.size))
        fprintf(stderr, "  likely cause: it was never written\n");
}

static const struct lesson_check lesson_norm_of_sums = {"norms of sums", 1, LESSON_BFLOAT16, lesson_judge_norm_of_sums,
                                                        lesson_explain_norm_of_sums, 1, NULL, NULL, 0, 0, 1};

#include "harness/host_end.h"
#endif
