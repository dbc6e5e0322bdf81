/* barriers.h: opens barriers that wait for one last lane, when that lane ends. */
#ifndef CUDA_CPU_BARRIERS_H
#define CUDA_CPU_BARRIERS_H

#include "../base/worker.h"

/* Opens the block barrier, at which all live threads have arrived; returns their result. */
uint64_t cuda_cpu_open_barrier(struct worker *w);

/* Opens a tile's barrier if all its live threads have arrived; returns whether it did. */
int cuda_cpu_check_tile(struct worker *w, unsigned int first, unsigned int size);

#endif
