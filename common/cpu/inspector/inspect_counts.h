/* inspect_counts.h: for programs that ask the inspector, while they run, what it has seen of their
 * kernels. Only in programs that `cpucc --inspect` made; common/exercise.h uses it. */
#ifndef CUDA_CPU_INSPECT_COUNTS_H
#define CUDA_CPU_INSPECT_COUNTS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Mistakes seen so far: accesses or launches, all kinds together. */
unsigned long long cuda_cpu_inspect_found(void);

/* Prints the mistakes now, not at the program's end. What comes later is not printed any more. */
void cuda_cpu_inspect_report(void);

/* Forgets what was counted, not what was found. */
void cuda_cpu_inspect_restart(void);

/* What the kernels launched since then did, all together, without those of the lessons' harness. `column` is
 * one of the CSV's from global_load_requests to global_store_bytes, or launches or blocks. Of blocks that
 * were not observed the mean of the others is taken, of the same kernel and shape. A negative number
 * when there is no such column. */
double cuda_cpu_inspect_count(const char *column);

/* Allows the kernels so many steps from now on: basic blocks, accesses and waits of all their threads, and
 * 1000 for each launch. Who takes more is in a loop that never ends, and the program ends with a report
 * (endless-loop, exit code 3). Unlike a limit in seconds, this is the same on every machine. 0: no limit. */
void cuda_cpu_inspect_allow(unsigned long long steps);

#ifdef __cplusplus
}
#endif
#endif
