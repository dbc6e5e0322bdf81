/* warps.h: for a lane that ends: operations of its warp that waited only for it. */
#ifndef CUDA_CPU_WARPS_H
#define CUDA_CPU_WARPS_H

#include "../base/worker.h"

/* All live lanes of meeting i of the warp are there. Returns what the current lane gets. */
uint64_t cuda_cpu_end_meeting(struct worker *w, unsigned int warp, unsigned int i);

#endif
