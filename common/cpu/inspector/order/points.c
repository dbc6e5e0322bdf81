/* points.c: which accesses the barrier of a cluster and mbarriers order, with clocks as in clock.c.
 *
 * A thread that arrives at a point releases what is past for it. The point's log says so, with the phase in which it
 * arrived. A thread that has waited for the point knows so many of its phases: what was released in one of them is
 * past for it. What an arriving thread knew of other points is passed on with the phase. A bulk copy is past for those
 * who know the phase in which its mbarrier has received its bytes. */
#include "points.h"

#include "../../base/hooks.h"
#include "../../base/report.h"
#include "clock.h"
#include "group.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS = 128 };                  /* of one cluster; the rest is not checked */

struct arrival { uint32_t stamp, base, warp_base, phase; uint32_t thread; int32_t before; };
struct point {
    const void *address;                /* NULL: it has ended */
    uint32_t phase;                     /* so many are complete */
    struct arrival *log;
    uint32_t count, room;
    int32_t newest[CLUSTER_BLOCKS][WARPS];      /* of the arrivals of each warp, by the block's rank; -1: none */
    uint32_t arriving[POINTS], known[POINTS];   /* of each point: phases known to those who arrived now, or before */
};
struct points {
    struct point *point[POINTS];
    int count;
    uint32_t *known[CLUSTER_BLOCKS][POINTS];    /* by rank, point, thread: phases known; NULL: none */
    struct bulk_copy *copy;
    uint32_t copies, room, free;        /* free: the first number to use again; phase: the next one */
};

static struct points *points_of(const struct worker *w)
{
    return cuda_cpu_worker(w->crew->first)->inspected->points;
}

static void *get(size_t size)
{
    void *p = calloc(1, size);

    if (!p)
        cuda_cpu_fail("inspect: no memory");
    return p;
}

static int add_point(struct points *all, const void *address)
{
    struct point *p;

    if (all->count == POINTS)
        return -1;
    if (!all->point[all->count])
        all->point[all->count] = get(sizeof *p);
    p = all->point[all->count];
    p->address = address;
    p->phase = p->count = 0;
    memset(p->newest, 255, sizeof p->newest);
    memset(p->arriving, 0, sizeof p->arriving);
    memset(p->known, 0, sizeof p->known);
    return all->count++;
}

void points_begin_block(struct worker *w, int is_first)
{
    struct worker *first = cuda_cpu_worker(w->crew->first);
    struct points *all = first->inspected->points;

    w->inspected->has_points = w->crew->size > 1;
    if (!is_first)
        return;
    if (!all)
        all = first->inspected->points = get(sizeof *all);
    for (int i = 0; i < all->count; i++)
        for (unsigned int rank = 0; rank < CLUSTER_BLOCKS; rank++)
            if (all->known[rank][i])
                memset(all->known[rank][i], 0, THREADS * sizeof(uint32_t));
    all->count = 0;
    all->copies = all->free = 0;
    if (w->crew->size > 1)
        add_point(all, NULL);
}

int points_find(const struct worker *w, const void *barrier)
{
    const struct points *all = points_of(w);

    for (int i = all->count; i--;)
        if (all->point[i]->address == barrier)
            return i;
    return -1;
}

void points_end(struct worker *w, const void *barrier)
{
    int i = points_find(w, barrier);

    if (i >= 0)
        points_of(w)->point[i]->address = NULL;
}

void points_add(struct worker *w, const void *barrier)
{
    struct points *all = points_of(w);

    points_end(w, barrier);
    w->inspected->has_points = 1;
    if (!all->count)
        add_point(all, NULL);           /* number 0 is the cluster's barrier */
    add_point(all, barrier);
}

static uint32_t known_to(const struct points *all, unsigned int rank, int point, unsigned int t)
{
    return all->known[rank][point] ? all->known[rank][point][t] : 0;
}

static void learn(struct points *all, unsigned int rank, int point, unsigned int t, uint32_t phases)
{
    if (phases <= known_to(all, rank, point, t))
        return;
    if (!all->known[rank][point])
        all->known[rank][point] = get(THREADS * sizeof(uint32_t));
    all->known[rank][point][t] = phases;
}

void points_arrive_in(struct worker *w, int point, uint32_t phase)
{
    struct points *all = points_of(w);
    struct point *p = all->point[point];
    unsigned int warp = w->current / LANES;
    struct clock *c = w->inspected->clock;
    struct arrival a = { .phase = phase, .stamp = clock_tick(c), .base = c->base, .warp_base = c->warp_base[warp],
                         .thread = w->current, .before = p->newest[w->rank][warp] };

    if (p->count == p->room) {
        p->room = p->room ? 2 * p->room : 64;
        p->log = realloc(p->log, p->room * sizeof *p->log);
        if (!p->log)
            cuda_cpu_fail("inspect: no memory");
    }
    p->newest[w->rank][warp] = (int32_t)p->count;
    p->log[p->count++] = a;
    for (int i = 0; i < all->count; i++)
        if (known_to(all, w->rank, i, w->current) > p->arriving[i])
            p->arriving[i] = known_to(all, w->rank, i, w->current);
}

void points_arrive(struct worker *w, int point)
{
    if (point >= 0)
        points_arrive_in(w, point, points_of(w)->point[point]->phase);
}

void points_phase(struct worker *w, int point)
{
    struct point *p = point < 0 ? NULL : points_of(w)->point[point];

    if (!p)
        return;
    p->phase++;
    memcpy(p->known, p->arriving, sizeof p->known);
}

void points_wait(struct worker *w, int point)
{
    struct points *all = points_of(w);

    if (point < 0)
        return;
    learn(all, w->rank, point, w->current, all->point[point]->phase);
    for (int i = 0; i < all->count; i++)
        learn(all, w->rank, i, w->current, all->point[point]->known[i]);
}

void points_meet(struct worker *w, unsigned int first, unsigned int end, unsigned int lanes)
{
    struct points *all = points_of(w);

    for (int i = 0; i < all->count; i++) {
        uint32_t *known = all->known[w->rank][i], most = 0;

        if (!known)
            continue;
        for (unsigned int t = first; t < end; t++)
            if ((lanes >> t % LANES & 1) && known[t] > most)
                most = known[t];
        for (unsigned int t = first; t < end; t++)
            if (lanes >> t % LANES & 1)
                known[t] = most;
    }
}

/* The rank of this block in the current cluster; -1: it is in another. */
static int rank_of(const struct worker *w, uint32_t block)
{
    if (block == group_block(w))
        return (int)w->rank;
    for (unsigned int i = 0; i < w->crew->size; i++) {
        const struct worker *other = cuda_cpu_worker(w->crew->first + i);

        if (other->inspected && group_block(other) == block)
            return (int)i;
    }
    return -1;
}

int points_is_in_cluster(const struct worker *w, uint32_t block) { return rank_of(w, block) >= 0; }

int points_are_past(const struct worker *w, uint32_t block, unsigned int t, uint32_t stamp)
{
    const struct points *all = points_of(w);
    int rank = rank_of(w, block);

    for (int i = 0; rank >= 0 && i < all->count; i++) {
        const struct point *p = all->point[i];
        uint32_t phases = known_to(all, w->rank, i, w->current);

        for (unsigned int warp = 0; phases && warp < WARPS; warp++)
            for (int32_t n = p->newest[rank][warp]; n >= 0; n = p->log[n].before) {
                const struct arrival *a = &p->log[n];

                if (a->phase < phases) {
                    if (stamp < a->base
                        || (warp == t / LANES && (stamp < a->warp_base || (a->thread == t && stamp < a->stamp))))
                        return 1;
                    if (warp != t / LANES)
                        break;          /* earlier ones have no higher base */
                }
                if (a->stamp <= stamp)
                    break;
            }
    }
    return 0;
}

int points_has_met_cluster(const struct worker *w) { return known_to(points_of(w), w->rank, CLUSTER_POINT, w->current) > 0; }

uint32_t points_add_copy(struct worker *w, const struct bulk_copy *c)
{
    struct points *all = points_of(w);

    if (all->free) {
        uint32_t number = all->free;

        all->free = all->copy[number - 1].phase;
        all->copy[number - 1] = *c;
        return number;
    }
    if (all->copies + 1 >= 1u << STAMP_BITS)
        return 0;
    if (all->copies == all->room) {
        all->room = all->room ? 2 * all->room : 64;
        all->copy = realloc(all->copy, all->room * sizeof *all->copy);
        if (!all->copy)
            cuda_cpu_fail("inspect: no memory");
    }
    all->copy[all->copies++] = *c;
    return all->copies;
}

uint32_t points_copies(const struct worker *w)
{
    const struct points *all = points_of(w);

    return all ? all->copies : 0;
}

void points_drop_copy(struct worker *w, uint32_t number)
{
    struct points *all = points_of(w);

    all->copy[number - 1].phase = all->free;
    all->free = number;
}

void points_receive_copy(struct worker *w, uint32_t number)
{
    struct points *all = points_of(w);
    struct bulk_copy *c = &all->copy[number - 1];

    c->state = COPY_RECEIVED;
    if (c->point >= 0)
        c->phase = all->point[c->point]->phase;
}

struct bulk_copy *points_copy(const struct worker *w, uint32_t number) { return &points_of(w)->copy[number - 1]; }

int points_copy_is_past(const struct worker *w, uint32_t number)
{
    const struct points *all = points_of(w);
    const struct bulk_copy *c;

    if (!number || number > all->copies)
        return 1;
    c = &all->copy[number - 1];
    if (c->state == COPY_DONE || c->state == COPY_ABANDONED)
        return 1;
    return c->state == COPY_RECEIVED && c->point >= 0 && known_to(all, w->rank, c->point, w->current) > c->phase;
}
