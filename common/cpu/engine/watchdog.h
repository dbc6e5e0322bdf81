/* watchdog.h: checks that a launch makes progress. */
#ifndef CUDA_CPU_WATCHDOG_H
#define CUDA_CPU_WATCHDOG_H

void cuda_cpu_watch(int workers);       /* a launch with this many workers begins; 0: it has ended */
double cuda_cpu_watch_seconds(void);

#endif
