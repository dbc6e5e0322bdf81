/* order.c: finds races: two accesses to the same bytes, one of them a write, that nothing orders.
 *
 * The result does not depend on the schedule. It does not matter which access came first in this run,
 * but whether a barrier, a __syncwarp(), a grid sync, a kernel's end, or a fence and an atomic separate
 * them. This is happened-before with clocks (Lamport 1978; vector clocks as in FastTrack, Flanagan and
 * Freund 2009), adapted to CUDA's hierarchy:
 *
 *   A block has one clock, `now`, which each of its synchronisations advances. An access records
 *   its thread and, as its stamp, the clock. For a thread of the same block, the access is past if the
 *   stamp is below the clock at the last block barrier (`base`), at the last __syncwarp() of their warp
 *   (`warp_base`, or `seen` for some of its lanes), or at the last sync() of their tile (`tiles`).
 *   Between blocks, a release and an acquire are required. A thread that has passed a fence and then
 *   updates a word atomically appends to that word's log what was past for it at the fence. A
 *   thread that reads the word atomically then knows the log up to that point, and so do the
 *   threads that synchronise with it later. Launches and grid syncs begin a new epoch, unless others may still run:
 *   then group.c says which of them are past as a whole. Fences and atomics have a scope; between devices only that
 *   of the whole system counts. */
#define _GNU_SOURCE
#include "order.h"

#include "../../base/report.h"
#include "../../base/devices.h"
#include "../memory/wrong.h"
#include "../own_accesses.h"
#include "group.h"
#include "points.h"
#include "uses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_STAMP = (1 << STAMP_BITS) - 1, NO_SCOPE = CUDA_CPU_OF_BLOCK + 1 };

/* What a thread has learned about other threads from a word's log: entries `from` to count - 1. */
struct known {
    const struct word *word;
    uint32_t from, count, thread, stamp;        /* the latter of the reader, in its block */
    int scope;                          /* of its access, or its fence */
    int fenced;                         /* of a relaxed access: the scope of the widest fence since then; NO_SCOPE: none */
    const struct known *next;
};

/* A release: what was past for this thread at its fence, or at a releasing access. */
struct release {
    uint32_t block, thread, stamp, base, warp_base;
    uint32_t own_from, own;             /* its updates of the word, past for who has read what the last one wrote, ... */
    int own_scope;                      /* ... as far as they count */
    int32_t before;                     /* the same block's previous release; -1: none */
    int scope;
    int is_own;                         /* the access itself releases: so do the thread's later writes to the word */
    const struct known *known;
    const uint32_t *seen, *tiles;       /* as in struct clock, for this thread; NULL: none */
    uint32_t fences;                    /* executed by the block so far */
    const uint32_t *fenced;             /* by thread: its stamps below this were past; NULL: none */
};

/* A word used for synchronisation, and its log. */
struct word {
    const char *address;
    uint16_t epoch;                     /* of its block's shared memory; 0: global */
    struct release *log;
    uint32_t first, count, room;        /* those from `first` on are of the release sequence that goes on */
    uint32_t read;                      /* so many entries somebody knows */
    int32_t *newest;                    /* hash: block -> its newest entry, -1: none */
    uint32_t slots, used;
    uint64_t question;                  /* the last one that asked this word: a block, about entries from .. asked - 1 */
    uint32_t from, asked, asks;
    int scope;
    struct word *next;
};

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
    /* Two writes of the same value are only worth a note: checked again after the write. `reader`: and it races with
     * a reader of that value. */
    struct { struct access access; char old[16]; int has_reader; struct finding finding, reader; } pending;
    /* A plain read beside atomic updates is no mistake if an atomicCAS() comes next. By thread: the word that its last
     * access read plainly, and what to report if nothing comes. */
    const char *last_read[THREADS];
    struct finding *held[THREADS];
    unsigned char is_held[THREADS];
    unsigned int helds;
    const uint32_t *fenced;             /* the last list of others_fences(), ... */
    uint32_t fenced_base;               /* ... made after this barrier */
    int fenced_scope;                   /* the narrowest of their scopes */
    int has_proxy_fences;
    uint32_t proxy_fence[THREADS];      /* a thread's last one */
    struct uses uses;                   /* of its shared memory */
};

static struct uses global_uses;         /* of global memory */

/* ---- Memory of one launch ------------------------------------------------------------------ */

static struct word *words[1024];
static unsigned int word_count;
static struct chunk { struct chunk *next; size_t used; char data[1 << 16]; } *chunks;

static void *keep(size_t size)
{
    struct chunk *c = chunks;

    if (!c || c->used + size > sizeof c->data) {
        c = malloc(sizeof *c);
        if (!c)
            cuda_cpu_fail("inspect: no memory");
        c->next = chunks;
        c->used = 0;
        chunks = c;
    }
    c->used += size;
    return c->data + c->used - size;
}

void order_begin_launch(void)
{
    for (unsigned int i = 0; word_count && i < sizeof words / sizeof *words; i++)
        while (words[i]) {
            struct word *w = words[i];

            words[i] = w->next;
            free(w->log);
            free(w->newest);
            free(w);
        }
    word_count = 0;
    while (chunks) {
        struct chunk *c = chunks;

        chunks = c->next;
        free(c);
    }
}

static struct clock *clock_of(struct worker *w)
{
    if (!w->inspected->clock)
        w->inspected->clock = calloc(1, sizeof(struct clock));
    if (!w->inspected->clock)
        cuda_cpu_fail("inspect: no memory");
    return w->inspected->clock;
}

void order_begin_block(struct worker *w)
{
    struct clock *c = clock_of(w);

    c->now = c->base = 1;
    memset(c->warp_base, 0, sizeof c->warp_base);
    c->tired = 0;
    c->is_partial = 0;
    if (c->has_tiles)
        memset(c->tiles, 0, sizeof c->tiles);
    if (c->fences)
        memset(c->fence, 0, sizeof c->fence);
    c->has_tiles = 0;
    c->fences = 0;
    c->known = c->relaxed = NULL;
    memset(c->last_read, 0, w->threads * sizeof *c->last_read);
    if (c->helds)
        memset(c->is_held, 0, sizeof c->is_held);
    c->helds = 0;
    c->fenced = NULL;
    c->fenced_base = 0;
    if (c->has_proxy_fences)
        memset(c->proxy_fence, 0, sizeof c->proxy_fence);
    c->has_proxy_fences = 0;
    w->inspected->unsettled = 0;
}

static uint32_t tick(struct clock *c)
{
    if (c->now == LAST_STAMP)
        c->tired = 1;
    else
        c->now++;
    return c->now;
}

/* ---- Is it past? --------------------------------------------------------------------------- */

static unsigned int thread_of(uint32_t when) { return when >> STAMP_BITS; }
static uint32_t stamp_of(uint32_t when) { return when & LAST_STAMP; }

/* Is an access by thread t of the current block past for its thread `me`? */
static int is_past_here(const struct clock *c, unsigned int t, uint32_t stamp, unsigned int me)
{
    if (t == me || stamp < c->base)
        return 1;
    if (t / LANES == me / LANES)
        return stamp < c->warp_base[me / LANES]
               || ((c->is_partial >> me / LANES & 1) && stamp < c->seen[me / LANES][me % LANES][t % LANES]);
    return c->has_tiles && stamp < c->tiles[me / LANES][t / LANES];
}

static int32_t *newest_slot(const struct word *o, uint32_t block)
{
    uint32_t i = block * 2654435761u;

    for (;; i++) {
        int32_t *slot = &o->newest[i & (o->slots - 1)];

        if (*slot < 0 || o->log[*slot].block == block)
            return slot;
    }
}

/* Was an access of this block past for the releasing thread? */
static int was_past(const struct release *r, unsigned int t, uint32_t stamp)
{
    if (stamp < r->base || (t == r->thread && stamp < r->stamp) || (r->fenced && stamp < r->fenced[t]))
        return 1;
    if (t / LANES == r->thread / LANES)
        return stamp < r->warp_base || (r->seen && stamp < r->seen[t % LANES]);
    return r->tiles && stamp < r->tiles[t / LANES];
}

/* Is the access past for who knows this part of the log? Words are asked once for each question, which is about a
 * strong write of `question_about`, or if that is NULL, about something else. */
static uint64_t question;
static const char *question_about;
static int log_covers(const struct known *k, uint32_t block, uint32_t when, uint32_t by, int *patience);

static int is_of_other_device(uint32_t block)
{
    return group_has_several() && group_of(block)->device != group_mine()->device;
}

/* `k` is what block `by` knows; with r: what the thread of this release knew. */
static int known_covers(const struct known *k, uint32_t block, uint32_t when, uint32_t by, const struct release *r,
                        int *patience)
{
    for (; k; k = k->next)
        if ((!r || was_past(r, k->thread, k->stamp)) && log_covers(k, block, when, by, patience))
            return 1;
    return 0;
}

/* Has a launch that is past for this part learned it? */
static int is_learned_before(const struct member *part, uint32_t block, uint32_t when, int *patience)
{
    uint32_t n;
    const struct member *m = group_members(&n);

    for (uint32_t i = 0; i < n; i++)
        if (m[i].learned && &m[i] != part && group_is_past(&m[i], part)
            && known_covers(m[i].learned, block, when, m[i].base, NULL, patience))
            return 1;
    return 0;
}

/* The same, or is the whole launch past, for who knows this release of another launch? */
static int launch_covers(const struct release *r, uint32_t block, uint32_t when, int *patience)
{
    const struct member *by = group_of(r->block), *of = group_of(block);

    return (of != by && group_is_past(of, by)) || is_learned_before(by, block, when, patience);
}

/* Does what this thread released count for that block's thread? Each of the two must include the other. */
static int is_for(const struct release *r, const struct known *k, uint32_t by)
{
    if (r->block == by)
        return 1;
    if (r->scope == CUDA_CPU_OF_BLOCK || k->scope == CUDA_CPU_OF_BLOCK)
        return 0;
    return !group_has_several() || group_of(r->block)->device == group_of(by)->device
           || (r->scope == CUDA_CPU_OF_SYSTEM && k->scope == CUDA_CPU_OF_SYSTEM);
}

static int log_covers(const struct known *k, uint32_t block, uint32_t when, uint32_t by, int *patience)
{
    struct word *o = (struct word *)k->word;
    uint32_t from = k->from;

    if (--*patience < 0)
        return 1;
    if (o->question == question && o->asks == by && o->from == from && o->scope == k->scope)
        from = o->asked;
    if (k->count <= from)
        return 0;                       /* asked already, on another way */
    o->question = question;
    o->asks = by;
    o->scope = k->scope;
    o->from = k->from;
    o->asked = k->count;
    if (o->slots)
        for (int32_t i = *newest_slot(o, block); i >= 0 && (uint32_t)i >= from; i = o->log[i].before) {
            const struct release *r = &o->log[i];

            if ((uint32_t)i < k->count && is_for(r, k, by)
                && (was_past(r, thread_of(when), stamp_of(when))
                    || (o->address == question_about && thread_of(when) == r->thread && stamp_of(when) >= r->own_from && stamp_of(when) <= r->own
                        && (r->own_scope != CUDA_CPU_OF_BLOCK || r->block == by))))
                return 1;
        }
    /* What the threads that released there had learned from other words, and what their launches knew. */
    for (uint32_t i = from; i < k->count; i++) {
        if (!is_for(&o->log[i], k, by))
            continue;
        if (group_has_several() && launch_covers(&o->log[i], block, when, patience))
            return 1;
        if (o->log[i].known && known_covers(o->log[i].known, block, when, o->log[i].block, &o->log[i], patience))
            return 1;
    }
    return 0;
}

/* flags: of the use. `when` of a copy has its number. */
static int is_past(struct worker *w, uint32_t block, uint32_t when, unsigned int flags)
{
    const struct clock *c = w->inspected->clock;
    uint32_t mine = group_block(w);
    unsigned int me = w->current;
    int patience = 2000;                /* after that, better no report than a wrong one */

    if (group_has_several() && group_of(block) != group_mine() && group_is_past(group_of(block), group_mine()))
        return 1;
    if ((flags & USE_COPY) && (block == mine || points_is_in_cluster(w, block)))
        return points_copy_is_past(w, stamp_of(when));
    if (flags & USE_COPY)
        return !(flags & USE_GROUP) || w->inspected->is_alone;  /* of bulk copies, other blocks know nothing */
    if (block != mine && w->inspected->is_alone && !points_is_in_cluster(w, block))
        return 1;                       /* what happened in between was not observed */
    if (points_are_used(w) && points_are_past(w, block, thread_of(when), stamp_of(when)))
        return 1;
    if (block == mine && is_past_here(c, thread_of(when), stamp_of(when), me))
        return 1;
    question++;
    for (const struct known *k = c->known; k; k = k->next)
        if (--patience < 0 || (is_past_here(c, k->thread, k->stamp, me) && log_covers(k, block, when, mine, &patience)))
            return 1;
    return group_has_several() && is_learned_before(group_mine(), block, when, &patience);
}

int order_is_past_for_copy(uint32_t block, uint32_t when)
{
    int patience = 2000;

    question++;
    question_about = NULL;
    return group_is_past(group_of(block), group_mine()) || is_learned_before(group_mine(), block, when, &patience);
}

/* ---- Synchronisation ----------------------------------------------------------------------- */

/* After a block barrier, all threads know what any one knew: for each word, the longest part of its log. */
static void merge_known(struct clock *c)
{
    const struct known *merged = NULL;

    for (const struct known *k = c->known; k; k = k->next) {
        struct known *m = (struct known *)merged;

        while (m && (m->word != k->word || m->from != k->from || m->scope != k->scope))
            m = (struct known *)m->next;
        if (m) {
            m->count = k->count > m->count ? k->count : m->count;
            continue;
        }
        m = keep(sizeof *m);
        *m = *k;
        m->next = merged;
        merged = m;
    }
    c->known = merged;
}

void order_barrier(struct worker *w)
{
    struct clock *c = w->inspected->clock;

    c->base = tick(c);
    if (points_are_used(w))
        points_meet(w, 0, w->threads, ~0u);
    if (w->job->launch->is_early && memchr(w->inspected->awaited, 1, w->threads))
        memset(w->inspected->awaited, 1, w->threads);
    if (c->known && c->known->next)
        merge_known(c);
}

void order_warp(struct worker *w, unsigned int warp, unsigned int lanes)
{
    struct clock *c = w->inspected->clock;
    uint32_t now = tick(c), all[LANES];
    uint32_t (*seen)[LANES];

    if (points_are_used(w))
        points_meet(w, warp * LANES, (warp + 1) * LANES, lanes);
    if (lanes == w->live[warp]) {
        c->warp_base[warp] = now;
        c->is_partial &= ~(1u << warp);
        return;
    }
    if (!c->seen[warp])
        c->seen[warp] = malloc(LANES * sizeof *c->seen[warp]);
    seen = c->seen[warp];
    if (!seen)
        cuda_cpu_fail("inspect: no memory");
    if (!(c->is_partial >> warp & 1))
        memset(seen, 0, LANES * sizeof *seen);
    c->is_partial |= 1u << warp;
    memset(all, 0, sizeof all);
    for (unsigned int m = lanes; m; m &= m - 1)
        for (unsigned int i = 0; i < LANES; i++)
            if (all[i] < seen[__builtin_ctz(m)][i])
                all[i] = seen[__builtin_ctz(m)][i];
    for (unsigned int i = 0; i < LANES; i++)
        if (lanes >> i & 1)
            all[i] = now;
    for (unsigned int m = lanes; m; m &= m - 1)
        memcpy(seen[__builtin_ctz(m)], all, sizeof all);
}

void order_tile(struct worker *w, unsigned int first, unsigned int size)
{
    struct clock *c = w->inspected->clock;
    unsigned int from = first / LANES, to = (first + size) / LANES;
    uint32_t now = tick(c), all[WARPS];

    c->has_tiles = 1;
    if (points_are_used(w))
        points_meet(w, first, first + size, ~0u);
    memset(all, 0, sizeof all);
    for (unsigned int i = from; i < to; i++)
        for (unsigned int j = 0; j < WARPS; j++)
            if (all[j] < c->tiles[i][j])
                all[j] = c->tiles[i][j];
    for (unsigned int i = from; i < to; i++) {
        all[i] = now;
        c->warp_base[i] = now;
    }
    for (unsigned int i = from; i < to; i++)
        memcpy(c->tiles[i], all, sizeof all);
}

/* The stamp of the thread's last fence before the last block barrier, which makes it past for all; 0: none. */
static uint32_t past_fence(const struct clock *c, unsigned int t)
{
    return c->fence[t].stamp < c->base ? c->fence[t].stamp : c->fence[t].before;
}

static int past_fence_scope(const struct clock *c, unsigned int t)
{
    return c->fence[t].stamp < c->base ? c->fence[t].scope : c->fence[t].before_scope;
}

/* What was past for the current lane beside `base` and `warp_base`: lanes of its warp, and warps of its tiles. */
static const uint32_t *copy_of(const uint32_t *stamps)
{
    return memcpy(keep(32 * sizeof *stamps), stamps, 32 * sizeof *stamps);
}

static const uint32_t *seen_now(const struct clock *c, unsigned int t)
{
    return c->is_partial >> t / LANES & 1 ? copy_of(c->seen[t / LANES][t % LANES]) : NULL;
}

static const uint32_t *tiles_now(const struct clock *c, unsigned int t)
{
    return c->has_tiles ? copy_of(c->tiles[t / LANES]) : NULL;
}

/* The launch knows this part of the word's log when it ends. */
static void learn(const struct known *k)
{
    struct member *m = group_mine();
    struct known *l = (struct known *)m->learned;

    while (l && (l->word != k->word || l->from != k->from || l->scope != k->scope))
        l = (struct known *)l->next;
    if (!l) {
        l = keep(sizeof *l);
        *l = *k;
        l->next = m->learned;
        m->learned = l;
    }
    l->count = k->count > l->count ? k->count : l->count;
}

/* What the thread's relaxed accesses have read is known now. */
static void acquire_relaxed(struct clock *c, unsigned int t, int scope)
{
    const struct known *left = NULL, *next;

    for (const struct known *k = c->relaxed; k; k = next) {
        struct known *of = (struct known *)k, *now;

        next = k->next;
        if (k->thread == t && scope < k->fenced) {
            of->fenced = scope;
            now = keep(sizeof *now);
            *now = *k;
            now->scope = k->scope > scope ? k->scope : scope;
            now->stamp = c->now;
            now->next = c->known;
            c->known = now;
            if (group_has_several())
                learn(now);
        }
        if (k->thread != t || scope > k->scope) {       /* a wider fence may come */
            of->next = left;
            left = k;
        }
    }
    c->relaxed = left;
}

void order_fence(struct worker *w, int scope, int order)
{
    struct clock *c = w->inspected->clock;
    unsigned int t = w->current;
    struct fence *f = &c->fence[t];
    const struct fence *wider = f->stamp && f->scope >= scope ? f->wider : NULL;

    if (!(order & IS_RELAXED) && c->relaxed)
        acquire_relaxed(c, t, scope);
    if (!(order & RELEASES))
        return;
    while (wider && wider->scope >= scope)
        wider = wider->wider;
    if (f->stamp && f->scope < scope) {
        wider = keep(sizeof *wider);
        *(struct fence *)wider = *f;
    }
    c->fences++;
    *f = (struct fence){ tick(c), past_fence(c, t), c->base, c->warp_base[t / LANES], scope,
                         past_fence_scope(c, t), c->known, seen_now(c, t), tiles_now(c, t), wider };
}

void order_release(struct worker *w, uint32_t *stamp, uint32_t *base, uint32_t *warp_base)
{
    struct clock *c = w->inspected->clock;

    *stamp = tick(c);
    *base = c->base;
    *warp_base = c->warp_base[w->current / LANES];
}

void order_proxy_fence(struct worker *w)
{
    struct clock *c = w->inspected->clock;

    c->has_proxy_fences = 1;
    c->proxy_fence[w->current] = tick(c);
}

uint32_t order_now(const struct worker *w)
{
    const struct clock *c = w->inspected->clock;

    return w->current << STAMP_BITS | c->now;
}

int order_is_past_for_any(struct worker *w, uint64_t block, uint32_t when)
{
    unsigned int current = w->current;
    int past = 0;

    block += group_mine()->base;
    for (w->current = 0; w->current < w->threads && !past; w->current++)
        past = is_past(w, (uint32_t)block, when, 0);
    w->current = current;
    return past;
}

static struct word *find_word(const char *address, uint16_t epoch)
{
    struct word **slot = &words[((uintptr_t)address >> 2) * 2654435761u >> 7 & 1023];

    for (struct word *o = *slot; o; o = o->next)
        if (o->address == address && o->epoch == epoch)
            return o;
    return NULL;
}

static struct word *add_word(const char *address, uint16_t epoch)
{
    struct word **slot = &words[((uintptr_t)address >> 2) * 2654435761u >> 7 & 1023];
    struct word *o = calloc(1, sizeof *o);

    if (!o)
        cuda_cpu_fail("inspect: no memory");
    o->address = address;
    o->epoch = epoch;
    o->next = *slot;
    *slot = o;
    word_count++;
    return o;
}

static void append(struct word *o, struct release r)
{
    if (o->count == o->room) {
        o->room = o->room ? 2 * o->room : 4;
        o->log = realloc(o->log, o->room * sizeof *o->log);
    }
    if (2 * o->used >= o->slots) {      /* grow the hash and fill it anew */
        o->slots = o->slots ? 2 * o->slots : 8;
        free(o->newest);
        o->newest = malloc(o->slots * sizeof *o->newest);
        if (o->newest)
            memset(o->newest, 255, o->slots * sizeof *o->newest);
        for (uint32_t i = 0; o->newest && i < o->count; i++)
            *newest_slot(o, o->log[i].block) = (int32_t)i;
    }
    if (!o->log || !o->newest)
        cuda_cpu_fail("inspect: no memory");
    o->log[o->count].block = r.block;   /* so that the search finds the slot */
    r.before = *newest_slot(o, r.block);
    o->used += r.before < 0;
    o->log[o->count] = r;
    *newest_slot(o, r.block) = (int32_t)o->count++;
}

/* What other threads of the block have made visible with fences that are past for this thread. For example,
 * all threads write, fence and meet before one of them takes a ticket. */
static const uint32_t *others_fences(struct worker *w, int *scope)
{
    struct clock *c = w->inspected->clock;
    unsigned int warp = w->current / LANES;
    int alone = c->warp_base[warp] > c->base;   /* the warp has synchronised since the barrier */
    uint32_t *fenced = NULL;

    if (c->fences == 1 && c->fence[w->current].stamp)
        return NULL;                    /* it was this thread's */
    if (!alone && c->fenced_base == c->base) {
        *scope = c->fenced_scope;
        return c->fenced;
    }
    *scope = CUDA_CPU_OF_SYSTEM;
    for (unsigned int t = 0; t < w->threads; t++) {
        const struct fence *f = &c->fence[t];
        int is_last = alone && t != w->current && is_past_here(c, t, f->stamp, w->current);
        uint32_t stamp = is_last ? f->stamp : past_fence(c, t);
        int its_scope = is_last ? f->scope : past_fence_scope(c, t);

        if (!stamp || its_scope == CUDA_CPU_OF_BLOCK)
            continue;
        if (its_scope > *scope)
            *scope = its_scope;
        if (!fenced) {
            fenced = keep(w->threads * sizeof *fenced);
            memset(fenced, 0, w->threads * sizeof *fenced);
        }
        fenced[t] = stamp;
    }
    if (!alone) {
        c->fenced = fenced;
        c->fenced_base = c->base;
        c->fenced_scope = *scope;
    }
    return fenced;
}

/* The thread's strong access reads the word: what was released there is past for it from now on, or after its fence. */
static void order_read(struct worker *w, const struct access *a, uint16_t epoch)
{
    struct clock *c = w->inspected->clock;
    struct word *o = word_count ? find_word(a->address, epoch) : NULL;
    const struct known **list = a->order & IS_RELAXED ? &c->relaxed : &c->known, *last = *list;
    struct known *k;

    if (!o || o->count == o->first)
        return;
    o->read = o->count;
    if (last && last->word == o && last->thread == w->current && last->from == o->first && last->scope == a->scope) {
        if (last->count == o->count && (last->stamp == c->now || !(a->order & IS_RELAXED)))
            return;
        if (last->stamp == c->now)      /* for a polling loop, one entry is enough */
            *list = last->next;
    }
    k = keep(sizeof *k);
    *k = (struct known){ o, o->first, o->count, w->current, c->now, a->scope, NO_SCOPE, *list };
    *list = k;
    if (group_has_several() && !(a->order & IS_RELAXED))
        learn(k);
}

/* The thread has released into this word with its own access before. Its newest release of that kind; NULL: none. */
static const struct release *own_release(const struct word *o, uint32_t block, unsigned int t)
{
    for (int32_t i = o->slots ? *newest_slot(o, block) : -1; i >= 0; i = o->log[i].before)
        if (o->log[i].thread == t && o->log[i].is_own)
            return &o->log[i];
    return NULL;
}

/* The thread's strong access has written the word: it releases what was past at the thread's fences, or, if it says
 * so, what is past now. Another's write ends what had been released there, if it does not also read. */
static void order_written(struct worker *w, const struct access *a, struct cell *cell, uint16_t epoch,
                          int is_plain)
{
    struct clock *c = w->inspected->clock;
    const struct fence *f = &c->fence[w->current];
    uint32_t block = group_block(w), own = c->now, t = w->current;
    int is_update = a->atomic && !(a->order & ONLY_STORES), scope = CUDA_CPU_OF_DEVICE;
    struct word *o = cell->bits & CELL_IS_WORD ? find_word(a->address, epoch) : NULL;
    const struct release *last = o && o->count ? &o->log[o->count - 1] : NULL, *mine;
    const uint32_t *fenced;

    if (o && !is_update)
        o->first = o->count;
    if (is_plain)
        return;
    if (!c->fences && !(a->order & RELEASES) && !o)
        return;
    if (!o) {
        o = find_word(a->address, epoch);
        if (!o)
            o = add_word(a->address, epoch);
        cell->bits |= CELL_IS_WORD;
    }
    mine = own_release(o, block, t);
    if (a->order & RELEASES) {
        append(o, (struct release){ .block = block, .thread = t, .stamp = tick(c), .base = c->base, .own_from = own, .own = own,
                                    .own_scope = a->scope, .warp_base = c->warp_base[t / LANES], .scope = a->scope, .is_own = 1,
                                    .known = c->known, .seen = seen_now(c, t), .tiles = tiles_now(c, t),
                                    .fences = c->fences, .fenced = c->fences ? others_fences(w, &scope) : NULL });
    } else if (mine && (!is_update || mine < &o->log[o->first])) {
        struct release again = *mine;

        again.own_from = again.own = own;
        again.own_scope = a->scope;
        append(o, again);
        tick(c);
    }
    if (!c->fences)
        return;
    if (is_update && last && o->first < o->count && o->read < o->count && last->block == block && last->thread == t
        && last->fences == c->fences && last->stamp == f->stamp && !last->is_own) {
        o->log[o->count - 1].own = own;
        o->log[o->count - 1].own_scope = a->scope;
        return;
    }
    fenced = others_fences(w, &scope);
    if (!f->stamp && !fenced)
        return;
    for (;; f = f->wider) {
        append(o, (struct release){ .block = block, .thread = t, .stamp = f->stamp, .base = f->base, .own_from = own, .own = own,
                                    .own_scope = a->scope, .warp_base = f->warp_base, .scope = f->stamp ? f->scope : scope,
                                    .known = f->known, .seen = f->seen, .tiles = f->tiles,
                                    .fences = c->fences, .fenced = fenced });
        if (!f->wider)
            break;
    }
    tick(c);                            /* so that this access is not taken for the thread's next one */
}

/* ---- Accesses ------------------------------------------------------------------------------ */

static const char *did(unsigned int is_write, unsigned int is_strong)
{
    return !is_write ? "has read the same" : is_strong ? "has updated the same atomically" : "has written the same";
}

/* A plain read beside atomics is no mistake if the reader's next access is an atomic on the same word, which
 * detects a change: an atomicCAS() loop. */
static void hold(struct worker *w, const char *address, unsigned int reader, const struct finding *f)
{
    struct clock *c = w->inspected->clock;

    if (c->is_held[reader])
        return;
    if (reader != w->current && c->last_read[reader] != address) {
        finding_add(f);                 /* its next access was another */
        return;
    }
    if (!c->held[reader])
        c->held[reader] = malloc(sizeof *f);
    if (!c->held[reader])
        cuda_cpu_fail("inspect: no memory");
    *c->held[reader] = *f;
    c->is_held[reader] = 1;
    c->helds++;
    w->inspected->unsettled |= READ_PENDING;
}

/* An asynchronous copy and something else use the same bytes. a: the copy's own access, or one beside the copy. */
static void report_copy(struct worker *w, const struct access *a, uint32_t block, uint32_t when, uint16_t site,
                        unsigned int flags)
{
    char bytes[140];
    struct finding f = { .kind = "race", .block = w->inspected->block, .other_block = block - group_of(block)->base,
                         .site = a->site, .other_site = site, .thread = w->current, .other = thread_of(when),
                         .object = region_object(a).base };

    int is_write = !!(flags & USE_WRITE), is_copy = !!(flags & USE_COPY), is_group = a->is_group || (flags & USE_GROUP);
    int is_small = is_group || points_copy(w, is_copy ? stamp_of(when) : a->copy)->is_small;

    snprintf(f.text, sizeof f.text, "%s %s, and nothing orders them",
             is_copy && a->copy ? "two asynchronous copies use" : is_small ? "an asynchronous copy and a thread use"
                                                                : "a bulk copy and a thread use",
             wrong_bytes(a, bytes, sizeof bytes));
    f.does = a->copy ? a->write ? "starts a copy that writes it" : "starts a copy that reads it"
             : a->atomic ? "updates it atomically" : a->write ? "writes" : "reads";
    f.did = is_copy ? is_write ? "has started a copy that writes the same" : "has started a copy that reads the same"
            : did((unsigned int)is_write, 0);
    f.fix = is_group
                ? "Only its own thread's wait makes a copy visible, and to that thread: wait for its group of copies, and let "
                  "__syncthreads() follow for the others."
            : (is_copy && is_write) || (a->copy && a->write)
                ? "Wait for the phase of the copy's barrier before using what it copies; start it only when nobody uses what "
                  "it overwrites."
                : "Wait until the copy has read its source: its barrier's phase, or its group of copies.";
    finding_add(&f);
}

/* An ordinary write before a bulk copy reads the same: is there a proxy fence after it? */
static int is_fenced(const struct worker *w, uint32_t block, uint32_t when)
{
    const struct clock *c = w->inspected->clock;

    return block != group_block(w) || stamp_of(when) < c->proxy_fence[thread_of(when)]
           || stamp_of(when) < c->proxy_fence[w->current];
}

static void report_unfenced(struct worker *w, const struct access *a, uint32_t when, uint16_t site)
{
    char bytes[140];
    struct finding f = { .kind = "race", .block = w->inspected->block, .other_block = w->inspected->block,
                         .site = a->site, .other_site = site, .thread = w->current, .other = thread_of(when),
                         .object = region_object(a).base };

    snprintf(f.text, sizeof f.text, "a bulk copy reads %s, and no proxy fence makes its ordinary write visible to copies",
             wrong_bytes(a, bytes, sizeof bytes));
    f.does = "starts a bulk copy that reads it";
    f.did = did(1, 0);
    f.fix = "Let each writer call cuda::ptx::fence_proxy_async() after its writes, before the barrier.";
    finding_add(&f);
}

static void report_race(struct worker *w, const struct access *a, uint32_t block, uint32_t when,
                        uint16_t site, unsigned int flags)
{
    int is_write = !!(flags & USE_WRITE), is_strong = !!(flags & (USE_STRONG | USE_WEAK));
    struct clock *c = w->inspected->clock;
    uint32_t mine = group_block(w);
    unsigned int t = thread_of(when);
    char bytes[140];
    const struct member *of = group_of(block);
    struct finding f = { .kind = "race", .block = w->inspected->block, .other_block = block - of->base, .site = a->site,
                         .other_site = site, .thread = w->current, .other = t,
                         .object = region_object(a).base };

    if (of->launch != group_mine()->launch)
        finding_is_of(&f, group_mine(), of);

    if ((flags & USE_COPY) || a->copy) {
        report_copy(w, a, block, when, site, flags);
        return;
    }
    snprintf(f.text, sizeof f.text, "two %s use %s, and nothing orders them",
             !f.other_kernel && !f.is_copy ? "threads" : is_of_other_device(block) ? "devices" : "streams",
             wrong_bytes(a, bytes, sizeof bytes));
    f.does = a->atomic ? "updates it atomically" : a->write ? "writes" : "reads";
    f.did = did((unsigned int)is_write, (unsigned int)is_strong);
    f.fix = is_of_other_device(block) && (a->atomic || is_strong) && !f.is_copy
                ? "Between devices only atomics and fences of the whole system count: atomicAdd_system, "
                  "__threadfence_system, cuda::thread_scope_system."
            : f.other_kernel || f.is_copy
                ? "Streams and devices are ordered by an event that the other stream waits for, by the host, or by "
                  "__threadfence_system() and then an atomic of the system; nodes of a graph also by an edge."
            : block != mine && a->shared
                ? "Blocks of a cluster are ordered by cluster.sync() between the two."
            : block != mine
                ? "Blocks are ordered by the end of the kernel, grid.sync(), or __threadfence() and then an "
                  "atomic."
            : t / LANES == w->current / LANES
                ? "Lanes of a warp do not run in step: only a barrier orders them, __syncwarp() or "
                  "__syncthreads(), between read and write."
                : "Threads of a block are ordered by __syncthreads() between the two.";
    if (!a->write && is_strong && !f.other_kernel) {
        hold(w, a->address, w->current, &f);
        return;
    }
    if (a->atomic && !is_write && block == mine) {
        hold(w, a->address, t, &f);
        return;
    }
    if (is_write && a->write && !a->atomic && !is_strong && a->size <= sizeof c->pending.old) {
        /* Worth a note if the value is the same, which is known once it is written. */
        w->inspected->unsettled |= WRITE_PENDING;
        c->pending.access = *a;
        c->pending.has_reader = 0;
        memcpy(c->pending.old, a->address, a->size);
        c->pending.finding = f;
        return;
    }
    if (!is_write && (w->inspected->unsettled & WRITE_PENDING) && c->pending.access.address == a->address) {
        c->pending.has_reader = 1;
        c->pending.reader = f;
        return;
    }
    finding_add(&f);
}

/* Two threads write the same value: a data race in CUDA's model, of which no run shows anything. */
static void note(struct finding f, const struct access *a)
{
    char bytes[140];

    f.kind = "note";
    snprintf(f.text, sizeof f.text, "two threads write the same value to %s, and nothing orders them",
             wrong_bytes(a, bytes, sizeof bytes));
    f.does = "writes";
    f.fix = "It is a data race in CUDA's model although the value is the same: let one thread write, or all with atomics.";
    finding_add(&f);
}

static void settle_write(struct clock *c)
{
    if (!memcmp(c->pending.access.address, c->pending.old, c->pending.access.size)) {
        note(c->pending.finding, &c->pending.access);
        return;
    }
    finding_add(&c->pending.finding);
    if (c->pending.has_reader)
        finding_add(&c->pending.reader);
}

static void settle_now(struct worker *w, const struct access *next)
{
    struct clock *c = w->inspected->clock;
    unsigned int t = w->current;

    if (w->inspected->unsettled & WRITE_PENDING)
        settle_write(c);
    if (c->helds && c->is_held[t]) {
        if (!next || !next->atomic || next->address != c->last_read[t])
            finding_add(c->held[t]);
        c->is_held[t] = 0;
        c->helds--;
    }
    w->inspected->unsettled = c->helds ? READ_PENDING : 0;
}

void order_settle(struct worker *w, const struct access *next)
{
    if (w->inspected->unsettled)
        settle_now(w, next);
}

/* Strong accesses may happen at the same time as other strong ones: atomics, and volatile accesses to
 * global memory, used for flags. WEAK accesses are strong only beside atomics and flags: volatile in
 * shared memory, which does not replace __syncwarp(), and volatile += in global memory, which does not
 * replace atomicAdd(). */
enum { PLAIN, WEAK, STRONG };

static unsigned int flags_of(const struct access *a, int strong)
{
    return (a->write ? USE_WRITE : 0) | (strong == WEAK ? USE_WEAK : strong ? USE_STRONG : 0) | (a->copy ? USE_COPY : 0) | (a->copy && a->is_group ? USE_GROUP : 0)
           | (strong && a->scope == CUDA_CPU_OF_BLOCK ? USE_NARROW : 0)
           | (strong && a->scope == CUDA_CPU_OF_SYSTEM ? USE_SYSTEM : 0);
}

/* May the two happen at the same time, although they use the same bytes and one writes? */
static int agree(const struct use *u, unsigned int flags, uint32_t block)
{
    if (!((u->flags | flags) & USE_STRONG) || !(u->flags & (USE_STRONG | USE_WEAK)) || !(flags & (USE_STRONG | USE_WEAK)))
        return 0;
    if ((flags & USE_WEAK) && (flags & USE_WRITE) && !(u->flags & USE_WRITE)) /* += of what another has read */
        return 0;
    if (u->block != block && ((u->flags | flags) & USE_NARROW))
        return 0;
    return !is_of_other_device(u->block) || (u->flags & flags & USE_SYSTEM);
}

/* Does all that disagrees with use u also disagree with a later use with these flags? Then the later one is enough. */
static int is_as_bad(unsigned int flags, const struct use *u)
{
    if ((flags & u->flags & USE_BYTES) != (u->flags & USE_BYTES) || ((flags | u->flags) & USE_COPY)
        || (u->flags & USE_WRITE & ~flags))
        return 0;
    if (!(flags & (USE_STRONG | USE_WEAK)))
        return 1;
    return (u->flags & (USE_STRONG | USE_WEAK)) && !((u->flags & USE_WEAK) && (flags & USE_STRONG))
           && !(u->flags & USE_NARROW & ~flags) && !(flags & USE_SYSTEM & ~u->flags);
}

/* Whether each of the use's lanes is past for the current one; if not, `when` is that of one which is not. */
static int use_is_past(struct worker *w, const struct use *u, uint32_t *when)
{
    const struct clock *c = w->inspected->clock;
    uint32_t warp = thread_of(u->when) / LANES * LANES;

    *when = u->when;
    if (u->flags & USE_COPY)
        return is_past(w, u->block, u->when, u->flags);
    if (u->block == group_block(w)
        && (stamp_of(u->when) < c->base || (u->lanes == 1u << w->current % LANES && warp / LANES == w->current / LANES)))
        return 1;                       /* mostly the thread's own read */
    for (uint32_t m = u->lanes; m; m &= m - 1) {
        *when = (warp + (uint32_t)__builtin_ctz(m)) << STAMP_BITS | stamp_of(u->when);
        if (!is_past(w, u->block, *when, 0))
            return 0;
    }
    return 1;
}

/* An atomic update beside plain reads: each reader's next access must be an atomic, too. */
static void check_readers(struct worker *w, const struct access *a, const struct use *u)
{
    struct use one = *u;
    uint32_t when;

    for (uint32_t m = u->lanes; m; m &= m - 1) {
        one.lanes = m & -m;
        if (!use_is_past(w, &one, &when))
            report_race(w, a, u->block, when, u->site, u->flags);
    }
}

/* Compares an access with what other threads have done since the last plain write. Of several writers the last is told, of
 * several readers the first: a reader that came later may have followed from it. */
static void check_others(struct worker *w, struct uses *all, struct cell *cell, const struct access *a, unsigned int flags,
                         int is_told)
{
    uint32_t block = group_block(w), when, first_when = 0;
    const struct use *first = NULL;

    for (const struct use *u = uses_first(cell); u; u = uses_next(all, u)) {
        int is_write = !!(u->flags & USE_WRITE), is_copy = !!(u->flags & USE_COPY);

        if (!(u->flags & flags & USE_BYTES) || !((u->flags | flags) & USE_WRITE) || (is_write && is_told) || agree(u, flags, block))
            continue;
        question_about = is_write && (u->flags & USE_STRONG) ? a->address : NULL;
        if (use_is_past(w, u, &when))
            continue;
        if (a->atomic && !is_write && !is_copy && u->block == block) {
            check_readers(w, a, u);
        } else if (is_write) {
            report_race(w, a, u->block, when, u->site, u->flags);
            is_told = 1;
        } else {
            first = u;
            first_when = when;
        }
    }
    if (first)
        report_race(w, a, first->block, first_when, first->site, first->flags);
}

/* A plain write, which all the uses of its bytes are past for: it is all that counts from now on. */
static void note_write(struct uses *all, struct cell *cell, uint32_t block, uint32_t when, unsigned int flags, uint16_t site)
{
    unsigned int bytes = flags & USE_BYTES, rest = cell->write_flags & USE_BYTES & ~bytes;

    if (bytes == USE_BYTES) {
        if (cell->other.lanes)
            uses_clear(all, cell);
    } else {
        struct use *last = NULL, before = { .block = cell->write_block, .when = cell->write_when, .site = cell->write_site,
                                            .lanes = 1u << thread_of(cell->write_when) % LANES,
                                            .flags = (uint16_t)((cell->write_flags & ~USE_BYTES) | rest) };

        for (struct use *u = uses_first(cell); u;) {
            u->flags &= (uint16_t)~bytes;
            if (!(u->flags & USE_BYTES)) {
                u = uses_remove(all, cell, last, u);
                continue;
            }
            last = u;
            u = uses_next(all, u);
        }
        if (rest)
            uses_add(all, cell, before);
    }
    cell->bits &= (uint16_t)~(bytes << CELL_OTHER_WRITTEN | bytes << CELL_READ);
    cell->bits |= (uint16_t)(bytes << CELL_FRESH | rest << CELL_OTHER_WRITTEN);
    cell->write_block = block;
    cell->write_when = when;
    cell->write_site = site;
    cell->write_flags = (uint16_t)flags;
}

/* Among the uses are the current block's first ones first. So many are looked at where blocks take turns. */
enum { FAR = 512 };

/* Which of the use's lanes need not be kept beside a use by the current one that is as bad? */
static uint32_t lanes_past(const struct clock *c, const struct use *u, unsigned int me)
{
    if (stamp_of(u->when) < c->base)
        return u->lanes;
    if (thread_of(u->when) / LANES != me / LANES)
        return 0;
    return stamp_of(u->when) < c->warp_base[me / LANES] ? u->lanes : u->lanes & 1u << me % LANES;
}

/* A read, or a write that others may happen at the same time as: is kept beside those that it need not follow. */
static void note_other(struct worker *w, struct uses *all, struct cell *cell, const struct access *a, uint32_t when,
                       unsigned int flags)
{
    const struct clock *c = w->inspected->clock;
    uint32_t block = group_block(w), me = w->current, lane = 1u << me % LANES, bytes = flags & USE_BYTES;
    int is_mixed, far = 0;
    int is_only_here = a->shared && w->team->size == 1;
    struct use *last = NULL;

    if (a->write)
        cell->bits |= (uint16_t)(bytes << CELL_FRESH | bytes << CELL_OTHER_WRITTEN);
    else
        cell->bits |= (uint16_t)(bytes << CELL_READ);
    if (!cell->other.lanes) {
        cell->other = (struct use){ .block = block, .when = when, .lanes = lane, .site = a->site, .flags = (uint16_t)flags };
        return;
    }
    if (cell->other.block == block && cell->other.flags == flags && cell->other.site == a->site
        && stamp_of(cell->other.when) == stamp_of(when) && thread_of(cell->other.when) / LANES == me / LANES
        && !a->copy) {
        cell->other.lanes |= lane;
        return;
    }
    is_mixed = w->job->launch->cooperative || w->team->size > 1 || group_has_several();
    for (struct use *u = uses_first(cell); u && far < FAR;) {
        far++;
        if (u->block != block && !is_mixed)
            break;
        if (u->block == block && !(u->flags & USE_COPY)) {
            /* An update after the thread's own plain read detects a change. */
            if (is_as_bad(flags, u) || (a->atomic && c->last_read[me] == a->address && !(u->flags & (USE_WRITE | USE_STRONG))
                                        && thread_of(u->when) / LANES == me / LANES && (u->lanes & lane)
                                        && stamp_of(u->when) >= c->warp_base[me / LANES]))
                u->lanes &= ~lanes_past(c, u, me);
            else if (is_only_here && stamp_of(u->when) < c->base)
                u->lanes = 0;
            if (!u->lanes) {
                u = uses_remove(all, cell, last, u);
                continue;
            }
        }
        last = u;
        u = uses_next(all, u);
    }
    uses_add(all, cell, (struct use){ .block = block, .when = when, .lanes = lane, .site = a->site, .flags = (uint16_t)flags });
}

/* Has the current lane read the word since its last synchronisation? */
static int has_just_read(const struct uses *all, struct cell *cell, uint32_t block, uint32_t when)
{
    unsigned int t = thread_of(when);

    for (const struct use *u = uses_first(cell); u && u->block == block; u = uses_next(all, u))
        if (!(u->flags & (USE_WRITE | USE_COPY)) && thread_of(u->when) / LANES == t / LANES
            && stamp_of(u->when) == stamp_of(when) && (u->lanes >> t % LANES & 1))
            return 1;
    return 0;
}

/* The launch before this one has used the same bytes, and may not have ended. */
static void check_launch_before(struct worker *w, const struct access *a, const struct cell *cell, unsigned int bytes)
{
    int is_written = ((cell->write_flags | cell->bits >> CELL_OTHER_WRITTEN) & bytes) != 0;
    int is_read = (cell->bits >> CELL_READ & bytes) != 0;
    struct finding f = wrong_at(w, "race", a->site);
    char text[140];

    if (w->inspected->awaited[w->current] || !(is_written || (a->write && is_read)))
        return;
    f.object = region_object(a).base;
    f.does = a->atomic ? "updates it atomically" : a->write ? "writes" : "reads";
    snprintf(f.text, sizeof f.text, "%s, which the launch before this one %s; it may still run",
             wrong_bytes(a, text, sizeof text), is_written ? "writes" : "reads");
    f.fix = "Call cudaGridDependencySynchronize() before the first use of what the launch before uses.";
    finding_add(&f);
}

struct uses *order_global_uses(uint16_t epoch)
{
    uses_of_epoch(&global_uses, epoch);
    return &global_uses;
}

/* The uses that hang on the cells of this memory. */
static struct uses *uses_of(const struct memory *m)
{
    struct uses *all = m->owner ? &clock_of(m->owner)->uses : &global_uses;

    uses_of_epoch(all, m->epoch);
    return all;
}

/* Checks the access against the cells and records it there. Returns 1 if it reads bytes that were never
 * written. */
int order_check(struct worker *w, const struct memory *m, const struct access *a)
{
    struct clock *c = w->inspected->clock;
    uint32_t block = group_block(w), me = w->current;
    int strong = a->atomic || (a->is_volatile && !a->shared) ? STRONG
               : a->is_volatile ? WEAK : PLAIN;
    unsigned int left = a->size, fresh = 0, pieces = 0;
    const char *p = a->address;
    const struct access *whole = a;
    struct access word;                 /* a copy's reports name its words */
    struct uses *all = uses_of(m);

    if (a->copy)
        word = *a;

    order_settle(w, a->copy ? NULL : a);
    if (strong && !a->is_point && !(a->order & ONLY_STORES) && (!a->write || a->atomic))
        order_read(w, a, a->shared ? m->epoch : 0);
    question_about = NULL;
    for (struct cell *cell = m->cells; left; cell++) {
        unsigned int from = (uintptr_t)p & 3, n = left < 4 - from ? left : 4 - from;
        unsigned int bytes = ((1u << n) - 1) << from, when = me << STAMP_BITS | (a->copy ? a->copy : c->now), flags;
        int is_told = 0, is_copied;

        if (whole->copy) {
            word.address = p;
            word.size = n;
            a = &word;
        }
        p += n;
        left -= n;
        if (cell->epoch != m->epoch && !a->shared && region_is_in_use(cell->epoch))
            check_launch_before(w, a, cell, bytes);
        if (cell->epoch != m->epoch)
            *cell = (struct cell){ .epoch = m->epoch, .bits = a->shared ? 0 : cell->bits & 15 << CELL_FRESH };
        pieces++;
        if ((!a->write || a->atomic) && !(a->order & ONLY_STORES) && !(cell->bits >> CELL_FRESH & bytes))
            fresh++;
        if (c->tired) {
            cell->bits |= (uint16_t)(a->write ? bytes << CELL_FRESH : 0);
            continue;
        }
        /* A volatile write right after the thread's own read: += */
        if (strong == STRONG && a->write && !a->atomic && has_just_read(all, cell, block, when))
            strong = WEAK;
        flags = flags_of(a, strong) | bytes;
        is_copied = !!(cell->write_flags & USE_COPY);
        if ((cell->write_flags & bytes) && (is_copied || cell->write_block != block
                                                || (stamp_of(cell->write_when) >= c->base && thread_of(cell->write_when) != me))
            && !is_past(w, cell->write_block, cell->write_when, cell->write_flags)) {
            report_race(w, a, cell->write_block, cell->write_when, cell->write_site, cell->write_flags);
            is_told = 1;
        } else if (a->copy && !a->write && a->shared && (cell->write_flags & bytes) && !is_copied
                   && !is_fenced(w, cell->write_block, cell->write_when))
            report_unfenced(w, a, cell->write_when, cell->write_site);
        if (cell->other.lanes && (a->write || (cell->bits >> CELL_OTHER_WRITTEN & bytes)))
            check_others(w, all, cell, a, flags, is_told);
        if (a->write && !strong)
            note_write(all, cell, block, when, flags, a->site);
        else
            note_other(w, all, cell, a, when, flags);
        if (a->write && !a->is_point && cell == m->cells && (strong || (cell->bits & CELL_IS_WORD)))
            order_written(w, a, cell, a->shared ? m->epoch : 0, !strong);
    }
    c->last_read[me] = whole->write || strong ? NULL : whole->address;
    /* Nobody may have written some bytes of a structure, such as padding: only the whole counts. */
    return fresh && (fresh == pieces || (whole->size <= 8 && !whole->range));
}

void order_copied(struct worker *w, const struct memory *m, uint32_t size, uint32_t copy, int is_write)
{
    const struct clock *c = w->inspected->clock;
    uint32_t when = w->current << STAMP_BITS | copy, now = w->current << STAMP_BITS | c->now;
    struct uses *all = uses_of(m);

    for (struct cell *cell = m->cells; cell < m->cells + size / 4; cell++) {
        if (cell->epoch != m->epoch)
            continue;
        if (is_write && (cell->write_flags & USE_COPY) && cell->write_when == when) {
            cell->write_flags &= (uint16_t)~(USE_COPY | USE_GROUP);
            cell->write_when = now;
        }
        for (struct use *u = uses_first(cell); u; u = uses_next(all, u))
            if ((u->flags & USE_COPY) && u->when == when && !(u->flags & USE_WRITE) == !is_write) {
                u->flags &= (uint16_t)~(USE_COPY | USE_GROUP);
                u->when = now;
            }
    }
}
