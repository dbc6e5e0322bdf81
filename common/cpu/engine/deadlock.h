/* deadlock.h: reports threads that wait forever, and ends the program. */
#ifndef CUDA_CPU_DEADLOCK_H
#define CUDA_CPU_DEADLOCK_H

#include "../base/worker.h"

__attribute__((noreturn)) void cuda_cpu_report_deadlock(const struct worker *w);
__attribute__((noreturn)) void cuda_cpu_report_cluster_deadlock(const struct crew *crew);
__attribute__((noreturn)) void cuda_cpu_report_grid_deadlock(const struct job *job);

#endif
