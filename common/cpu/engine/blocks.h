/* blocks.h: a worker's part in a launch. */
#ifndef CUDA_CPU_BLOCKS_H
#define CUDA_CPU_BLOCKS_H

#include "../base/worker.h"

void cuda_cpu_run_blocks(struct worker *w);     /* of its job, until none is left */
void cuda_cpu_fiber(void);              /* the body of each fiber */

#endif
