/* watchdog.h: looks whether a launch gets anywhere. */
#ifndef CUDA_CPU_WATCHDOG_H
#define CUDA_CPU_WATCHDOG_H

void cuda_cpu_watch(int workers);       /* a launch with so many begins; 0: it has ended */
double cuda_cpu_watch_seconds(void);

#endif
