/* threads.h: the OS threads of this process. */
#ifndef CUDA_CPU_THREADS_H
#define CUDA_CPU_THREADS_H

#include <pthread.h>

/* Starts an OS thread of the CPU device; like pthread_create(). */
int cuda_cpu_start_thread(pthread_t *thread, void *(*run)(void *), void *argument);

/* How many the program itself has; 2 where the system does not say. */
int cuda_cpu_host_threads(void);

#endif
