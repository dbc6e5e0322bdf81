/* outside.h: lanes that wait for something outside their block, such as the barrier of its cluster. */
#ifndef CUDA_CPU_OUTSIDE_H
#define CUDA_CPU_OUTSIDE_H

#include "../base/worker.h"

/* What lane t waits for: is it there? Asked with the job's lock held. For a report, what is still missing; NULL: there is
 * no more to say than its name. `only_a_while`: the lane goes on without it when nobody else can. */
struct awaited {
    int (*is_there)(const struct worker *w, unsigned int t);
    void (*describe)(const struct worker *w, unsigned int t, char *text, size_t size);
    int only_a_while;
};

/* What lane t waits for; NULL: for nothing outside its block. */
static inline const struct awaited *awaited_outside(const struct worker *w, unsigned int t)
{
    return w->outside[t / LANES] >> t % LANES & 1 ? w->awaited[t] : (const struct awaited *)0;
}

/* The worker of the crew with this rank. */
static inline struct worker *member_of(const struct crew *crew, unsigned int rank)
{
    return cuda_cpu_worker(crew->first + rank);
}

/* A worker joins its crew: none of its lanes waits. */
void cuda_cpu_begin_outside(struct worker *w);

/* Something that lanes of the crew may wait for has happened. The caller holds the job's lock. */
void cuda_cpu_tell_others(struct worker *w);

/* Makes lanes ready that wait outside for something that has happened, while others of the block can run. */
void cuda_cpu_look_outside(struct worker *w);

/* No lane can run, but some wait for something outside the block: waits until one of them can. Returns 0 if none waits
 * so. */
int cuda_cpu_wait_outside(struct worker *w);

/* Does every worker of the crew wait? Then lanes that wait only for a while go on, or the deadlock is reported. The caller
 * holds the job's lock. */
void cuda_cpu_check_stuck(struct worker *w);

#endif
