/* barriers.h: for a lane that ends: barriers that waited only for it. */
#ifndef CUDA_CPU_BARRIERS_H
#define CUDA_CPU_BARRIERS_H

#include "../base/worker.h"

/* All live threads of the block have arrived; returns what they get. */
uint64_t cuda_cpu_open_barrier(struct worker *w);

/* Opens the barrier of a tile if all its live threads are there; returns whether it has. */
int cuda_cpu_check_tile(struct worker *w, unsigned int first, unsigned int size);

#endif
