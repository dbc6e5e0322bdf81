/* report.h: tells what was found and counted. */
#ifndef CUDA_CPU_INSPECTOR_REPORT_H
#define CUDA_CPU_INSPECTOR_REPORT_H

/* Prints all, once: at the program's end, or before a report that ends it. */
void report_all(void);

/* Its parts: on stderr, and in the files that are asked for. After lines_find(). */
void report_findings(void);
void report_counters(const char *path);
void report_steps(const char *path);

#endif
