/* points.h: where threads synchronise beside the barriers of block and warp: the barrier of their cluster, and
 * mbarriers. And the bulk copies that mbarriers count. */
#ifndef CUDA_CPU_POINTS_H
#define CUDA_CPU_POINTS_H

#include "../inspected.h"

enum { CLUSTER_POINT = 0 };             /* the cluster's barrier; the others are mbarriers */

/* A worker begins a block; the first one of its cluster starts with no points but the cluster's barrier. */
void points_begin_block(struct worker *w, int is_first);
static inline int points_are_used(const struct worker *w) { return w->inspected->has_points; }

/* An mbarrier begins at this address, or ends. Its number; -1: there is none, or no room for it. */
void points_add(struct worker *w, const void *barrier);
void points_end(struct worker *w, const void *barrier);
int points_find(const struct worker *w, const void *barrier);

/* The current lane arrives in the phase that runs, or in this one. A phase is complete. The current lane has waited. */
void points_arrive(struct worker *w, int point);
void points_arrive_in(struct worker *w, int point, uint32_t phase);
void points_phase(struct worker *w, int point);
void points_wait(struct worker *w, int point);

/* Threads first ... end - 1 of the block, or only these lanes of the warp of the first, have met: each knows what any
 * of them did. */
void points_meet(struct worker *w, unsigned int first, unsigned int end, unsigned int lanes);

/* Is what thread t of this block of the cluster did at this time past for the current lane? Has the current lane waited
 * for the cluster's barrier? */
int points_are_past(const struct worker *w, uint32_t block, unsigned int t, uint32_t stamp);
int points_has_met_cluster(const struct worker *w);
int points_is_in_cluster(const struct worker *w, uint32_t block);

/* A bulk copy. `state` says how far it is (hooks.h), or is COPY_STARTED. */
enum { COPY_STARTED = -1 };
struct bulk_copy {
    char *to;
    const char *from;
    uint32_t size, phase;               /* phase of its mbarrier, once received */
    int state, point;                   /* point -1: it belongs to a group of its thread */
    uint64_t block;
    unsigned int thread;
    uint16_t site;
    int is_small;                       /* a cp.async, of a thread's own groups of them */
};
uint32_t points_add_copy(struct worker *w, const struct bulk_copy *c);      /* its number, from 1; 0: no room */
uint32_t points_copies(const struct worker *w);         /* the highest number */
void points_drop_copy(struct worker *w, uint32_t number);       /* no cell has its number any more */
void points_receive_copy(struct worker *w, uint32_t number);     /* in the phase of its mbarrier that runs */
struct bulk_copy *points_copy(const struct worker *w, uint32_t number);
int points_copy_is_past(const struct worker *w, uint32_t number);

#endif
