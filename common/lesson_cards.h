/* lesson_cards.h: what lessons on several GPUs share.
 *
 *     lesson_on_cards(r, [](struct reduction *c, int i) { ... });   on each card, which is the current device then
 *     lesson_after(later, earlier);            what comes on one card waits for what is on another card's stream so far
 *     lesson_card_part(r, n, i, &first, &n_i); part i of n elements: one for each card
 *     lesson_reaches(r, i, k);                 can kernels on card i use card k's memory? Known from data, not from a bit
 *     lesson_run_collective(l, LESSON_ALL_REDUCE, ...)              harness/check_collective.h
 *
 * r->card[i] is a struct reduction of card i: in, n, out, partial, scratch, result, stream, grid are its own. */
#ifndef LESSON_CARDS_H
#define LESSON_CARDS_H

#include "harness/error.h"
#include "harness/reduction.h"

/* Calls do_it(card, i) for each card i, with its device the current one. The first card's is current afterwards. */
template <class Function> static inline void lesson_on_cards(struct reduction *r, Function do_it)
{
    for (int i = 0; i < r->cards; i++) {
        CUDA_CHECK(cudaSetDevice(r->card[i].device));
        do_it(&r->card[i], i);
    }
    CUDA_CHECK(cudaSetDevice(r->card[0].device));
}

/* What is enqueued on `later` from now on starts when all that is enqueued on `earlier` so far has ended. The host does
 * not wait. */
static inline void lesson_after(struct reduction *later, struct reduction *earlier)
{
    if (later == earlier)
        return;
    CUDA_CHECK(cudaEventRecord(earlier->event, earlier->stream));
    CUDA_CHECK(cudaStreamWaitEvent(later->stream, earlier->event, 0));
}

/* All cards meet: what is enqueued on any of them from now on starts when all that is enqueued on any so far has ended. */
static inline void lesson_meet(struct reduction *r)
{
    for (int i = 0; i < r->cards; i++)
        CUDA_CHECK(cudaEventRecord(r->card[i].event, r->card[i].stream));
    for (int i = 0; i < r->cards; i++)
        for (int k = 0; k < r->cards; k++)
            if (k != i)
                CUDA_CHECK(cudaStreamWaitEvent(r->card[i].stream, r->card[k].event, 0));
}

/* Part i of n elements of 4 bytes, one part for each card: elements *first to *first + *length - 1. Parts are whole packs of 16
 * bytes, except at the end, and differ by one pack at most; some may be empty. */
static inline void lesson_card_part(const struct reduction *r, size_t n, int i, size_t *first, size_t *length)
{
    lesson_split(n, 4, r->cards, i, first, length);
}

static inline int lesson_reaches(const struct reduction *r, int card, int other)
{
    return r->card[card].reaches[other];
}

/* Does each card reach all others? */
static inline int lesson_all_reach(const struct reduction *r)
{
    int all = 1;
    for (int i = 0; i < r->cards; i++)
        for (int k = 0; k < r->cards; k++)
            all &= lesson_reaches(r, i, k);
    return all;
}

#include "harness/check_collective.h"

#endif
