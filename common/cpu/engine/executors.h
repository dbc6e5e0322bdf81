/* executors.h: each device has an OS thread that does its work, its executor. Where there are several devices, or the
 * program is inspected, only one of them, or a host thread, runs at a time: they take turns. Otherwise the executor runs
 * beside the host: it is free. */
#ifndef CUDA_CPU_EXECUTORS_H
#define CUDA_CPU_EXECUTORS_H

/* A host thread uses what belongs to the devices: until it leaves, no executor and no other host thread does. May be
 * nested. No effect on an executor, or where there is none. */
void cuda_cpu_enter(void);
void cuda_cpu_leave(void);

/* Starts the executors. do_next: does a device's next work, if there is some that can be done, and returns whether
 * there was. */
void cuda_cpu_start_executors(int (*do_next)(int device));
int cuda_cpu_is_executor(void);

/* A free executor: it does its work between these two, while others may use what belongs to the devices. */
void cuda_cpu_begin_work(void);
void cuda_cpu_end_work(void);

/* Is it free? Tells it that there is work. Waits until it has done some, or for as many milliseconds (0: for ever). A
 * host thread does its work for it. */
int cuda_cpu_is_free(void);
void cuda_cpu_wake_executor(void);
void cuda_cpu_wait_for_executor(int milliseconds);
void cuda_cpu_be_executor(int on);

/* Gives each device in this set (bit i: device i) a turn. TURN_DID: one of them has done its work; TURN_MOVED: its
 * kernel has come further; TURN_POLLS: no more than poll memory; TURN_WAITS: they wait for what only the host can do; TURN_NONE: there is nothing to do. The
 * caller has entered. */
enum { TURN_NONE, TURN_WAITS, TURN_POLLS, TURN_MOVED, TURN_DID };
int cuda_cpu_give_turns(unsigned int devices);

/* Lets other host threads in for a moment, or for as many milliseconds; the caller has entered. */
void cuda_cpu_let_hosts_in(int milliseconds);

/* On the executor, or on a worker of its kernel: ends this device's turn, and returns when it has the next. */
void cuda_cpu_end_turn(int what);

/* A thread of a kernel polls. After many polls in vain, the device's turn ends. */
struct worker;
void cuda_cpu_has_polled(struct worker *w);

#endif
