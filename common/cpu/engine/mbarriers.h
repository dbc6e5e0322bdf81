/* mbarriers.h: what copies ask of the mbarriers that count their bytes. */
#ifndef CUDA_CPU_MBARRIERS_H
#define CUDA_CPU_MBARRIERS_H

#include "../base/worker.h"

/* A copy has begun: it is made at once if a thread of the cluster waits for its mbarrier, and only copies are missing. The
 * caller holds the job's lock. */
void cuda_cpu_make_awaited_copies(struct worker *w, const uint64_t *barrier);

/* A phase that lacks only copies is over before somebody arrives in the next one: so they are made now. The caller holds
 * the job's lock. */
void cuda_cpu_end_phase(struct worker *w, const uint64_t *barrier);

#endif
