/* harness/check_collective.h: operations in which each card has an array of n elements, and gets one, in c->out: for
 * lessons with LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT.
 *
 *     LESSON_ALL_REDUCE       element i is the sum of all cards' elements i, on every card
 *     LESSON_REDUCE           the same on card 0; the other cards' out is theirs to use
 *     LESSON_REDUCE_SCATTER   the same, but card k has only its part: that of lesson_card_part (lesson_cards.h)
 *     LESSON_ROWS_ALL_REDUCE  each card's array is up to LESSON_LOCAL_ROWS rows of m elements (lesson_row_length), the last
 *                             one may be shorter: element i < m is the sum of all rows of all cards, on every card
 *     LESSON_ALL_GATHER       element i is the input's of the card that has it in its part, on every card
 *
 * Every element on every card is checked. Ints must be equal; a float sum of p elements may be (p - 1) u S off, whatever
 * the order of the additions, with S the sum of their sizes and u = 2^-24. All cards that have an element must have the
 * same bits: otherwise computations that begin with it drift apart. What lies behind the results must be untouched.
 *
 * Bandwidth as NVIDIA's nccl-tests define it, of S bytes that one card has, in t seconds by p cards:
 *
 *     algbw = S / t                          how fast the operation is, for who uses it
 *     busbw = algbw * 2 (p - 1) / p          all-reduce: what each card sends, and receives, at least in a ring; it can
 *             algbw * (p - 1) / p            be compared with the links, whatever p is (reduce-scatter, all-gather)
 *             algbw                          reduce
 */
#ifndef HARNESS_CHECK_COLLECTIVE_H
#define HARNESS_CHECK_COLLECTIVE_H

#include "harness/run.h"
#include "harness/host_begin.h"

enum lesson_collective {
    LESSON_ALL_REDUCE, LESSON_REDUCE, LESSON_REDUCE_SCATTER, LESSON_ALL_GATHER, LESSON_ROWS_ALL_REDUCE, LESSON_COLLECTIVES
};
enum { LESSON_LOCAL_ROWS = 4 };

/* Of n elements: a whole number of packs of 16 bytes, if there are several rows. */
static inline size_t lesson_row_length(size_t n)
{
    size_t m = (n / LESSON_LOCAL_ROWS + (n % LESSON_LOCAL_ROWS > 0) + 3) / 4 * 4;
    return m < n ? m : n;
}

/* Elements from `from` to `to` - 1, and how long a row is. */
struct lesson_share {
    size_t from, to, row;
};

/* What a check's kernel finds on one card. */
struct lesson_on_card {
    unsigned long long first_bad; /* the lowest index of a wrong element; none: all bits set */
    unsigned long long digest;    /* of the results' bits, each with its index */
};

namespace harness {

/* The sum of all cards' elements i of each row, in units, and of their sizes; or only one card's, if `only` is not
 * negative. */
static __host__ __device__ inline struct lesson_sum sum_of_cards(uint32_t seed, int type, int input, size_t n, size_t row, int cards,
                                                                  int only, size_t i)
{
    struct lesson_sum s = {0, 0, 0};
    for (int card = only < 0 ? 0 : only; card < (only < 0 ? cards : only + 1); card++)
        for (size_t at = i; at < n; at += row) {
            int k = lesson_element(seed, (size_t)card * n + at, type, input);
            s.sum += k;
            s.magnitude += (uint32_t)(k < 0 ? -k : k);
        }
    return s;
}

static __host__ __device__ inline bool is_sum_of_cards(uint32_t got, int type, struct lesson_sum expected, int terms)
{
    float x;
    memcpy(&x, &got, sizeof x);
    if (type == LESSON_OF_INT)
        return got == (uint32_t)expected.sum;
    return fabs((double)x - (double)expected.sum * LESSON_FLOAT_UNIT)
           <= (double)(terms - 1) * 0x1p-24 * (double)expected.magnitude * LESSON_FLOAT_UNIT; /* NaN: false */
}

/* Which card's element i an all-gather has; -1: the sum of all. */
static __host__ __device__ inline int only_card(size_t i, const size_t *begin, int cards)
{
    int card = -1;
    while (begin && card + 1 < cards && begin[card + 1] <= i)
        card++;
    return card;
}

/* begin: where the cards' parts begin, for an all-gather; NULL: sums are expected. */
static __global__ void check_collective(struct lesson_input input, const uint32_t *out, size_t behind, struct lesson_share share,
                                        int cards, const size_t *begin, uint32_t poison, struct lesson_on_card *found)
{
    size_t stride = (size_t)gridDim.x * blockDim.x, all = input.pitch * input.copies;
    unsigned long long digest = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all + behind; i += stride) {
        size_t at = i < all ? i % input.pitch : input.n;
        uint32_t got = out[i];
        bool is_right = got == poison;
        if (at < input.n) {
            if (at < share.from || at >= share.to)
                continue;
            int only = only_card(at, begin, cards);
            struct lesson_sum expected = sum_of_cards(input.seed, input.type, input.kind, input.n, share.row, cards, only, at);
            int rows = (int)((input.n + share.row - 1) / share.row);
            is_right = is_sum_of_cards(got, input.type, expected, (only < 0 ? cards : 1) * rows);
            unsigned long long bits = (unsigned long long)got << 32 | lesson_mix((uint32_t)i + 1);
            digest += (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9ull;
        }
        if (!is_right)
            atomicMin(&found->first_bad, (unsigned long long)i);
    }
    if (digest)
        atomicAdd(&found->digest, digest);
}

}

/* Which elements a card must have. */
static inline struct lesson_share lesson_share_of(const struct lesson_row *row, enum lesson_collective kind, int card)
{
    struct lesson_share share = {0, row->shape->n, row->shape->n};
    if (kind == LESSON_ROWS_ALL_REDUCE)
        share.to = share.row = lesson_row_length(row->shape->n);
    if (kind == LESSON_REDUCE_SCATTER) {
        size_t n;
        lesson_split(row->shape->n, 4, row->shape->cards, card, &share.from, &n);
        share.to = share.from + n;
    }
    if (kind == LESSON_REDUCE && card > 0)
        share.to = 0;
    return share;
}

/* Where the cards' parts begin, in memory that the device reaches, if `kind` has parts of one card each; or NULL. */
static inline size_t *lesson_part_begins(const struct lesson_row *row, enum lesson_collective kind)
{
    size_t *begin = NULL, n;
    if (kind != LESSON_ALL_GATHER)
        return NULL;
    CUDA_CHECK(cudaMallocHost((void **)&begin, LESSON_MOST_CARDS * sizeof *begin));
    for (int i = 0; i < row->shape->cards; i++)
        lesson_split(row->shape->n, 4, row->shape->cards, i, &begin[i], &n);
    return begin;
}

/* What is on one card; its input's first `copies` copies were run through. */
static inline struct lesson_on_card lesson_look_at_card(struct lesson *l, const struct lesson_row *row, int k,
                                                        enum lesson_collective kind, const size_t *begin, size_t copies)
{
    struct lesson_card *card = &l->card[k];
    struct lesson_on_card found = {~0ull, 0}, *seen;
    struct lesson_input input = card->input;
    uint32_t poison;
    memset(&poison, lesson_poison_byte(&l->plan), sizeof poison);
    input.copies = copies;
    input.first = 0;
    CUDA_CHECK(cudaSetDevice(card->device));
    lesson_count_as_written(card->memory.out.data, (input.pitch * copies + LESSON_BEHIND) * input.size, 1);
    CUDA_CHECK(cudaMalloc(&seen, sizeof *seen));
    CUDA_CHECK(cudaMemcpyAsync(seen, &found, sizeof found, cudaMemcpyHostToDevice, card->stream));
    lesson_launch_over(input.pitch * copies + LESSON_BEHIND, card->stream, harness::check_collective, input,
                       (const uint32_t *)card->memory.out.data, (size_t)LESSON_BEHIND, lesson_share_of(row, kind, k),
                       l->cards, begin, poison, seen);
    CUDA_CHECK(cudaMemcpyAsync(&found, seen, sizeof found, cudaMemcpyDeviceToHost, card->stream));
    CUDA_CHECK(cudaStreamSynchronize(card->stream));
    CUDA_CHECK(cudaFree(seen));
    return found;
}

static inline uint32_t lesson_word_on_card(const struct lesson *l, int card, size_t at)
{
    uint32_t word;
    CUDA_CHECK(cudaMemcpy(&word, (const uint32_t *)l->card[card].memory.out.data + at, sizeof word, cudaMemcpyDefault));
    return word;
}

/* The first index at which two cards' results have other bits. */
static inline size_t lesson_first_other_bits(const struct lesson *l, int card, size_t all)
{
    size_t low = 0, piece = (size_t)1 << 20;
    uint32_t *a = (uint32_t *)lesson_host_alloc(piece, 2 * sizeof *a), *b = a + piece;
    for (size_t from = 0; from < all; from += piece) {
        size_t n = all - from < piece ? all - from : piece;
        CUDA_CHECK(cudaMemcpy(a, (uint32_t *)l->card[0].memory.out.data + from, n * sizeof *a, cudaMemcpyDefault));
        CUDA_CHECK(cudaMemcpy(b, (uint32_t *)l->card[card].memory.out.data + from, n * sizeof *b, cudaMemcpyDefault));
        for (low = 0; low < n && a[low] == b[low]; low++)
            ;
        low += from;
        if (low < from + n)
            break;
    }
    free(a);
    return low;
}

template <enum lesson_collective kind>
static struct lesson_verdict lesson_judge_collective(struct lesson *l, const struct lesson_row *row, size_t copies)
{
    struct lesson_verdict v;
    struct lesson_on_card first = {~0ull, 0};
    size_t *begin = lesson_part_begins(row, kind);
    memset(&v, 0, sizeof v);
    v.is_right = 1;
    for (int k = 0; k < l->cards && v.is_right; k++) {
        struct lesson_on_card found = lesson_look_at_card(l, row, k, kind, begin, copies);
        size_t pitch = l->card[k].input.pitch;
        v.card = k;
        if (k == 0)
            first = found;
        if (found.first_bad != ~0ull) {
            size_t at = (size_t)found.first_bad;
            v.is_right = 0;
            v.at = at < pitch * copies ? at % pitch : row->shape->n;
            v.got.i = (int)lesson_word_on_card(l, k, at);
        } else if (kind != LESSON_REDUCE && kind != LESSON_REDUCE_SCATTER && found.digest != first.digest) {
            size_t at = lesson_first_other_bits(l, k, pitch * copies);
            v.is_right = 0;
            v.has_other_bits = 1;
            v.at = at % pitch;
            v.got.i = (int)lesson_word_on_card(l, k, at);
        }
    }
    v.wrong = !v.is_right;
    CUDA_CHECK(cudaSetDevice(l->card[0].device));
    CUDA_CHECK(cudaFreeHost(begin));
    return v;
}

/* Which card's element, of all there are, explains a wrong sum: added twice (times 1), or not at all (-1), or nothing
 * else was (0). Returns the card; as many as there are, if none does. */
static inline int lesson_blamed_card(const struct lesson *l, size_t n, size_t row, const struct lesson_verdict *v,
                                     int *times)
{
    struct lesson_sum all = harness::sum_of_cards(l->plan.seed, l->plan.type, l->plan.input, n, row, l->cards, -1, v->at);
    for (*times = -1; *times <= 1; ++*times)
        for (int k = 0; k < l->cards; k++) {
            struct lesson_sum one = harness::sum_of_cards(l->plan.seed, l->plan.type, l->plan.input, n, row, l->cards, k, v->at), sum = one;
            if (*times != 0)
                sum.sum = all.sum + *times * one.sum;
            sum.magnitude = all.magnitude + one.magnitude;
            if (harness::is_sum_of_cards((uint32_t)v->got.i, l->plan.type, sum, l->cards * (int)((n + row - 1) / row)))
                return k;
        }
    return l->cards;
}

template <enum lesson_collective kind>
static void lesson_explain_collective(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    size_t n = row->shape->n, *begin = lesson_part_begins(row, kind);
    int times = 0, only = harness::only_card(v->at, begin, l->cards);
    size_t length = lesson_share_of(row, kind, 0).row;
    struct lesson_sum s = harness::sum_of_cards(l->plan.seed, l->plan.type, l->plan.input, n, length, l->cards, only, v->at);
    double expected = (double)s.sum * lesson_unit(l->plan.type);
    CUDA_CHECK(cudaFreeHost(begin));
    if (v->has_other_bits) {
        union lesson_value there = {(int)lesson_word_on_card(l, 0, v->at)};
        fprintf(stderr, "  element %zu has other bits on card %d than on card 0: %.9g and %.9g. Each is near enough, but\n"
                        "  all cards must have the same: add in the same order everywhere, or add once and send the sum\n",
                v->at, v->card, (double)v->got.f, (double)there.f);
        return;
    }
    if (l->plan.is_float)
        fprintf(stderr, "  on card %d the first wrong element is %zu: expected %.9g, got %.9g\n", v->card, v->at, expected,
                (double)v->got.f);
    else
        fprintf(stderr, "  on card %d the first wrong element is %zu: expected %d, got %d\n", v->card, v->at,
                (int)(uint32_t)s.sum, v->got.i);
    int card = lesson_blamed_card(l, n, length, v, &times);
    if (lesson_mistakes() > 0 || lesson_is_poison(&l->plan, v->got))
        lesson_explain_unwritten(l, v, s.sum);
    else if (card < l->cards && times == 0)
        fprintf(stderr, "  likely cause: it is the element of card %d alone\n", card);
    else if (card < l->cards && only < 0)
        fprintf(stderr, "  likely cause: the element of card %d %s\n", card, times < 0 ? "is missing" : "was added twice");
    else
        lesson_explain_unwritten(l, v, s.sum);
}

/* busbw, as a multiple of algbw. */
static inline double lesson_bus_factor(enum lesson_collective kind, int cards)
{
    double sent = (double)(cards - 1) / cards;
    return kind == LESSON_ALL_REDUCE ? 2 * sent : kind == LESSON_REDUCE ? 1 : sent;
}

template <enum lesson_collective kind> static void lesson_tell_collective(const struct lesson *l, const struct lesson_row *row)
{
    double algbw = lesson_gbps(l, row);
    char size[24];
    if (l->cards > 1 && kind != LESSON_ROWS_ALL_REDUCE)
        printf("    %s bytes on each of %d cards, in %.2f us: algbw %.4g GB/s, busbw %.4g GB/s\n",
               lesson_format_size(size, sizeof size, (size_t)lesson_bytes(l, row)), l->cards, 1e3 * row->median, algbw,
               algbw * lesson_bus_factor(kind, l->cards));
}

#define LESSON_COLLECTIVE(results, kind)                                                                            \
    {results, 1, LESSON_INT | LESSON_FLOAT, lesson_judge_collective<kind>, lesson_explain_collective<kind>, 1, NULL, \
     lesson_tell_collective<kind>, 0, 0, 1}

static const struct lesson_check lesson_collected[LESSON_COLLECTIVES] = {
    LESSON_COLLECTIVE("sums of all cards", LESSON_ALL_REDUCE), LESSON_COLLECTIVE("sums of all cards", LESSON_REDUCE),
    LESSON_COLLECTIVE("parts of the sums", LESSON_REDUCE_SCATTER), LESSON_COLLECTIVE("all cards' parts", LESSON_ALL_GATHER),
    LESSON_COLLECTIVE("sums of all cards' rows", LESSON_ROWS_ALL_REDUCE)};

#undef LESSON_COLLECTIVE

/* Like lesson_run: a kernel, or a launch function that waits by itself (how: LESSON_WAITS). */
static inline void lesson_run_collective(struct lesson *l, enum lesson_collective kind, const char *kernel,
                                         lesson_launch launch, unsigned elements_per_thread, int how = 0)
{
    lesson_queue(l, {"", LESSON_KERNEL, &lesson_collected[kind], launch, NULL, elements_per_thread, how, 0}, kernel);
}

/* The same for a library's, whose cards wait for each other. */
static inline void lesson_run_collective_library(struct lesson *l, enum lesson_collective kind, const char *name,
                                                 lesson_launch launch, int how = 0)
{
    lesson_queue(l, {"", LESSON_LIBRARY, &lesson_collected[kind], lesson_if_cards_meet(l, launch), NULL, 1, how, 0}, name);
}

#include "harness/host_end.h"
#endif
