/* order.c: finds races: two accesses to the same bytes, one of them a write, that nothing orders (clock.c).
 *
 * The cells of memory hold how each four bytes have been used. An access is compared with those uses, and recorded there. */
#define _GNU_SOURCE
#include "order.h"

#include "../../base/report.h"
#include "../memory/wrong.h"
#include "../own_accesses.h"
#include "clock.h"
#include "group.h"
#include "points.h"
#include "uses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a block's accesses leave behind. */
struct noted {
    /* Two writes of the same value are only worth a note: checked again after the write. `reader`: and it races with
     * a reader of that value. */
    struct { struct access access; char old[16]; int has_reader; struct finding finding, reader; } pending;
    /* A plain read beside atomic updates is no mistake if an atomicCAS() comes next. By thread: the word that its last
     * access read plainly, and what to report if nothing comes. */
    const char *last_read[THREADS];
    struct finding *held[THREADS];
    unsigned char is_held[THREADS];
    unsigned int helds;
    struct uses uses;                   /* of its shared memory */
};

static struct uses global_uses;         /* of global memory */

static struct noted *noted_of(struct worker *w)
{
    if (!w->inspected->noted)
        w->inspected->noted = calloc(1, sizeof(struct noted));
    if (!w->inspected->noted)
        cuda_cpu_fail("inspect: no memory");
    return w->inspected->noted;
}

void order_begin_block(struct worker *w)
{
    struct noted *n = noted_of(w);

    clock_begin_block(w);
    memset(n->last_read, 0, w->threads * sizeof *n->last_read);
    if (n->helds)
        memset(n->is_held, 0, sizeof n->is_held);
    n->helds = 0;
    w->inspected->unsettled = 0;
}

/* ---- Reports ------------------------------------------------------------------------------- */

static const char *did(unsigned int is_write, unsigned int is_strong)
{
    return !is_write ? "has read the same" : is_strong ? "has updated the same atomically" : "has written the same";
}

/* A plain read beside atomics is no mistake if the reader's next access is an atomic on the same word, which
 * detects a change: an atomicCAS() loop. */
static void hold(struct worker *w, const char *address, unsigned int reader, const struct finding *f)
{
    struct noted *n = w->inspected->noted;

    if (n->is_held[reader])
        return;
    if (reader != w->current && n->last_read[reader] != address) {
        finding_add(f);                 /* its next access was another */
        return;
    }
    if (!n->held[reader])
        n->held[reader] = malloc(sizeof *f);
    if (!n->held[reader])
        cuda_cpu_fail("inspect: no memory");
    *n->held[reader] = *f;
    n->is_held[reader] = 1;
    n->helds++;
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
    struct noted *n = w->inspected->noted;
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
             !f.other_kernel && !f.is_copy ? "threads" : group_is_of_other_device(block) ? "devices" : "streams",
             wrong_bytes(a, bytes, sizeof bytes));
    f.does = a->atomic ? "updates it atomically" : a->write ? "writes" : "reads";
    f.did = did((unsigned int)is_write, (unsigned int)is_strong);
    f.fix = group_is_of_other_device(block) && (a->atomic || is_strong) && !f.is_copy
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
    if (is_write && a->write && !a->atomic && !is_strong && a->size <= sizeof n->pending.old) {
        /* Worth a note if the value is the same, which is known once it is written. */
        w->inspected->unsettled |= WRITE_PENDING;
        n->pending.access = *a;
        n->pending.has_reader = 0;
        memcpy(n->pending.old, a->address, a->size);
        n->pending.finding = f;
        return;
    }
    if (!is_write && (w->inspected->unsettled & WRITE_PENDING) && n->pending.access.address == a->address) {
        n->pending.has_reader = 1;
        n->pending.reader = f;
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

static void settle_write(struct noted *n)
{
    if (!memcmp(n->pending.access.address, n->pending.old, n->pending.access.size)) {
        note(n->pending.finding, &n->pending.access);
        return;
    }
    finding_add(&n->pending.finding);
    if (n->pending.has_reader)
        finding_add(&n->pending.reader);
}

static void settle_now(struct worker *w, const struct access *next)
{
    struct noted *n = w->inspected->noted;
    unsigned int t = w->current;

    if (w->inspected->unsettled & WRITE_PENDING)
        settle_write(n);
    if (n->helds && n->is_held[t]) {
        if (!next || !next->atomic || next->address != n->last_read[t])
            finding_add(n->held[t]);
        n->is_held[t] = 0;
        n->helds--;
    }
    w->inspected->unsettled = n->helds ? READ_PENDING : 0;
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
    return !group_is_of_other_device(u->block) || (u->flags & flags & USE_SYSTEM);
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

/* Whether each of the use's lanes is past for the current one; if not, `when` is that of one which is not. `about`: as
 * of clock_is_past(). */
static int use_is_past(struct worker *w, const struct use *u, uint32_t *when, const char *about)
{
    const struct clock *c = w->inspected->clock;
    uint32_t warp = thread_of(u->when) / LANES * LANES;

    *when = u->when;
    if (u->flags & USE_COPY)
        return clock_is_past(w, u->block, u->when, u->flags, about);
    if (u->block == group_block(w)
        && (stamp_of(u->when) < c->base || (u->lanes == 1u << w->current % LANES && warp / LANES == w->current / LANES)))
        return 1;                       /* mostly the thread's own read */
    for (uint32_t m = u->lanes; m; m &= m - 1) {
        *when = (warp + (uint32_t)__builtin_ctz(m)) << STAMP_BITS | stamp_of(u->when);
        if (!clock_is_past(w, u->block, *when, 0, about))
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
        if (!use_is_past(w, &one, &when, NULL))
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
        if (use_is_past(w, u, &when, is_write && (u->flags & USE_STRONG) ? a->address : NULL))
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
    const struct noted *n = w->inspected->noted;
    uint32_t block = group_block(w), me = w->current, lane = 1u << me % LANES, bytes = flags & USE_BYTES;
    int is_mixed, far = 0;
    int is_only_here = a->shared && w->crew->size == 1;
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
    is_mixed = w->job->launch->cooperative || w->crew->size > 1 || group_has_several();
    for (struct use *u = uses_first(cell); u && far < FAR;) {
        far++;
        if (u->block != block && !is_mixed)
            break;
        if (u->block == block && !(u->flags & USE_COPY)) {
            /* An update after the thread's own plain read detects a change. */
            if (is_as_bad(flags, u) || (a->atomic && n->last_read[me] == a->address && !(u->flags & (USE_WRITE | USE_STRONG))
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
    struct uses *all = m->owner ? &noted_of(m->owner)->uses : &global_uses;

    uses_of_epoch(all, m->epoch);
    return all;
}

/* Checks the access against the cells and records it there. Returns 1 if it reads bytes that were never
 * written. */
int order_check(struct worker *w, const struct memory *m, const struct access *a)
{
    const struct clock *c = w->inspected->clock;
    uint32_t block = group_block(w), me = w->current;
    int strong = a->atomic || (a->is_volatile && !a->shared) ? STRONG
               : a->is_volatile ? WEAK : PLAIN;
    unsigned int left = a->size, fresh = 0, cells = 0;
    const char *p = a->address;
    const struct access *whole = a;
    struct access word;                 /* a copy's reports name its words */
    struct uses *all = uses_of(m);

    if (a->copy)
        word = *a;

    order_settle(w, a->copy ? NULL : a);
    if (strong && !a->is_point && !(a->order & ONLY_STORES) && (!a->write || a->atomic))
        clock_read(w, a, a->shared ? m->epoch : 0);
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
        cells++;
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
            && !clock_is_past(w, cell->write_block, cell->write_when, cell->write_flags, NULL)) {
            report_race(w, a, cell->write_block, cell->write_when, cell->write_site, cell->write_flags);
            is_told = 1;
        } else if (a->copy && !a->write && a->shared && (cell->write_flags & bytes) && !is_copied
                   && !clock_is_fenced(w, cell->write_block, cell->write_when))
            report_unfenced(w, a, cell->write_when, cell->write_site);
        if (cell->other.lanes && (a->write || (cell->bits >> CELL_OTHER_WRITTEN & bytes)))
            check_others(w, all, cell, a, flags, is_told);
        if (a->write && !strong)
            note_write(all, cell, block, when, flags, a->site);
        else
            note_other(w, all, cell, a, when, flags);
        if (a->write && !a->is_point && cell == m->cells && (strong || (cell->bits & CELL_IS_WORD)))
            clock_written(w, a, cell, a->shared ? m->epoch : 0, !strong);
    }
    w->inspected->noted->last_read[me] = whole->write || strong ? NULL : whole->address;
    /* Nobody may have written some bytes of a structure, such as padding: only the whole counts. */
    return fresh && (fresh == cells || (whole->size <= 8 && !whole->range));
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
