/* clusters.c: observes the barrier of a cluster and the use of other blocks' shared memory; mbarriers and bulk copies. */
#include "observe.h"

#include "../../base/hooks.h"
#include "../findings/allowance.h"
#include "../memory/wrong.h"
#include "../order/clock.h"
#include "../order/order.h"
#include "../order/points.h"
#include "../program/sites.h"
#include "../report/interrupt.h"
#include "observed.h"
#include "stream.h"

#include <stdio.h>

/* ---- The cluster's barrier ----------------------------------------------------------------- */

void observe_cluster_arrive(struct worker *w)
{
    if (!w->inspected->observed)
        return;
    order_settle(w, NULL);
    points_arrive_in(w, CLUSTER_POINT, w->arrivals[w->current] - 1);
}

void observe_cluster_phase(struct worker *w)
{
    if (w->inspected->observed)
        points_phase(w, CLUSTER_POINT);
}

void observe_cluster_waited(struct worker *w, const char *file, int line)
{
    struct inspected *s = w->inspected;
    uint64_t *counts;

    if (!s->observed)
        return;
    points_wait(w, CLUSTER_POINT);
    if (w->waits[w->current] <= s->cluster_phases)
        return;
    s->cluster_phases = w->waits[w->current];
    counts = kernel_counts(w, site_named(file, line));
    if (counts)
        counts[BARRIERS]++;
}

/* ---- Shared memory of other blocks --------------------------------------------------------- */

static void name_block(char *text, size_t size, const struct worker *w)
{
    snprintf(text, size, "(%u,%u,%u)", w->block.x, w->block.y, w->block.z);
}

static struct finding too_late(const struct worker *owner, uint16_t site, uint64_t block, unsigned int thread)
{
    struct finding f = { .kind = "use-after-free", .site = site, .block = block, .thread = thread,
                         .object = owner, .does = "uses it" };
    char name[40];

    name_block(name, sizeof name, owner);
    snprintf(f.text, sizeof f.text, "shared memory of block %s, which may have ended by then", name);
    f.fix = "No block of a cluster may end while others use its shared memory: call cluster.sync() after the last use.";
    return f;
}

void observe_visit(struct worker *w, const struct access *a, struct worker *owner)
{
    struct finding f;
    char name[40];

    if (!points_has_met_cluster(w)) {
        f = wrong_at(w, "race", a->site);
        name_block(name, sizeof name, owner);
        snprintf(f.text, sizeof f.text, "shared memory of block %s, which may not have begun yet", name);
        f.does = "uses it";
        f.object = owner;
        f.fix = "Let all blocks of the cluster begin first: call cluster.sync() before the first use.";
        finding_add(&f);
    } else if (owner->inspected->has_ended) {
        f = too_late(owner, a->site, w->inspected->block, w->current);
        finding_add(&f);
    } else {
        owner->inspected->visit[w->rank] = (struct visit){ w->inspected->block, clock_now(w), a->site };
    }
}

void observe_last_visits(struct worker *w)
{
    struct inspected *s = w->inspected;

    for (unsigned int rank = 0; rank < w->crew->size; rank++) {
        const struct visit *v = &s->visit[rank];

        if (v->when && !clock_is_past_for_any(w, v->block, v->when)) {
            struct finding f = too_late(w, v->site, v->block, v->when >> STAMP_BITS);

            finding_add(&f);
        }
    }
    s->has_ended = 1;
}

/* ---- mbarriers ----------------------------------------------------------------------------- */

/* The current lane's use of an mbarrier is an access to its word. It is no memory request, so it is not counted. */
static void use_word(struct worker *w, uint64_t *barrier, int is_atomic, const char *file, int line)
{
    struct access a = { .address = (const char *)barrier, .size = sizeof *barrier, .write = 1,
                        .is_point = 1, .atomic = (unsigned char)is_atomic, .site = site_named(file, line) };
    struct memory m;

    allowance_check();
    interrupt_check();
    kernel_name_at_last(w);
    region_find(&a, &m);
    if (!m.cells) {
        if (m.wrong == WRONG_SHARED)
            wrong_shared(w, &a, &m);
        else if (m.wrong == WRONG_GLOBAL)
            wrong_address(w, &a);
        return;
    }
    if (m.owner && m.owner != w)
        observe_visit(w, &a, m.owner);
    order_check(w, &m, &a);
}

void observe_mbarrier_init(struct worker *w, uint64_t *barrier, const char *file, int line)
{
    if (!w->inspected->observed)
        return;
    use_word(w, barrier, 0, file, line);
    points_add(w, barrier);
}

void observe_mbarrier_used(struct worker *w, uint64_t *barrier, const char *file, int line)
{
    if (w->inspected->observed)
        use_word(w, barrier, 1, file, line);
}

void observe_mbarrier_arrive(struct worker *w, uint64_t *barrier)
{
    if (w->inspected->observed)
        points_arrive(w, points_find(w, barrier));
}

void observe_mbarrier_waited(struct worker *w, uint64_t *barrier)
{
    if (w->inspected->observed)
        points_wait(w, points_find(w, barrier));
}

void observe_mbarrier_phase(struct worker *w, uint64_t *barrier)
{
    if (w->inspected->observed)
        points_phase(w, points_find(w, barrier));
}

/* ---- Bulk copies --------------------------------------------------------------------------- */

enum { PIECE = 16 };

/* One side of a copy: its bytes are read, or written. Returns 0 if the kernel may not use them. */
static int use_range(struct worker *w, const struct bulk_copy *c, uint32_t number, int is_write)
{
    for (uint32_t at = 0; at < c->size; at += PIECE) {
        struct access a = { .address = (is_write ? c->to : c->from) + at, .size = PIECE, .write = (unsigned char)is_write,
                            .site = c->site, .copy = number, .range = 1 };
        struct memory m;

        observed_one_access();
        region_find(&a, &m);
        if (!m.cells) {
            if (m.wrong == WRONG_SHARED)
                wrong_shared(w, &a, &m);
            else if (m.wrong == WRONG_GLOBAL)
                wrong_address(w, &a);
            return 0;
        }
        if (m.owner && m.owner != w && at == 0)
            observe_visit(w, &a, m.owner);
        if (order_check(w, &m, &a) && !(m.region && region_host_wrote(m.region, &a)))
            wrong_fresh(w, &a);
    }
    return 1;
}

uint32_t observe_copy(struct worker *w, void *to, const void *from, uint32_t size, uint64_t *barrier, const char *file,
                      int line)
{
    struct bulk_copy c = { .to = to, .from = from, .size = size, .state = COPY_STARTED, .point = -1,
                           .block = w->inspected->block, .thread = w->current, .site = site_named(file, line) };
    uint64_t *counts;
    uint32_t number;

    if (!w->inspected->observed)
        return 0;
    kernel_name_at_last(w);
    if (barrier)
        c.point = points_find(w, barrier);
    number = points_add_copy(w, &c);
    if (number && use_range(w, &c, number, 0))
        use_range(w, &c, number, 1);
    counts = kernel_counts(w, c.site);
    if (counts) {
        counts[BULK_COPIES]++;
        counts[BULK_COPY_BYTES] += size;
    }
    return number;
}

uint32_t observe_small_copy(struct worker *w, void *to, const void *from, uint32_t size, uint64_t *barrier, uint16_t site)
{
    struct bulk_copy c = { .to = to, .from = from, .size = size, .state = COPY_STARTED, .is_small = 1, .site = site,
                           .point = barrier ? points_find(w, barrier) : -1, .block = w->inspected->block,
                           .thread = w->current };

    kernel_name_at_last(w);
    return points_add_copy(w, &c);
}

void observe_copies_again(struct worker *w)
{
    unsigned int current = w->current;

    for (uint32_t number = points_copies(w); number; number--) {
        const struct bulk_copy *c = points_copy(w, number);
        struct access a = { .address = c->from, .size = c->size, .site = c->site, .copy = number, .is_group = 1 };
        struct memory m;

        if (!c->is_small || c->point >= 0 || c->state != COPY_STARTED || c->block != w->inspected->block)
            continue;
        w->current = c->thread;
        region_find(&a, &m);
        if (m.cells && !m.owner)
            order_check(w, &m, &a);
    }
    w->current = current;
}

/* The copy's use of one side is its thread's own from now on. */
static void take_over(struct worker *w, const struct bulk_copy *c, uint32_t number, int is_write)
{
    struct access a = { .address = is_write ? c->to : c->from, .size = c->size < PIECE ? c->size : PIECE };
    struct memory m;

    region_find(&a, &m);
    if (m.cells)
        order_copied(w, &m, c->size, number, is_write);
}

void observe_copied(struct worker *w, uint32_t number, int how)
{
    struct bulk_copy *c;
    struct finding f;

    if (!w->inspected->observed || !number)
        return;
    c = points_copy(w, number);
    if (how == COPY_RECEIVED) {
        points_receive_copy(w, number);
        return;
    }
    c->state = how;
    if (how != COPY_ABANDONED || c->is_small) {
        take_over(w, c, number, 0);
        if (how == COPY_DONE)
            take_over(w, c, number, 1);
        if (c->is_small)
            points_drop_copy(w, number);
        return;
    }
    f = wrong_at(w, "race", c->site);
    f.block = c->block;
    f.thread = c->thread;
    f.does = "starts it";
    snprintf(f.text, sizeof f.text, "the block may end while this bulk copy of %u bytes still uses its shared memory", c->size);
    f.fix = c->point >= 0 ? "Wait for the phase of the copy's barrier before the block ends."
                          : "Commit the copy to a group, and wait for that group before the block ends.";
    finding_add(&f);
}
