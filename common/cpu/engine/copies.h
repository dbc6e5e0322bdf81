/* copies.h: bulk copies that are under way. */
#ifndef CUDA_CPU_COPIES_H
#define CUDA_CPU_COPIES_H

#include "../base/worker.h"

/* Makes the copies whose bytes this mbarrier counts. The caller holds the job's lock. */
void cuda_cpu_make_copies_for(struct worker *w, const uint64_t *barrier);

/* The block has ended: copies to and from its shared memory that nobody has waited for are never made. */
void cuda_cpu_drop_copies(struct worker *w);

#endif
