/* printing.c: printf in kernels. A GPU has a buffer of 1 MB for what kernels print between two flushes, and loses what
 * is too much, so a kernel that prints without end fills no disk. Here each launch may print as much; what comes after
 * that is dropped, and said once. cpucc has the linker send the program's calls here; those of the host go on. */
#include "printing.h"

#include "../base/calls.h"
#include "../base/devices.h"
#include "../base/report.h"
#include "../base/worker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static size_t limit = 1 << 20, printed[MAX_DEVICES];

void cuda_cpu_begin_printing(int device) { __atomic_store_n(&printed[device], 0, __ATOMIC_RELAXED); }
void cuda_cpu_set_printing_limit(size_t bytes) { __atomic_store_n(&limit, bytes, __ATOMIC_RELAXED); }

#if defined(__ELF__)
int __real_vprintf(const char *format, va_list list);
int __real_puts(const char *text);
int __real_putchar(int c);

/* May this thread print? A kernel only while there is room. */
static int may_print(void)
{
    static int said;
    struct worker *w = cuda_cpu_self;

    if (!w || __atomic_load_n(&printed[w->number / MAX_WORKERS], __ATOMIC_RELAXED)
            < __atomic_load_n(&limit, __ATOMIC_RELAXED))
        return 1;
    if (!__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
        fprintf(stderr, "CPU device: note: kernel %s printed %zu bytes in one launch, and what follows is dropped; a GPU "
                "has no more room, either (cudaLimitPrintfFifoSize)\n", cuda_cpu_kernel_here(w), limit);
    return 0;
}

static int count(int bytes)
{
    if (cuda_cpu_self && bytes > 0)
        __atomic_fetch_add(&printed[cuda_cpu_self->number / MAX_WORKERS], (size_t)bytes, __ATOMIC_RELAXED);
    return bytes;
}

int __wrap_vprintf(const char *format, va_list list);
int __wrap_vprintf(const char *format, va_list list)
{
    return may_print() ? count(__real_vprintf(format, list)) : -1;
}

int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...)
{
    va_list list;
    int bytes;

    va_start(list, format);
    bytes = __wrap_vprintf(format, list);
    va_end(list);
    return bytes;
}

/* What compilers and headers make of printf: */
int __wrap___printf_chk(int flag, const char *format, ...);
int __wrap___printf_chk(int flag, const char *format, ...)
{
    va_list list;
    int bytes;

    (void)flag;
    va_start(list, format);
    bytes = __wrap_vprintf(format, list);
    va_end(list);
    return bytes;
}

int __wrap___vprintf_chk(int flag, const char *format, va_list list);
int __wrap___vprintf_chk(int flag, const char *format, va_list list)
{
    (void)flag;
    return __wrap_vprintf(format, list);
}

int __wrap_puts(const char *text);
int __wrap_puts(const char *text)
{
    int result = may_print() ? __real_puts(text) : -1;

    if (result >= 0)
        count((int)strlen(text) + 1);
    return result;
}

int __wrap_putchar(int c);
int __wrap_putchar(int c)
{
    int result = may_print() ? __real_putchar(c) : -1;

    if (result >= 0)
        count(1);
    return result;
}
#endif
