/* report.h: ends the program with exit code 3, after a report on stderr. */
#ifndef CUDA_CPU_REPORT_H
#define CUDA_CPU_REPORT_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CUDA_CPU_ENDS(format_, list) __attribute__((noreturn, format(printf, format_, list)))
#else
#define CUDA_CPU_ENDS(format_, list)
#endif

/* In a kernel the report names kernel, block and thread; `kind` is the kind of mistake: "deadlock". */
CUDA_CPU_ENDS(1, 2) void cuda_cpu_fail(const char *format, ...);
CUDA_CPU_ENDS(1, 2) void cuda_cpu_usage(const char *format, ...);      /* a setting: ends it with exit code 2 */
CUDA_CPU_ENDS(2, 3) void cuda_cpu_report(const char *kind, const char *format, ...);

/* Reports that the running lane never ends, with its place, as the watchdog would. */
CUDA_CPU_ENDS(1, 2) void cuda_cpu_report_endless(const char *format, ...);
const char *cuda_cpu_endless_text(void);        /* the text of that report; "" if there is none */
enum { HANGS = 12 };                    /* SIGUSR2: where is this OS thread? */

/* For reports in another form. Flushes earlier output; only the first report gets past this call.
 * Prints "CPU device: KIND: ", and appends the kind to the file that CUDA_CPU_KINDS names, if it is set.
 * The kernel that runs here. Prints "kernel ..., block ..., thread ...: ". */
struct worker;
void cuda_cpu_begin_report(void);
void cuda_cpu_print_kind(const char *kind);
const char *cuda_cpu_kernel_here(const struct worker *w);
void cuda_cpu_print_thread(const char *kernel);

#ifdef __cplusplus
}
#endif
#endif
