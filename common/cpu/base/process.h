/* process.h: the device belongs to the process that used it first. */
#ifndef CUDA_CPU_PROCESS_H
#define CUDA_CPU_PROCESS_H

/* The process uses the device. */
void cuda_cpu_use_device(void);

/* Is this a forked child of a process that had used the device? As on a GPU, the child cannot use it. */
int cuda_cpu_is_lost(void);

/* The same, whether it can or not. */
int cuda_cpu_is_child(void);

/* This child can, all the same: it launches on its own OS thread only, and not cooperatively. */
void cuda_cpu_keep_device(void);

/* Do executors and the host take turns? So they do in an inspected program, and with several devices. */
extern int cuda_cpu_takes_turns;

/* Which one this is of those that MPI has begun; -1: the only one. */
extern int cuda_cpu_process_number;

#endif
