/* clusters.c: the blocks of a cluster run together, each on a worker of its own; their barrier; the places of their
 * shared memory.
 *
 * Those workers are a team. They begin a cluster together, and the next one when all its blocks have ended. A lane
 * that waits for something outside its block, such as the cluster's barrier, lets the others run. When none of
 * them can, the worker waits until another of its team has done something; when all of a team wait, nothing can
 * happen any more. */
#include "clusters.h"

#include "../base/report.h"
#include "../base/shared.h"
#include "engine.h"
#include "lanes.h"
#include "mbarriers.h"
#include "turns.h"

#include <string.h>

enum { FUTILE = 100 };                  /* rounds in which all poll in vain */

static struct worker *member(const struct team *team, unsigned int rank)
{
    return cuda_cpu_worker(team->first + rank);
}

void cuda_cpu_join_team(struct worker *w, unsigned int blocks)
{
    unsigned int rank = w->number % MAX_WORKERS % blocks;
    struct worker *first = cuda_cpu_worker(w->number - rank);

    if (w == first)
        w->own_team = (struct team){ .first = w->number, .size = blocks };
    w->team = &first->own_team;
    w->rank = rank;
    memset(w->outside, 0, sizeof w->outside);
    w->outsides = 0;
    w->is_outside = w->is_gathered = w->is_expired = 0;
}

void cuda_cpu_tell_cluster(struct worker *w)
{
    struct team *team = w->team;

    w->progress++;
    team->futile = 0;
    if (team->size == 1)
        return;
    for (unsigned int i = 0; i < team->size; i++)
        member(team, i)->is_outside = 0;
    pthread_cond_broadcast(&w->job->met);
}

/* ---- Waiting ------------------------------------------------------------------------------- */

/* Is what this lane waits for there? */
static int is_met(const struct worker *w, unsigned int t)
{
    if (w->waiting[t].kind == CUDA_CPU_CLUSTER)
        return (int32_t)(w->team->phase - (uint32_t)w->in[t]) >= 0;
    return cuda_cpu_mbarrier_is_past((const uint64_t *)(uintptr_t)w->in[t], w->from[t]);
}

/* Makes lanes ready that wait outside for something that has happened, with the result 1; if `expired`, also those
 * that wait only for a while, with the result 0. Returns whether there are any. */
static int look_outside(struct worker *w, int expired)
{
    unsigned int before = w->outsides;

    for (unsigned int warp = 0; warp < WARPS; warp++)
        for (unsigned int m = w->outside[warp]; m; m &= m - 1) {
            unsigned int t = warp * LANES + (unsigned int)__builtin_ctz(m);
            int met = is_met(w, t);

            if (!met && !(expired && w->waiting[t].kind == CUDA_CPU_MBARRIER_TRY))
                continue;
            w->out[t] = (uint64_t)met;
            w->outside[warp] &= ~(m & -m);
            w->outsides--;
            make_ready(w, warp, m & -m);
        }
    return w->outsides != before;
}

void cuda_cpu_look_outside(struct worker *w)
{
    if (!w->outsides)
        return;
    pthread_mutex_lock(&w->job->lock);
    look_outside(w, 0);
    pthread_mutex_unlock(&w->job->lock);
}

/* Can no worker of the team go on? */
static int is_stuck(const struct team *team)
{
    for (unsigned int i = 0; i < team->size; i++)
        if (!member(team, i)->is_outside && !member(team, i)->is_gathered)
            return 0;
    return 1;
}

/* Lets those lanes of the team go on that wait only for a while: they may do something else now. Returns 0 if there
 * are none, or if that has been in vain too often. */
static int expire(struct team *team)
{
    int any = 0;

    if (++team->futile > FUTILE)
        return 0;
    for (unsigned int i = 0; i < team->size; i++) {
        struct worker *w = member(team, i);

        for (unsigned int t = 0; t < w->threads && w->is_outside; t++)
            if ((w->outside[t / LANES] >> t % LANES & 1) && w->waiting[t].kind == CUDA_CPU_MBARRIER_TRY) {
                any = w->is_expired = 1;
                w->is_outside = 0;
            }
    }
    return any;
}

/* Every worker of the team waits: says for what, unless some of them have waited only for a while. */
static void check_stuck(struct worker *w)
{
    if (!is_stuck(w->team))
        return;
    if (!expire(w->team))
        cuda_cpu_report_cluster_deadlock(w->team);
    pthread_cond_broadcast(&w->job->met);
}

int cuda_cpu_wait_outside(struct worker *w)
{
    struct job *job = w->job;

    if (!w->outsides)
        return 0;
    pthread_mutex_lock(&job->lock);
    while (!look_outside(w, w->is_expired)) {
        w->is_expired = 0;
        w->is_outside = 1;
        check_stuck(w);
        if (job->one_at_a_time)
            cuda_cpu_pass_turn(job, w);
        while (w->is_outside)
            pthread_cond_wait(&job->met, &job->lock);
        if (job->one_at_a_time)
            cuda_cpu_wait_for_turn(job, w);
    }
    w->is_expired = 0;
    pthread_mutex_unlock(&job->lock);
    return 1;
}

/* The current lane waits for something outside its block; returns 1, or 0 if it has waited long enough. */
uint64_t cuda_cpu_wait_for_others(struct worker *w, unsigned int kind, const char *file, int line)
{
    w->outside[w->current / LANES] |= 1u << w->current % LANES;
    w->outsides++;
    return wait_here(w, kind, 0, file, line);
}

/* ---- The begin of a cluster ---------------------------------------------------------------- */

static void place_block(struct worker *w)
{
    const struct cuda_cpu_launch *l = w->job->launch;
    unsigned int r = w->rank, across = l->grid[0] / l->cluster[0], down = l->grid[1] / l->cluster[1];
    uint64_t c = w->team->cluster;

    blockIdx.x = (unsigned int)(c % across) * l->cluster[0] + r % l->cluster[0];
    blockIdx.y = (unsigned int)(c / across % down) * l->cluster[1] + r / l->cluster[0] % l->cluster[1];
    blockIdx.z = (unsigned int)(c / across / down) * l->cluster[2] + r / l->cluster[0] / l->cluster[1];
}

int cuda_cpu_begin_in_cluster(struct worker *w)
{
    struct job *job = w->job;
    struct team *team = w->team;
    unsigned int generation;

    pthread_mutex_lock(&job->lock);
    generation = team->generation;
    w->is_gathered = 1;
    w->in_phase = 0;
    w->has_arrived = 0;
    memset(w->arrivals, 0, sizeof w->arrivals);
    memset(w->waits, 0, sizeof w->waits);
    if (++team->gathered == team->size) {
        team->gathered = 0;
        team->generation++;
        team->phase = team->arrived = 0;
        team->futile = 0;
        team->cluster = job->next++;
        for (unsigned int i = 0; i < team->size; i++)
            member(team, i)->is_gathered = 0;
        pthread_cond_broadcast(&job->met);
    } else {
        check_stuck(w);
        if (job->one_at_a_time)
            cuda_cpu_pass_turn(job, w);
        while (team->generation == generation)
            pthread_cond_wait(&job->met, &job->lock);
        if (job->one_at_a_time)
            cuda_cpu_wait_for_turn(job, w);
    }
    pthread_mutex_unlock(&job->lock);
    if (team->cluster >= job->clusters)
        return 0;
    place_block(w);
    return 1;
}

/* ---- The barrier --------------------------------------------------------------------------- */

/* The block's threads have all arrived, or ended. The caller holds the job's lock. */
static void block_arrives(struct worker *w)
{
    struct team *team = w->team;

    w->has_arrived = 1;
    if (++team->arrived < team->size)
        return;
    team->phase++;
    team->arrived = 0;
    for (unsigned int i = 0; i < team->size; i++) {
        struct worker *other = member(team, i);

        other->in_phase = 0;
        other->has_arrived = !other->alive;     /* a block that has ended has arrived for good */
        team->arrived += (unsigned int)other->has_arrived;
    }
    HOOK(cluster_phase, w);
    cuda_cpu_tell_cluster(w);
}

void cuda_cpu_end_lane_in_cluster(struct worker *w, unsigned int t)
{
    pthread_mutex_lock(&w->job->lock);
    if (!w->has_arrived) {
        if ((int32_t)(w->arrivals[t] - w->team->phase) > 0)
            w->in_phase--;
        if (w->in_phase == w->alive)
            block_arrives(w);
    } else if (w->in_phase) {
        w->in_phase--;
    }
    pthread_mutex_unlock(&w->job->lock);
}

static struct worker *in_cluster(const char *what, const char *file, int line)
{
    if (!cuda_cpu_self)
        cuda_cpu_report("fault", "%s:%d: %s outside a kernel", file, line, what);
    return cuda_cpu_self;
}

static void arrive(struct worker *w, const char *file, int line)
{
    unsigned int t = w->current;

    if (w->arrivals[t] != w->waits[t])
        cuda_cpu_report("fault", "%s:%d: arrives at the cluster's barrier again, before it has waited for it", file,
                        line);
    pthread_mutex_lock(&w->job->lock);
    w->arrivals[t]++;
    HOOK(cluster_arrive, w);
    if (++w->in_phase == w->alive)
        block_arrives(w);
    pthread_mutex_unlock(&w->job->lock);
}

static void wait(struct worker *w, const char *file, int line, void *frame)
{
    unsigned int t = w->current;
    int is_there;

    if (w->arrivals[t] == w->waits[t])
        cuda_cpu_report("fault", "%s:%d: waits for the cluster's barrier, but has not arrived at it", file, line);
    w->waits[t]++;
    HOOK(arrive, w, CUDA_CPU_CLUSTER, 0, file, line, frame);
    w->in[t] = w->waits[t];
    pthread_mutex_lock(&w->job->lock);
    w->waiting[t].kind = CUDA_CPU_CLUSTER;
    is_there = is_met(w, t);
    pthread_mutex_unlock(&w->job->lock);
    if (!is_there)
        cuda_cpu_wait_for_others(w, CUDA_CPU_CLUSTER, file, line);
    HOOK(cluster_waited, w, file, line);
}

void cuda_cpu_cluster_sync(const char *file, int line)
{
    struct worker *w = in_cluster("cluster.sync()", file, line);

    arrive(w, file, line);
    wait(w, file, line, __builtin_frame_address(0));
}

void cuda_cpu_cluster_arrive(const char *file, int line)
{
    arrive(in_cluster("barrier_arrive()", file, line), file, line);
}

void cuda_cpu_cluster_wait(const char *file, int line)
{
    wait(in_cluster("barrier_wait()", file, line), file, line, __builtin_frame_address(0));
}

/* ---- Shared memory of the others ----------------------------------------------------------- */

void cuda_cpu_this_cluster(struct cuda_cpu_cluster *c)
{
    const struct worker *w = cuda_cpu_self;
    const struct cuda_cpu_launch *l;

    *c = (struct cuda_cpu_cluster){ { 1, 1, 1 }, 1, 0, 0 };
    if (!w)
        return;
    l = w->job->launch;
    if (!l->cluster[0])
        return;
    memcpy(c->shape, l->cluster, sizeof c->shape);
    c->blocks = w->team->size;
    c->rank = w->rank;
    c->is_asked = 1;
}

/* The worker of this worker's cluster in whose shared memory the address is; NULL: none. */
static struct worker *owner(const struct worker *w, const void *p, int *part, size_t *offset)
{
    for (unsigned int i = 0; i < w->team->size; i++) {
        struct worker *other = member(w->team, (w->rank + i) % w->team->size);

        if ((*part = cuda_cpu_in_shared(other->shared, p, offset)))
            return other;
    }
    return NULL;
}

void *cuda_cpu_map_shared(const void *p, unsigned int rank, const char *file, int line)
{
    struct worker *w = in_cluster("map_shared_rank()", file, line);
    size_t offset;
    int part;

    if (rank >= w->team->size)
        cuda_cpu_report("fault", "%s:%d: map_shared_rank(%u): the ranks of this cluster are 0 to %u", file, line, rank,
                        w->team->size - 1);
    if (!owner(w, p, &part, &offset))
        cuda_cpu_report("fault", "%s:%d: map_shared_rank(): the address is not in shared memory", file, line);
    return cuda_cpu_same_shared(member(w->team, rank)->shared, part, offset);
}

unsigned int cuda_cpu_shared_rank(const void *p, const char *file, int line)
{
    struct worker *w = in_cluster("query_shared_rank()", file, line);
    size_t offset;
    int part;
    const struct worker *of = owner(w, p, &part, &offset);

    if (!of)
        cuda_cpu_report("fault", "%s:%d: query_shared_rank(): the address is not in shared memory", file, line);
    return of->rank;
}
