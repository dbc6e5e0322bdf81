/* report.c: says what went wrong, and ends the program. */
#define _GNU_SOURCE
#include "report.h"

#include "calls.h"
#include "hooks.h"
#include "environment.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* The first report ends the program; other threads wait until it does. */
void cuda_cpu_begin_report(void)
{
    static int begun;
    static pthread_t reporter;

    if (__atomic_exchange_n(&begun, 1, __ATOMIC_SEQ_CST)) {
        if (pthread_equal(reporter, pthread_self()))    /* a fault in a report */
            _exit(3);
        for (;;)
            pause();
    }
    reporter = pthread_self();
    if (!ftrylockfile(stdout))
        fflush(stdout);
    HOOK(print);
}

void cuda_cpu_print_kind(const char *kind)
{
    const char *path = cuda_cpu_setting("CUDA_CPU_KINDS");
    FILE *kinds = path ? fopen(path, "a") : NULL;

    fprintf(stderr, "CPU device: %s: ", kind);
    if (kinds) {
        fprintf(kinds, "%s\n", kind);
        fclose(kinds);
    }
}

const char *cuda_cpu_kernel_here(const struct worker *w)
{
    static uintptr_t at[CALLS];

    return cuda_cpu_running_kernel(w, at, cuda_cpu_find_calls(w, __builtin_frame_address(0), at, CALLS));
}

void cuda_cpu_print_thread(const char *kernel)
{
    fprintf(stderr, "kernel %s, block (%u,%u,%u), thread (%u,%u,%u): ", kernel, blockIdx.x, blockIdx.y,
            blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

static __attribute__((noreturn)) void stop(int code, const char *kind, const char *format, va_list list)
{
    cuda_cpu_begin_report();
    if (kind)
        cuda_cpu_print_kind(kind);
    else
        fprintf(stderr, "CPU device: ");
    if (cuda_cpu_self)
        cuda_cpu_print_thread(cuda_cpu_kernel_here(cuda_cpu_self));
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
    _exit(code);
}

void cuda_cpu_fail(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    stop(3, NULL, format, list);
}

void cuda_cpu_usage(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    stop(2, NULL, format, list);
}

void cuda_cpu_report(const char *kind, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    stop(3, kind, format, list);
}

static char endless[200];               /* what is known about the endless loop; may be empty */

/* Reports that the running lane never ends, with its place, as the watchdog would. */
void cuda_cpu_report_endless(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(endless, sizeof endless, format, list);
    va_end(list);
    raise(HANGS);
    _exit(3);
}

const char *cuda_cpu_endless_text(void) { return endless; }
