/* clock.h: a block's clock, and what is past for each of its threads. See clock.c. */
#ifndef CUDA_CPU_CLOCK_H
#define CUDA_CPU_CLOCK_H

#include "../inspected.h"
#include "../memory/cells.h"
#include "../memory/regions.h"

enum { LAST_STAMP = (1 << STAMP_BITS) - 1 };

struct known;                           /* what a thread has learned from the words that others have released into */
struct fence {                          /* a thread's last one; `before`: the last that was past */
    uint32_t stamp, before, base, warp_base;    /* for all after a barrier */
    int scope, before_scope;
    const struct known *known;
    const uint32_t *seen, *tiles;
    const struct fence *wider;          /* the last one before it that counts for more threads; NULL: none */
};

struct clock {
    uint32_t now, base, warp_base[WARPS];
    int tired;                          /* more synchronisations than stamps: not checked */
    int has_tiles;
    uint32_t fences;                    /* executed in this block */
    uint32_t is_partial;                /* bit i: seen[i] is in use */
    uint32_t tiles[WARPS][WARPS];
    uint32_t (*seen[WARPS])[LANES];     /* seen[w][a][b]: accesses of lane b past for lane a */
    const struct known *known;          /* newest first */
    const struct known *relaxed;        /* the same, read by accesses that order nothing without a fence after them */
    struct fence fence[THREADS];
    const uint32_t *fenced;             /* the last list of others_fences(), ... */
    uint32_t fenced_base;               /* ... made after this barrier */
    int fenced_scope;                   /* the narrowest of their scopes */
    int has_proxy_fences;
    uint32_t proxy_fence[THREADS];      /* a thread's last one */
};

/* `when` an access was: its thread, and its stamp. */
static inline unsigned int thread_of(uint32_t when) { return when >> STAMP_BITS; }
static inline uint32_t stamp_of(uint32_t when) { return when & LAST_STAMP; }

/* The clock moves on: what the current lane does from now on has another stamp. */
static inline uint32_t clock_tick(struct clock *c)
{
    if (c->now == LAST_STAMP)
        c->tired = 1;
    else
        c->now++;
    return c->now;
}

/* Of an access that the current lane makes now. */
static inline uint32_t clock_now(const struct worker *w) { return w->current << STAMP_BITS | w->inspected->clock->now; }

void clock_begin_launch(void);
void clock_begin_block(struct worker *w);

/* A block, a tile of threads or lanes of a warp have met; a thread has passed a fence, or a proxy fence. */
void clock_barrier(struct worker *w);
void clock_tile(struct worker *w, unsigned int first, unsigned int size);
void clock_warp(struct worker *w, unsigned int warp, unsigned int lanes);
void clock_fence(struct worker *w, int scope, int order);       /* order: RELEASES, IS_RELAXED (acquires nothing) */
void clock_proxy_fence(struct worker *w);

/* The current lane's strong access reads a word, or an access writes it. `epoch`: of shared memory; 0: global. */
void clock_read(struct worker *w, const struct access *a, uint16_t epoch);
void clock_written(struct worker *w, const struct access *a, struct cell *cell, uint16_t epoch, int is_plain);

/* Is this use of memory past for the current lane? `when` of a copy has its number. `about`: the word that it was a strong
 * write of; NULL: it was another use. */
int clock_is_past(struct worker *w, uint32_t block, uint32_t when, unsigned int flags, const char *about);

/* Is this use of a block of the current launch past for any thread of the current block? Now, as clock_now(). Is it past
 * for a copy of group_mine(), see transfers.c? */
int clock_is_past_for_any(struct worker *w, uint64_t block, uint32_t when);
int clock_is_past_for_copy(uint32_t block, uint32_t when);

/* An ordinary write before a bulk copy reads the same: is there a proxy fence after it? */
int clock_is_fenced(const struct worker *w, uint32_t block, uint32_t when);

#endif
