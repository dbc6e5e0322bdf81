/* watchdog.h: checks that a launch makes progress. */
#ifndef CUDA_CPU_WATCHDOG_H
#define CUDA_CPU_WATCHDOG_H

void cuda_cpu_watch(int workers);       /* a launch with this many workers begins; 0: it has ended */

/* This OS thread leaves signals from outside to others from now on. */
void cuda_cpu_take_no_signals(void);
double cuda_cpu_watch_seconds(void);

#endif
