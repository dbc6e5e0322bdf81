/* clock.c: is an access past for a thread that makes another one of the same bytes?
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
#include "clock.h"

#include "../../base/report.h"
#include "../own_accesses.h"
#include "group.h"
#include "points.h"

#include <stdlib.h>
#include <string.h>

enum { NO_SCOPE = CUDA_CPU_OF_BLOCK + 1 };

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

void clock_begin_launch(void)
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

void clock_begin_block(struct worker *w)
{
    struct clock *c = w->inspected->clock;

    if (!c)
        c = w->inspected->clock = calloc(1, sizeof *c);
    if (!c)
        cuda_cpu_fail("inspect: no memory");
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
    c->fenced = NULL;
    c->fenced_base = 0;
    if (c->has_proxy_fences)
        memset(c->proxy_fence, 0, sizeof c->proxy_fence);
    c->has_proxy_fences = 0;
}

/* ---- Is it past? --------------------------------------------------------------------------- */

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

int clock_is_past(struct worker *w, uint32_t block, uint32_t when, unsigned int flags, const char *about)
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
    question_about = about;
    for (const struct known *k = c->known; k; k = k->next)
        if (--patience < 0 || (is_past_here(c, k->thread, k->stamp, me) && log_covers(k, block, when, mine, &patience)))
            return 1;
    return group_has_several() && is_learned_before(group_mine(), block, when, &patience);
}

int clock_is_past_for_copy(uint32_t block, uint32_t when)
{
    int patience = 2000;

    question++;
    question_about = NULL;
    return group_is_past(group_of(block), group_mine()) || is_learned_before(group_mine(), block, when, &patience);
}

int clock_is_past_for_any(struct worker *w, uint64_t block, uint32_t when)
{
    unsigned int current = w->current;
    int past = 0;

    block += group_mine()->base;
    for (w->current = 0; w->current < w->threads && !past; w->current++)
        past = clock_is_past(w, (uint32_t)block, when, 0, NULL);
    w->current = current;
    return past;
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

void clock_barrier(struct worker *w)
{
    struct clock *c = w->inspected->clock;

    c->base = clock_tick(c);
    if (points_are_used(w))
        points_meet(w, 0, w->threads, ~0u);
    if (w->job->launch->is_early && memchr(w->inspected->awaited, 1, w->threads))
        memset(w->inspected->awaited, 1, w->threads);
    if (c->known && c->known->next)
        merge_known(c);
}

void clock_warp(struct worker *w, unsigned int warp, unsigned int lanes)
{
    struct clock *c = w->inspected->clock;
    uint32_t now = clock_tick(c), all[LANES];
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

void clock_tile(struct worker *w, unsigned int first, unsigned int size)
{
    struct clock *c = w->inspected->clock;
    unsigned int from = first / LANES, to = (first + size) / LANES;
    uint32_t now = clock_tick(c), all[WARPS];

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

void clock_fence(struct worker *w, int scope, int order)
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
    *f = (struct fence){ clock_tick(c), past_fence(c, t), c->base, c->warp_base[t / LANES], scope,
                         past_fence_scope(c, t), c->known, seen_now(c, t), tiles_now(c, t), wider };
}

void clock_proxy_fence(struct worker *w)
{
    struct clock *c = w->inspected->clock;

    c->has_proxy_fences = 1;
    c->proxy_fence[w->current] = clock_tick(c);
}

int clock_is_fenced(const struct worker *w, uint32_t block, uint32_t when)
{
    const struct clock *c = w->inspected->clock;

    return block != group_block(w) || stamp_of(when) < c->proxy_fence[thread_of(when)]
           || stamp_of(when) < c->proxy_fence[w->current];
}

/* ---- Words by which threads synchronise -------------------------------------------------- */

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
void clock_read(struct worker *w, const struct access *a, uint16_t epoch)
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
void clock_written(struct worker *w, const struct access *a, struct cell *cell, uint16_t epoch,
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
        append(o, (struct release){ .block = block, .thread = t, .stamp = clock_tick(c), .base = c->base, .own_from = own, .own = own,
                                    .own_scope = a->scope, .warp_base = c->warp_base[t / LANES], .scope = a->scope, .is_own = 1,
                                    .known = c->known, .seen = seen_now(c, t), .tiles = tiles_now(c, t),
                                    .fences = c->fences, .fenced = c->fences ? others_fences(w, &scope) : NULL });
    } else if (mine && (!is_update || mine < &o->log[o->first])) {
        struct release again = *mine;

        again.own_from = again.own = own;
        again.own_scope = a->scope;
        append(o, again);
        clock_tick(c);
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
    clock_tick(c);                            /* so that this access is not taken for the thread's next one */
}
