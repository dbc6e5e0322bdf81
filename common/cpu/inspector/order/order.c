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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_STAMP = (1 << STAMP_BITS) - 1, HELD = 64 };

/* What a thread has learned about other threads from a word's log: its first `count` entries. */
struct known {
    const struct word *word;
    uint32_t count, thread, stamp;      /* of the reader, in its block */
    const struct known *next;
};

/* A release: what was past for this thread at its fence. */
struct release {
    uint32_t block, thread, stamp, base, warp_base;
    int32_t before;                     /* the same block's previous release; -1: none */
    int scope;
    const struct known *known;
    uint32_t fences;                    /* executed by the block so far */
    const uint32_t *fenced;             /* by thread: its stamps below this were past; NULL: none */
};

/* A word used for synchronisation, and its log. */
struct word {
    const char *address;
    struct release *log;
    uint32_t count, room;
    int32_t *newest;                    /* hash: block -> its newest entry, -1: none */
    uint32_t slots, used;
    uint64_t question;                  /* the last one that asked this word, about so many entries */
    uint32_t asked;
    struct word *next;
};

struct fence {                          /* a thread's last one; `before`: the last that was past */
    uint32_t stamp, before, base, warp_base;    /* for all after a barrier */
    int scope;
    const struct known *known;
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
    struct fence fence[THREADS];
    /* Two writes of the same value are no mistake: checked again after the write. */
    struct { const char *address; unsigned int size; char old[16]; struct finding finding; } pending;
    /* The same for plain reads beside atomic updates: no mistake if an atomicCAS() comes next. */
    struct { const char *address; unsigned int thread; struct finding finding; } held[HELD];
    unsigned int helds;
    const uint32_t *fenced;             /* the last list of others_fences(), ... */
    uint32_t fenced_base;               /* ... made after this barrier */
    int fenced_scope;                   /* the narrowest of their scopes */
    int has_proxy_fences;
    uint32_t proxy_fence[THREADS];      /* a thread's last one */
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

void order_begin_block(struct worker *w)
{
    struct clock *c = w->inspected->clock;

    if (!c) {
        w->inspected->clock = c = calloc(1, sizeof *c);
        if (!c)
            cuda_cpu_fail("inspect: no memory");
    }
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
    c->known = NULL;
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

/* Is the access past for who knows this part of the log? Words are asked once for each question. */
static uint64_t question;
static int log_covers(const struct word *o, uint32_t count, uint32_t block, uint32_t when,
                      uint32_t my_block, int *patience);

static int is_of_other_device(uint32_t block)
{
    return group_has_several() && group_of(block)->device != group_mine()->device;
}

static int known_covers(const struct known *k, uint32_t block, uint32_t when, uint32_t my_block,
                        int *patience)
{
    for (; k; k = k->next)
        if (log_covers(k->word, k->count, block, when, my_block, patience))
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
            && known_covers(m[i].learned, block, when, ~0u, patience))
            return 1;
    return 0;
}

/* The same, or is the whole launch past, for who knows this release of another launch? */
static int launch_covers(const struct release *r, uint32_t block, uint32_t when, int *patience)
{
    const struct member *by = group_of(r->block), *of = group_of(block);

    if (r->scope == CUDA_CPU_OF_BLOCK || (r->scope != CUDA_CPU_OF_SYSTEM && is_of_other_device(r->block)))
        return 0;
    return (of != by && group_is_past(of, by)) || is_learned_before(by, block, when, patience);
}

static int log_covers(const struct word *o, uint32_t count, uint32_t block, uint32_t when,
                      uint32_t my_block, int *patience)
{
    struct word *asked = (struct word *)o;
    uint32_t from = asked->question == question ? asked->asked : 0;

    if (--*patience < 0)
        return 1;
    if (count <= from)
        return 0;                       /* asked already, on another way */
    asked->question = question;
    asked->asked = count;
    if (o->slots)
        for (int32_t i = *newest_slot(o, block); i >= 0; i = o->log[i].before) {
            const struct release *r = &o->log[i];

            if ((uint32_t)i >= count || !(r->scope != CUDA_CPU_OF_BLOCK || block == my_block)
                || (r->scope != CUDA_CPU_OF_SYSTEM && is_of_other_device(r->block)))
                continue;
            if (stamp_of(when) < r->base
                || (thread_of(when) == r->thread && stamp_of(when) < r->stamp)
                || (thread_of(when) / LANES == r->thread / LANES && stamp_of(when) < r->warp_base)
                || (r->fenced && stamp_of(when) < r->fenced[thread_of(when)]))
                return 1;
        }
    /* What the threads that released there had learned from other words, and what their launches knew. */
    for (uint32_t i = from; i < count; i++) {
        if (group_has_several() && launch_covers(&o->log[i], block, when, patience))
            return 1;
        if (o->log[i].known && o->log[i].known->word != o
            && known_covers(o->log[i].known, block, when, my_block, patience))
            return 1;
    }
    return 0;
}

/* `when` is that of a bulk copy: it has its number. */
static int is_past(struct worker *w, uint32_t block, uint32_t when, int is_copy)
{
    const struct clock *c = w->inspected->clock;
    uint32_t mine = group_block(w);
    unsigned int me = w->current;
    int patience = 2000;                /* after that, better no report than a wrong one */

    if (group_has_several() && group_of(block) != group_mine() && group_is_past(group_of(block), group_mine()))
        return 1;
    if (is_copy)
        return points_copy_is_past(w, stamp_of(when));
    if (block != mine && w->inspected->is_alone && !points_is_in_cluster(w, block))
        return 1;                       /* what happened in between was not observed */
    if (points_are_used(w) && points_are_past(w, block, thread_of(when), stamp_of(when)))
        return 1;
    if (block == mine && is_past_here(c, thread_of(when), stamp_of(when), me))
        return 1;
    question++;
    for (const struct known *k = c->known; k; k = k->next)
        if (--patience < 0 || (is_past_here(c, k->thread, k->stamp, me)
                               && log_covers(k->word, k->count, block, when, mine, &patience)))
            return 1;
    return group_has_several() && is_learned_before(group_mine(), block, when, &patience);
}

int order_is_past_for_copy(uint32_t block, uint32_t when)
{
    int patience = 2000;

    question++;
    return group_is_past(group_of(block), group_mine()) || is_learned_before(group_mine(), block, when, &patience);
}

/* ---- Synchronisation ----------------------------------------------------------------------- */

/* After a block barrier, all threads know what any one knew: for each word, the longest part of its log. */
static void merge_known(struct clock *c)
{
    const struct known *merged = NULL;

    for (const struct known *k = c->known; k; k = k->next) {
        struct known *m = (struct known *)merged;

        while (m && m->word != k->word)
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

void order_fence(struct worker *w, int scope)
{
    struct clock *c = w->inspected->clock;
    unsigned int t = w->current;

    c->fences++;
    c->fence[t] = (struct fence){ tick(c), past_fence(c, t), c->base, c->warp_base[t / LANES], scope, c->known };
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

static struct word *find_word(const char *address)
{
    struct word **slot = &words[((uintptr_t)address >> 2) * 2654435761u >> 7 & 1023];

    for (struct word *o = *slot; o; o = o->next)
        if (o->address == address)
            return o;
    return NULL;
}

static struct word *add_word(const char *address)
{
    struct word **slot = &words[((uintptr_t)address >> 2) * 2654435761u >> 7 & 1023];
    struct word *o = calloc(1, sizeof *o);

    if (!o)
        cuda_cpu_fail("inspect: no memory");
    o->address = address;
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
        uint32_t stamp = alone && t != w->current && is_past_here(c, t, f->stamp, w->current)
                             ? f->stamp : past_fence(c, t);

        if (!stamp || f->scope == CUDA_CPU_OF_BLOCK)
            continue;
        if (f->scope > *scope)
            *scope = f->scope;
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

/* The launch knows this part of the word's log when it ends. */
static void learn(const struct word *o, const struct known *k)
{
    struct member *m = group_mine();
    struct known *l = (struct known *)m->learned;

    while (l && l->word != o)
        l = (struct known *)l->next;
    if (!l) {
        l = keep(sizeof *l);
        *l = *k;
        l->next = m->learned;
        m->learned = l;
    }
    l->count = k->count;
}

/* A strong access, atomic or volatile, acquires the word's log; a write after a fence releases into it. */
static void order_strong(struct worker *w, const struct access *a)
{
    struct clock *c = w->inspected->clock;
    const struct fence *f = &c->fence[w->current];
    const uint32_t *fenced;
    uint32_t block = group_block(w);
    int scope = CUDA_CPU_OF_DEVICE;
    struct word *o = word_count ? find_word(a->address) : NULL;

    if (o && o->count && (!c->known || c->known->word != o || c->known->count != o->count
                          || c->known->thread != w->current)) {
        struct known *k = keep(sizeof *k);

        /* For a polling loop, one entry is enough. */
        if (c->known && c->known->word == o && c->known->thread == w->current && c->known->stamp == c->now)
            c->known = c->known->next;
        *k = (struct known){ o, o->count, w->current, c->now, c->known };
        c->known = k;
        if (group_has_several())
            learn(o, k);
    }
    if (!a->write || !c->fences)
        return;
    if (!o)
        o = add_word(a->address);
    if (o->count) {
        const struct release *last = &o->log[o->count - 1];

        if (last->block == block && last->thread == w->current
            && last->fences == c->fences && last->stamp == f->stamp)
            return;
    }
    fenced = others_fences(w, &scope);
    append(o, (struct release){ block, w->current, f->stamp, f->base, f->warp_base, 0, f->stamp ? f->scope : scope,
                                f->known, c->fences, fenced });
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

    for (unsigned int i = 0; i < c->helds; i++)
        if (c->held[i].thread == reader && c->held[i].address == address)
            return;
    if (c->helds == HELD) {
        finding_add(f);
        return;
    }
    c->held[c->helds].address = address;
    c->held[c->helds].thread = reader;
    c->held[c->helds++].finding = *f;
    w->inspected->unsettled |= READ_PENDING;
}

/* A bulk copy and something else use the same bytes. a: the copy's own access, or one beside the copy. */
static void report_copy(struct worker *w, const struct access *a, uint32_t block, uint32_t when, uint16_t site,
                        int is_write, int is_copy)
{
    char bytes[140];
    struct finding f = { .kind = "race", .block = w->inspected->block, .other_block = block - group_of(block)->base,
                         .site = a->site, .other_site = site, .thread = w->current, .other = thread_of(when),
                         .object = region_object(a).base };

    snprintf(f.text, sizeof f.text, "%s %s, and nothing orders them",
             is_copy && a->copy ? "two bulk copies use" : "a bulk copy and a thread use",
             wrong_bytes(a, bytes, sizeof bytes));
    f.does = a->copy ? a->write ? "starts a bulk copy that writes it" : "starts a bulk copy that reads it"
             : a->atomic ? "updates it atomically" : a->write ? "writes" : "reads";
    f.did = is_copy ? is_write ? "has started a bulk copy that writes the same" : "has started a bulk copy that reads the same"
            : did((unsigned int)is_write, 0);
    f.fix = (is_copy && is_write) || (a->copy && a->write)
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
                        uint16_t site, int is_write, int is_strong, int is_copy)
{
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

    if (is_copy || a->copy) {
        report_copy(w, a, block, when, site, is_write, is_copy);
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
                  "__threadfence_system() and then an atomic of the system."
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
        /* No mistake if the value is the same, which is known once it is written. */
        w->inspected->unsettled |= WRITE_PENDING;
        c->pending.address = a->address;
        c->pending.size = a->size;
        memcpy(c->pending.old, a->address, a->size);
        c->pending.finding = f;
        return;
    }
    finding_add(&f);
}

static void settle_now(struct worker *w, const struct access *next)
{
    struct clock *c = w->inspected->clock;

    if ((w->inspected->unsettled & WRITE_PENDING)
        && memcmp(c->pending.address, c->pending.old, c->pending.size))
        finding_add(&c->pending.finding);
    for (unsigned int i = 0; i < c->helds;) {
        if (c->held[i].thread != w->current) {
            i++;
            continue;
        }
        if (!next || !next->atomic || next->address != c->held[i].address)
            finding_add(&c->held[i].finding);
        c->held[i] = c->held[--c->helds];
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

static int is_narrow(const struct access *a) { return a->atomic && a->scope == CUDA_CPU_OF_BLOCK; }

/* Does a strong access count for the device of that block, whose strong access counts for the system or not? */
static int is_wide(const struct access *a, uint32_t block, uint32_t system)
{
    return !is_of_other_device(block) || (a->scope == CUDA_CPU_OF_SYSTEM && system);
}

static int agree(int strong, const struct access *a, const struct cell *cell, uint32_t block)
{
    if (cell->bits & CELL_STRONG_WRITE)
        return strong && (cell->write_block == block || !(is_narrow(a) || (cell->bits & CELL_NARROW_WRITE)))
               && is_wide(a, cell->write_block, cell->bits & CELL_SYSTEM_WRITE);
    return strong == STRONG && (cell->bits & CELL_WEAK_WRITE);
}

/* How far the reading thread is from this one: 2 another block, 1 another warp, 0 another lane. */
static int distance(uint32_t block, uint32_t when, uint32_t other_block, uint32_t other_when)
{
    return block != other_block ? 2 : thread_of(when) / LANES != thread_of(other_when) / LANES;
}

/* Keeps two of the reads since the last write: the first that is not past yet, and one by a thread as far
 * away from it as possible. At least one of them is by another thread than any later writer. */
static void note_read(struct worker *w, struct cell *cell, uint32_t when, unsigned int bytes,
                      int strong, int is_system, uint16_t site, int is_copy)
{
    uint32_t block = group_block(w);
    unsigned int before = cell->bits >> CELL_READ & 15;
    int copied = !!(cell->bits & CELL_COPY_READ);
    int same = cell->read_block == block && thread_of(cell->read_when) == thread_of(when) && !copied && !is_copy;

    if (cell->read_when && !same && before == bytes && !is_past(w, cell->read_block, cell->read_when, copied)) {
        if (!cell->other_when || is_past(w, cell->other_block, cell->other_when, !!(cell->bits & CELL_COPY_OTHER))
            || distance(block, when, cell->read_block, cell->read_when)
                   >= distance(cell->other_block, cell->other_when, cell->read_block, cell->read_when)) {
            cell->other_block = block;
            cell->other_when = when;
            cell->bits = (cell->bits & ~(uint32_t)CELL_COPY_OTHER) | (is_copy ? CELL_COPY_OTHER : 0);
        }
        if (!strong)
            cell->bits &= ~(uint32_t)CELL_STRONG_READ;
        if (!is_system)
            cell->bits &= ~(uint32_t)CELL_SYSTEM_READ;
        return;
    }
    if (before != bytes)
        cell->other_when = 0;           /* it may have read other bytes of the four */
    if (same)
        bytes |= before;
    if (!strong || !cell->read_when)
        cell->bits = (cell->bits & ~(uint32_t)CELL_STRONG_READ) | (strong ? CELL_STRONG_READ : 0);
    if (!is_system || !cell->read_when)
        cell->bits = (cell->bits & ~(uint32_t)CELL_SYSTEM_READ) | (is_system ? CELL_SYSTEM_READ : 0);
    cell->bits = (cell->bits & ~(uint32_t)(15 << CELL_READ | CELL_COPY_READ)) | bytes << CELL_READ
                 | (is_copy ? CELL_COPY_READ : 0);
    cell->read_block = block;
    cell->read_when = when;
    cell->read_site = site;
}

static void note_write(struct cell *cell, uint32_t block, uint32_t when, unsigned int bytes, int strong,
                       const struct access *a, uint32_t base)
{
    /* After an atomic, other threads' atomics must still be ordered after its own thread's earlier plain
     * write. (In shared memory only if no barrier of the block is in between.) */
    int is_own = strong == STRONG && cell->write_when && cell->write_block == block
                 && thread_of(cell->write_when) == thread_of(when);
    uint32_t plain = !is_own ? 0 : cell->bits & CELL_STRONG_WRITE ? cell->plain_when : cell->write_when;

    cell->plain_when = a->shared && stamp_of(plain) < base ? 0 : plain;
    if (!(cell->bits & CELL_STRONG_WRITE))
        cell->plain_site = cell->write_site;
    cell->bits = (cell->bits & 15 << CELL_FRESH) | bytes << CELL_FRESH | bytes << CELL_WRITTEN
                 | (strong == STRONG ? CELL_STRONG_WRITE : 0) | (strong == WEAK ? CELL_WEAK_WRITE : 0)
                 | (is_narrow(a) ? CELL_NARROW_WRITE : 0)
                 | (strong == STRONG && a->scope == CUDA_CPU_OF_SYSTEM ? CELL_SYSTEM_WRITE : 0) | (a->copy ? CELL_COPY_WRITE : 0);
    cell->read_when = cell->other_when = 0;
    cell->write_block = block;
    cell->write_when = when;
    cell->write_site = a->site;
}

/* The launch before this one has used the same bytes, and may not have ended. */
static void check_launch_before(struct worker *w, const struct access *a, const struct cell *cell, unsigned int bytes)
{
    int is_written = cell->write_when && (cell->bits >> CELL_WRITTEN & bytes);
    int is_read = (cell->read_when || cell->other_when) && (cell->bits >> CELL_READ & bytes);
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

/* Checks the access against the cells and records it there. Returns 1 if it reads bytes that were never
 * written. */
int order_check(struct worker *w, struct cell *cells, uint16_t epoch, const struct access *a)
{
    struct clock *c = w->inspected->clock;
    uint32_t block = group_block(w), me = w->current;
    int strong = a->atomic || (a->is_volatile && !a->shared) ? STRONG
               : a->is_volatile ? WEAK : PLAIN;
    unsigned int left = a->size, fresh = 0, pieces = 0;
    const char *p = a->address;
    const struct access *whole = a;
    struct access word;                 /* a copy's reports name its words */

    if (a->copy)
        word = *a;

    order_settle(w, a->copy ? NULL : a);
    if (strong && !a->is_point)
        order_strong(w, a);
    for (struct cell *cell = cells; left; cell++) {
        unsigned int from = (uintptr_t)p & 3, n = left < 4 - from ? left : 4 - from;
        unsigned int bytes = ((1u << n) - 1) << from, when = me << STAMP_BITS | (a->copy ? a->copy : c->now);

        if (whole->copy) {
            word.address = p;
            word.size = n;
            a = &word;
        }
        p += n;
        left -= n;
        if (cell->epoch != epoch && !a->shared && region_is_in_use(cell->epoch))
            check_launch_before(w, a, cell, bytes);
        if (cell->epoch != epoch)
            *cell = (struct cell){ .epoch = epoch,
                                   .bits = a->shared ? 0 : cell->bits & (15 << CELL_FRESH) };
        pieces++;
        if ((!a->write || a->atomic) && !(cell->bits >> CELL_FRESH & bytes))
            fresh++;
        if (c->tired) {
            cell->bits |= a->write ? bytes << CELL_FRESH : 0;
            continue;
        }
        /* A volatile write right after the thread's own read: += */
        if (strong == STRONG && a->write && !a->atomic
            && ((cell->read_when == when && cell->read_block == block)
                || (cell->other_when == when && cell->other_block == block)))
            strong = WEAK;
        if (cell->write_when && (cell->bits >> CELL_WRITTEN & bytes)
            && !agree(strong, a, cell, block)
            && !is_past(w, cell->write_block, cell->write_when, !!(cell->bits & CELL_COPY_WRITE)))
            report_race(w, a, cell->write_block, cell->write_when, cell->write_site, 1,
                        cell->bits & CELL_STRONG_WRITE, !!(cell->bits & CELL_COPY_WRITE));
        else if (cell->plain_when && (cell->bits >> CELL_WRITTEN & bytes)
                 && !is_past(w, cell->write_block, cell->plain_when, 0))
            report_race(w, a, cell->write_block, cell->plain_when, cell->plain_site, 1, 0, 0);
        else if (a->copy && !a->write && a->shared && cell->write_when && !(cell->bits & CELL_COPY_WRITE)
                 && !is_fenced(w, cell->write_block, cell->write_when))
            report_unfenced(w, a, cell->write_when, cell->write_site);
        if (a->write) {
            if (cell->read_when && (cell->bits >> CELL_READ & bytes)
                && !(strong == STRONG && (cell->bits & CELL_STRONG_READ)
                     && is_wide(a, cell->read_block, cell->bits & CELL_SYSTEM_READ))) {
                int other = !!(cell->bits & CELL_COPY_OTHER), copied = !!(cell->bits & CELL_COPY_READ);

                if (!is_past(w, cell->read_block, cell->read_when, copied))
                    report_race(w, a, cell->read_block, cell->read_when, cell->read_site, 0, 0, copied);
                else if (cell->other_when && !is_past(w, cell->other_block, cell->other_when, other))
                    report_race(w, a, cell->other_block, cell->other_when, 0, 0, 0, other);
            }
            note_write(cell, block, when, bytes, strong, a, c->base);
            continue;
        }
        note_read(w, cell, when, bytes, strong, strong && a->scope == CUDA_CPU_OF_SYSTEM, a->site, a->copy != 0);
    }
    /* Nobody may have written some bytes of a structure, such as padding: only the whole counts. */
    return fresh && (fresh == pieces || (whole->size <= 8 && !whole->range));
}

void order_copied(struct worker *w, struct cell *cells, uint16_t epoch, uint32_t size, uint32_t copy, int is_write)
{
    const struct clock *c = w->inspected->clock;
    uint32_t when = w->current << STAMP_BITS | copy, now = w->current << STAMP_BITS | c->now;

    for (struct cell *cell = cells; cell < cells + size / 4; cell++) {
        if (cell->epoch != epoch)
            continue;
        if (is_write && (cell->bits & CELL_COPY_WRITE) && cell->write_when == when) {
            cell->bits &= ~(uint32_t)CELL_COPY_WRITE;
            cell->write_when = now;
        }
        if (!is_write && (cell->bits & CELL_COPY_READ) && cell->read_when == when) {
            cell->bits &= ~(uint32_t)CELL_COPY_READ;
            cell->read_when = now;
        }
        if (!is_write && (cell->bits & CELL_COPY_OTHER) && cell->other_when == when) {
            cell->bits &= ~(uint32_t)CELL_COPY_OTHER;
            cell->other_when = now;
        }
    }
}
