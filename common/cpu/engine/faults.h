/* faults.h: faults in a kernel: the processor stops it, or its stack overflows. */
#ifndef CUDA_CPU_FAULTS_H
#define CUDA_CPU_FAULTS_H

#include "../base/worker.h"

void cuda_cpu_catch_signals(void);
void cuda_cpu_check_stacks(const struct worker *w);     /* after a launch */

#endif
