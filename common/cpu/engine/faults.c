/* faults.c: handles signals in a kernel, such as that of a bad address, and stack overflows. */
#define _GNU_SOURCE
#include "faults.h"

#include "../base/allocations.h"
#include "../base/calls.h"
#include "../base/hooks.h"
#include "../base/place.h"
#include "../base/report.h"
#include "../base/shared.h"
#include "watchdog.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static const char overflow[] = "a CUDA thread has %d KiB here";

static uint64_t *canary_of(const void *stack)
{
    return (uint64_t *)(((uintptr_t)stack & ~(uintptr_t)(STACK - 1)) + GUARD);
}

/* After a launch: checks the stacks that it used. */
void cuda_cpu_check_stacks(const struct worker *w)
{
    for (unsigned int i = w->fewest_idle; i < w->idles; i++)
        if (*canary_of(w->idle[i]) != CANARY)
            cuda_cpu_report("stack-overflow", overflow, (STACK - GUARD) >> 10);
}

/* After a fault: has a stack overflowed, or is the address just below one? */
static int overflowed(const struct worker *w, const char *address)
{
    for (int i = 0; i < 5 && w->stacks[i].base; i++)
        for (unsigned int k = 0; k < w->stacks[i].fibers; k++) {
            const char *stack = w->stacks[i].base + (size_t)k * STACK;

            if (*canary_of(stack) != CANARY || (address >= stack && address < stack + GUARD))
                return 1;
        }
    return 0;
}

/* The kind of mistake that a signal stands for, and its description. */
static const char *explain(const struct worker *w, int number, const siginfo_t *info, char *text,
                           size_t size)
{
    const char *address = info->si_addr, *shared = cuda_cpu_shared_space()->dynamic;
    char where[160];

    if (!cuda_cpu_is_worker(w)) {       /* overwritten by the program */
        snprintf(text, size, "memory fault, and the data of the block's thread are damaged");
        return "out-of-bounds";
    }
    if (number == HANGS && *cuda_cpu_endless_text()) {
        snprintf(text, size, "%s", cuda_cpu_endless_text());
        return "endless-loop";
    }
    if (number == HANGS) {
        snprintf(text, size, "for %g seconds no thread of the grid has ended or passed a barrier; "
                 "CUDA_CPU_SECONDS sets that time", cuda_cpu_watch_seconds());
        return "endless-loop";
    }
    if (number == SIGFPE) {
        snprintf(text, size, "integer division by zero, or its result is too large");
        return "fault";
    }
    if (number == SIGABRT || number == SIGILL || number == SIGTRAP) {
        snprintf(text, size, "%s", number == SIGABRT ? "assertion failed or abort()" : "__trap()");
        return "fault";
    }
    if (number == SIGBUS || info->si_code == 128) {     /* SI_KERNEL: no address is known */
        snprintf(text, size, "misaligned or impossible address");
        return "fault";
    }
    if (overflowed(w, address)) {
        snprintf(text, size, overflow, (STACK - GUARD) >> 10);
        return "stack-overflow";
    }
    if (shared && address >= shared + SHARED_SPACE && address < shared + 2 * SHARED_SPACE) {
        snprintf(text, size, "access %zu bytes beyond the end of dynamic shared memory; the launch "
                 "asked for %zu bytes", (size_t)(address - shared - SHARED_SPACE),
                 w->job->launch->shared);
        return "out-of-bounds";
    }
    number = cuda_cpu_describe_address(address, where, sizeof where);
    snprintf(text, size, "illegal memory access at address %p: %s", (const void *)address, where);
    return number == ADDRESS_FREED ? "use-after-free" : number == ADDRESS_OF_PEER ? "peer-access" : "out-of-bounds";
}

/* Finds the interrupted place and the calls that led to it. */
static unsigned int find_calls(const struct worker *w, const void *context, uintptr_t *at,
                               unsigned int most)
{
    const ucontext_t *c = context;
    unsigned int n = 0;
    const void *frame = NULL;

#if defined(__x86_64__) && defined(__linux__)
    at[n++] = (uintptr_t)c->uc_mcontext.gregs[REG_RIP] + 1;
    frame = (const void *)c->uc_mcontext.gregs[REG_RBP];
    /* The function has not set up its frame yet: its caller's address is on top of the stack. */
    for (uintptr_t top = (uintptr_t)c->uc_mcontext.gregs[REG_RSP], i = 0; i < 2; i++, top += 8)
        if (cuda_cpu_is_on_stack(w, (const void *)top))
            at[n++] = *(const uintptr_t *)top;
#elif defined(__aarch64__) && defined(__linux__)
    at[n++] = (uintptr_t)c->uc_mcontext.pc + 1;
    frame = (const void *)c->uc_mcontext.regs[29];
    at[n++] = (uintptr_t)c->uc_mcontext.regs[30];
#else
    (void)c;
#endif
    return n + cuda_cpu_find_calls(w, frame, at + n, most - n);
}

enum { INNERMOST = 32 };                /* calls that are searched for a line of the program, after those of libc */

/* Handles SIGSEGV and the like, on its own stack: a report in a kernel, elsewhere the usual end. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    struct worker *w = cuda_cpu_self;
    struct place place[INNERMOST] = { { .file = NULL } };
    static uintptr_t at[CALLS];
    unsigned int n;
    int is_told;
    const char *kind;
    char text[300];

    if (!w) {
        if (number == HANGS)            /* the launch has ended meanwhile */
            return;
        HOOK(print);
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    is_told = IS_INSPECTED && number == SIGSEGV && cuda_cpu_is_worker(w) && cuda_cpu_hooks.told(info->si_addr);
    cuda_cpu_begin_report();
    if (is_told)
        _exit(3);
    kind = explain(w, number, info, text, sizeof text);
    n = cuda_cpu_is_worker(w) ? find_calls(w, context, at, CALLS) : 0;
    cuda_cpu_print_kind(kind);
    if (cuda_cpu_is_worker(w))
        cuda_cpu_print_thread(cuda_cpu_running_kernel(w, at, n));
    fprintf(stderr, "%s\n", text);
    n = n < INNERMOST ? n : INNERMOST;
    cuda_cpu_find_places(at, n, place);
    for (unsigned int i = 0; i < n; i++)
        if (place[i].file && !place[i].is_own) {
            fprintf(stderr, "  %s:%d: here\n", place[i].file, place[i].line);
            cuda_cpu_print_source(stderr, place[i]);
            break;
        }
    _exit(3);
}

void cuda_cpu_catch_signals(void)
{
    static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, HANGS };
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}
