/* inspect_counts.h: lets a running program ask the inspector what it has seen of the kernels, and tell it about
 * its memory. Only for programs made by `cpucc --inspect`; the lessons' harness and exercise.h use it. */
#ifndef CUDA_CPU_INSPECT_COUNTS_H
#define CUDA_CPU_INSPECT_COUNTS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The number of mistakes so far: accesses or launches, of all kinds. */
unsigned long long cuda_cpu_inspect_found(void);

/* Calls this function for each mistake from now on, also for equal ones, with its kind and the array that it is about
 * (NULL: none). */
void cuda_cpu_inspect_tell(void (*told)(const char *kind, const void *array));

/* Prints the mistakes now instead of at the program's end. Later mistakes are not printed. */
void cuda_cpu_inspect_report(void);

/* Writes the counters so far, without those of lines, to the file that CUDA_CPU_INSPECT_CSV names, with .NUMBER after its
 * name. Does nothing without that variable. */
void cuda_cpu_inspect_keep(unsigned number);

/* Resets the counters, and what devices have sent, but keeps the mistakes. */
void cuda_cpu_inspect_restart(void);

/* Lets a forked child use the device, which it otherwise cannot, as on a GPU: for launches that are bound to
 * fail. What is found in the child, the parent does not know. No cooperative launches. */
void cuda_cpu_inspect_child(void);

/* The sum of a counter over all kernels launched since then, without those of the lessons' harness. `column`
 * is one of the CSV's columns from global_load_requests to bulk_copy_bytes, or launches or blocks, or
 * blockDim_reads, by threads. A block that was not observed counts as the mean of those that were, for the same
 * kernel and shape. Negative if there is no such column. */
double cuda_cpu_inspect_count(const char *column);

/* The bytes that a device has sent to others, and in how many steps: by copies between devices, as a rank of NCCL, as its
 * ring would send them, by stores and atomics of its kernels, or because other devices' kernels loaded them. Of kernels
 * what was observed counts, and each access is a step. `steps` may be NULL. */
enum { CUDA_CPU_BY_COPIES, CUDA_CPU_BY_NCCL, CUDA_CPU_BY_STORES, CUDA_CPU_BY_LOADS };
unsigned long long cuda_cpu_inspect_sent(int device, int way, unsigned long long *steps);

/* Limits the steps of kernels from now on: basic blocks, accesses and waits of all their threads, plus 1000 for
 * each launch. A program that exceeds the limit ends with a report (endless-loop, exit code 3). Unlike a limit
 * in seconds, this is the same on every machine. 0: no limit. */
void cuda_cpu_inspect_allow(unsigned long long steps);

/* The same for how often a block may pass any one barrier, and how often kernels may be launched from the last
 * cuda_cpu_inspect_allow() on. */
void cuda_cpu_inspect_allow_passes(unsigned long long passes);

/* About device memory. Reports call an allocation by this name, of up to 23 characters. Kernels may use only the
 * first `used` of every `period` bytes of it from `from` on (used 0: all of it, period 0: there is only one), and
 * none before `from`, which lies anywhere in the allocation. Bytes that the
 * host has filled, so that a read of them shows, count as not written; or they count as written after all. */
void cuda_cpu_inspect_name(const void *allocation, const char *name);
void cuda_cpu_inspect_limit(const void *from, unsigned long used, unsigned long period);
void cuda_cpu_inspect_unwritten(const void *from, unsigned long bytes);
void cuda_cpu_inspect_written(const void *from, unsigned long bytes);

#ifdef __cplusplus
}
#endif
#endif
