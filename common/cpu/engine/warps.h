/* warps.h: completes warp operations that wait for one last lane, when that lane ends. */
#ifndef CUDA_CPU_WARPS_H
#define CUDA_CPU_WARPS_H

#include "../base/worker.h"

/* All live lanes of meeting i of the warp have arrived. Returns the current lane's result. */
uint64_t cuda_cpu_end_meeting(struct worker *w, unsigned int warp, unsigned int i);

#endif
