/* 48_rows.cuh: rows of bfloat16 on several cards: what lesson 48 needs besides its idea.
 *
 *     struct rows r                    where each card's rows are, and which of them a kernel takes
 *     struct pack<Pack> x              what one load brings: x.load(from, i), x.store(to, i), x.at(e) and x.put(e, y) as floats
 *     send_pack, take_pack             a pack as words with the flag in the data (lesson 47)
 *     launch_rows<Pack>(r, ...)        as many blocks as there are rows, if so many can be resident on each card */
#ifndef ROWS_CUH
#define ROWS_CUH

#include "47_all_reduce_any_size.cuh"
#include "lesson_cards.h"
#include "lesson_rows.h"
#include <cuda_bf16.h>

/* residual and weight are this card's. Results go to `sums` and `out` of cards from .. to - 1. */
struct rows {
    const void *in[LESSON_MOST_CARDS], *residual, *weight;
    void *sums[LESSON_MOST_CARDS], *out[LESSON_MOST_CARDS];
    size_t n, first, end; /* elements of a row; rows */
    int cards, from, to;
};

/* So many bfloat16s, each the upper half of a float. */
template <class Pack> struct pack {
    enum { N = sizeof(Pack) / 2, WORDS = (N + 1) / 2 };
    unsigned short x[N];

    __device__ void load(const void *from, size_t i)
    {
        Pack p = ((const Pack *)from)[i];
        memcpy(x, &p, sizeof p);
    }
    __device__ void store(void *to, size_t i) const
    {
        Pack p;
        memcpy((void *)&p, x, sizeof p);
        ((Pack *)to)[i] = p;
    }
    __device__ float at(int e) const { return __uint_as_float((unsigned)x[e] << 16); }
    __device__ void put(int e, float y) { x[e] = __bfloat16_as_ushort(__float2bfloat16(y)); }
};

/* A pack is WORDS words, `packs` apart, so that a warp's words stand side by side. */
template <class Pack> __device__ void send_pack(all_reduce::word *there, size_t packs, pack<Pack> x, unsigned launch)
{
    unsigned data[pack<Pack>::WORDS] = {};
    memcpy(data, x.x, sizeof x);
    for (int j = 0; j < pack<Pack>::WORDS; j++)
        all_reduce::put(there + j * packs, data[j], launch);
}

/* All looks are on their way before the first is judged. */
template <class Pack>
__device__ pack<Pack> take_pack(const all_reduce::cards &all, int from, all_reduce::word *here, size_t packs, unsigned launch)
{
    enum { WORDS = pack<Pack>::WORDS };
    all_reduce::word word[WORDS];
    unsigned data[WORDS];
    struct all_reduce::wait wait;
    pack<Pack> x;
    bool is_here;
    do {
        is_here = true;
        for (int j = 0; j < WORDS; j++)
            word[j] = all_reduce::word_ref(here[j * packs]).load(cuda::memory_order_relaxed);
        for (int j = 0; j < WORDS; j++)
            is_here = is_here && (unsigned)(word[j] >> 32) == launch;
    } while (!is_here && !wait.is_over(all, from));
    for (int j = 0; j < WORDS; j++)
        data[j] = (unsigned)word[j];
    memcpy(x.x, data, sizeof x);
    return x;
}

/* Words that a launch sends besides its `used` ones: now and then all that there is room for (lesson 47). */
__device__ inline void send_the_rest(const all_reduce::cards &all, int me, size_t used, unsigned launch)
{
    size_t end = words_to_send(all, used, launch), stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = used + (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < end; i += stride)
        for (int k = 0; k < all.count; k++)
            if (k != me)
                all_reduce::put(words_for(all, k, me, launch) + i, 0, launch);
}

/* One for each number of cards. */
static struct all_reduce_team teams[LESSON_MOST_CARDS + 1];

static inline struct all_reduce_team *team_of(const struct reduction *r)
{
    struct all_reduce_team *team = &teams[r->cards];
    int device[LESSON_MOST_CARDS];
    for (int i = 0; i < r->cards; i++)
        device[i] = r->card[i].device;
    if (team->all.count == 0 && all_reduce_open(team, r->cards, device) != cudaSuccess)
        lesson_fail(LESSON_CUDA_ERROR, "all_reduce_open: %s", team->message);
    if (all_reduce_waited_for(team) >= 0)
        lesson_fail(LESSON_CUDA_ERROR, "a kernel waited for card %d in vain", all_reduce_waited_for(team));
    return team;
}

/* Says so, too, if a card was waited for that never came: whoever waits longer than some seconds gives up. */
static inline void close_teams(void)
{
    for (struct all_reduce_team &team : teams) {
        if (team.all.gave_up && all_reduce_waited_for(&team) >= 0)
            fprintf(stderr, "%s: a kernel waited for card %d in vain\n", lesson_program, all_reduce_waited_for(&team));
        all_reduce_close(&team);
    }
}

/* Words that all rows of a card are. */
static inline size_t words_of(const struct reduction *r)
{
    return r->batch * (r->n % 8 ? r->n : r->n / 2);
}

/* Rows that the buffers for pushed arrays hold. */
static inline size_t rows_at_once(const struct reduction *r) { return team_of(r)->all.stage_bytes / (2 * r->n); }

/* A card's memory besides its input and output, once all have it: the new residual stream (which = 0), and what NCCL adds up. */
static inline void *sums_of(struct reduction *c, int which)
{
    size_t bytes = (c->batch * c->n * sizeof(__nv_bfloat16) + 255) / 256 * 256;
    return (char *)lesson_library_memory(c, 2 * bytes) + which * bytes;
}

static inline void reserve_sums(struct reduction *r)
{
    lesson_on_cards(r, [](struct reduction *c, int) { sums_of(c, 0); });
}

/* Rows first .. first + some - 1 for card `me` alone, or its part of all rows for all cards; from what all cards have, or from what NCCL has added up. */
static inline rows rows_of(struct reduction *r, int me, bool is_part, bool is_added, size_t first, size_t some)
{
    size_t end = some < r->batch - first ? first + some : r->batch;
    rows of = {{}, r->card[me].second, r->card[me].second, {}, {}, r->n, first, end, is_added ? 1 : r->cards, me, me + 1};
    for (int k = 0; k < r->cards; k++) {
        of.in[k] = is_added ? sums_of(&r->card[me], 1) : r->card[k].in;
        of.sums[k] = sums_of(&r->card[k], 0);
        of.out[k] = r->card[k].out;
    }
    if (is_part) {
        lesson_split(r->batch, 1, r->cards, me, &of.first, &of.end);
        of.end += of.first;
        of.from = 0;
        of.to = r->cards;
    }
    return of;
}

/* Launches a kernel on all cards, with as many blocks on each: those of one launch may wait for each other. A row of one size
 * always has as many threads, so sums have the same bits whoever adds them up. */
template <class Pack, class Kernel>
static inline void launch_rows(struct reduction *r, Kernel kernel, bool is_part = false, bool is_added = false, size_t first = 0,
                               size_t some = ~(size_t)0)
{
    all_reduce::cards all = is_added ? all_reduce::cards() : team_of(r)->all;
    size_t threads = lesson_power_from((r->n + pack<Pack>::N - 1) / pack<Pack>::N), grid = all_reduce::MOST_BLOCKS;
    r->block = threads < 32 ? 32 : threads < r->block ? (unsigned)threads : r->block;
    reserve_sums(r);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        int fit = 0; /* on one SM */
        rows of = rows_of(r, i, is_part, is_added, first, some);
        CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, r->block, 0));
        grid = grid < (size_t)fit * c->sm_count ? grid : (size_t)fit * c->sm_count;
        grid = i > 0 || grid < of.end - of.first ? grid : of.end - of.first; /* the first card has the most rows */
    });
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        c->grid = (unsigned)grid;
        kernel<<<c->grid, r->block, 0, c->stream>>>(all, rows_of(r, i, is_part, is_added, first, some), i);
    });
}

#endif
