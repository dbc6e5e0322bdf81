/* inspect_counts.h: lets a running program ask the inspector what it has seen of the kernels. Only for
 * programs made by `cpucc --inspect`; common/exercise.h uses it. */
#ifndef CUDA_CPU_INSPECT_COUNTS_H
#define CUDA_CPU_INSPECT_COUNTS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The number of mistakes so far: accesses or launches, of all kinds. */
unsigned long long cuda_cpu_inspect_found(void);

/* Prints the mistakes now instead of at the program's end. Later mistakes are not printed. */
void cuda_cpu_inspect_report(void);

/* Resets the counters, but keeps the mistakes. */
void cuda_cpu_inspect_restart(void);

/* The sum of a counter over all kernels launched since then, without those of the lessons' harness. `column`
 * is one of the CSV's columns from global_load_requests to global_store_bytes, or launches or blocks. A block that
 * was not observed counts as the mean of those that were, for the same kernel and shape. Negative if there is
 * no such column. */
double cuda_cpu_inspect_count(const char *column);

/* Limits the steps of kernels from now on: basic blocks, accesses and waits of all their threads, plus 1000 for
 * each launch. A program that exceeds the limit ends with a report (endless-loop, exit code 3). Unlike a limit
 * in seconds, this is the same on every machine. 0: no limit. */
void cuda_cpu_inspect_allow(unsigned long long steps);

#ifdef __cplusplus
}
#endif
#endif
