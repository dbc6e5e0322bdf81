/* watchdog.h: checks that a launch makes progress. */
#ifndef CUDA_CPU_WATCHDOG_H
#define CUDA_CPU_WATCHDOG_H

/* A launch with so many workers begins, the first of which has this number; 0: it has ended. */
void cuda_cpu_watch(unsigned int first, int workers);

/* One more host thread (-1: one less) waits for a device. */
void cuda_cpu_host_waits(int more);
int cuda_cpu_waiting_hosts(void);

/* Has no launch made progress for too long? */
extern volatile int cuda_cpu_hangs;

/* This OS thread leaves signals from outside to others from now on. */
void cuda_cpu_take_no_signals(void);
double cuda_cpu_watch_seconds(void);

#endif
