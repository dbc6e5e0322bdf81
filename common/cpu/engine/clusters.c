/* clusters.c: the blocks of a cluster run together, each on a worker of its own; their barrier; the places of their
 * shared memory.
 *
 * Those workers are a crew. They begin a cluster together, and the next one when all its blocks have ended. */
#include "clusters.h"

#include "../base/report.h"
#include "../base/shared.h"
#include "engine.h"
#include "lanes.h"
#include "outside.h"
#include "turns.h"

#include <string.h>

void cuda_cpu_join_crew(struct worker *w, unsigned int blocks)
{
    unsigned int rank = w->number % MAX_WORKERS % blocks;
    struct worker *first = cuda_cpu_worker(w->number - rank);

    if (w == first)
        w->own_crew = (struct crew){ .first = w->number, .size = blocks };
    w->crew = &first->own_crew;
    w->rank = rank;
    w->is_gathered = 0;
    cuda_cpu_begin_outside(w);
}

/* ---- The begin of a cluster ---------------------------------------------------------------- */

static void place_block(struct worker *w)
{
    const struct cuda_cpu_launch *l = w->job->launch;
    unsigned int r = w->rank, across = l->grid[0] / l->cluster[0], down = l->grid[1] / l->cluster[1];
    uint64_t c = w->crew->cluster;

    blockIdx.x = (unsigned int)(c % across) * l->cluster[0] + r % l->cluster[0];
    blockIdx.y = (unsigned int)(c / across % down) * l->cluster[1] + r / l->cluster[0] % l->cluster[1];
    blockIdx.z = (unsigned int)(c / across / down) * l->cluster[2] + r / l->cluster[0] / l->cluster[1];
}

int cuda_cpu_begin_in_cluster(struct worker *w)
{
    struct job *job = w->job;
    struct crew *crew = w->crew;
    unsigned int generation;

    pthread_mutex_lock(&job->lock);
    generation = crew->generation;
    w->is_gathered = 1;
    w->in_phase = 0;
    w->has_arrived = 0;
    memset(w->arrivals, 0, sizeof w->arrivals);
    memset(w->waits, 0, sizeof w->waits);
    if (++crew->gathered == crew->size) {
        crew->gathered = 0;
        crew->generation++;
        crew->phase = crew->arrived = 0;
        crew->futile = 0;
        crew->cluster = job->next++;
        for (unsigned int i = 0; i < crew->size; i++)
            member_of(crew, i)->is_gathered = 0;
        pthread_cond_broadcast(&job->met);
    } else {
        cuda_cpu_check_stuck(w);
        if (job->one_at_a_time)
            cuda_cpu_pass_turn(job, w);
        while (crew->generation == generation)
            pthread_cond_wait(&job->met, &job->lock);
        if (job->one_at_a_time)
            cuda_cpu_wait_for_turn(job, w);
    }
    pthread_mutex_unlock(&job->lock);
    if (crew->cluster >= job->clusters)
        return 0;
    place_block(w);
    return 1;
}

/* ---- The barrier --------------------------------------------------------------------------- */

/* Has the phase that lane t waits for been completed? */
static int is_past(const struct worker *w, unsigned int t)
{
    return (int32_t)(w->crew->phase - (uint32_t)w->in[t]) >= 0;
}

static const struct awaited phase = { .is_there = is_past };

/* The block's threads have all arrived, or ended. The caller holds the job's lock. */
static void block_arrives(struct worker *w)
{
    struct crew *crew = w->crew;

    w->has_arrived = 1;
    if (++crew->arrived < crew->size)
        return;
    crew->phase++;
    crew->arrived = 0;
    for (unsigned int i = 0; i < crew->size; i++) {
        struct worker *other = member_of(crew, i);

        other->in_phase = 0;
        other->has_arrived = !other->alive;     /* a block that has ended has arrived for good */
        crew->arrived += (unsigned int)other->has_arrived;
    }
    HOOK(cluster_phase, w);
    cuda_cpu_tell_others(w);
}

void cuda_cpu_end_lane_in_cluster(struct worker *w, unsigned int t)
{
    pthread_mutex_lock(&w->job->lock);
    if (!w->has_arrived) {
        if ((int32_t)(w->arrivals[t] - w->crew->phase) > 0)
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
    is_there = is_past(w, t);
    pthread_mutex_unlock(&w->job->lock);
    if (!is_there)
        wait_for_others(w, &phase, CUDA_CPU_CLUSTER, file, line);
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
    c->blocks = w->crew->size;
    c->rank = w->rank;
    c->is_asked = 1;
}

/* The worker of this worker's cluster in whose shared memory the address is; NULL: none. */
static struct worker *owner(const struct worker *w, const void *p, int *part, size_t *offset)
{
    for (unsigned int i = 0; i < w->crew->size; i++) {
        struct worker *other = member_of(w->crew, (w->rank + i) % w->crew->size);

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

    if (rank >= w->crew->size)
        cuda_cpu_report("fault", "%s:%d: map_shared_rank(%u): the ranks of this cluster are 0 to %u", file, line, rank,
                        w->crew->size - 1);
    if (!owner(w, p, &part, &offset))
        cuda_cpu_report("fault", "%s:%d: map_shared_rank(): the address is not in shared memory", file, line);
    return cuda_cpu_same_shared(member_of(w->crew, rank)->shared, part, offset);
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
