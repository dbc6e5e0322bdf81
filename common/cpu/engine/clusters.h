/* clusters.h: the blocks of a cluster run together, each on a worker of its own. */
#ifndef CUDA_CPU_CLUSTERS_H
#define CUDA_CPU_CLUSTERS_H

#include "../base/worker.h"

/* Makes this worker one of the crew that runs clusters of so many blocks, before a launch. */
void cuda_cpu_join_crew(struct worker *w, unsigned int blocks);

/* Waits until all workers of the crew are there, and begins this worker's block of the next cluster; returns 0 if there
 * is none. */
int cuda_cpu_begin_in_cluster(struct worker *w);

/* Lane t of the block has ended: the cluster's barrier does not wait for it. */
void cuda_cpu_end_lane_in_cluster(struct worker *w, unsigned int t);

#endif
