/* faults.h: what a kernel does that a processor stops. */
#ifndef CUDA_CPU_FAULTS_H
#define CUDA_CPU_FAULTS_H

#include "../base/worker.h"

void cuda_cpu_catch_signals(void);
void cuda_cpu_check_stacks(const struct worker *w);     /* after a launch */

#endif
