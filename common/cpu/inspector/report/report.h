/* report.h: reports what was found and counted. */
#ifndef CUDA_CPU_INSPECTOR_REPORT_H
#define CUDA_CPU_INSPECTOR_REPORT_H

/* Prints everything, once: when the program ends, or before a report that ends it. */
void report_all(void);

/* Its parts: on stderr, and in the files that the environment names. Call lines_find() first. */
void report_findings(void);
void report_counters(const char *path);
void report_counters_now(const char *path); /* of kernels, not of lines: needs no lines_find() */
void report_bytes(const char *path);     /* of kernels: footprint.h */
void report_steps(const char *path);
void report_trace(const char *path);    /* before report_findings(), which folds them */

#endif
