/* report.c: says what went wrong in a kernel, and ends the program. */
#define _GNU_SOURCE
#include "inspect.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

const char *const cuda_cpu_kind_name[] = {
    [CUDA_CPU_BARRIER] = "__syncthreads()", [CUDA_CPU_COUNT] = "__syncthreads_count()",
    [CUDA_CPU_AND] = "__syncthreads_and()", [CUDA_CPU_OR] = "__syncthreads_or()",
    [CUDA_CPU_GRID] = "grid.sync()", [CUDA_CPU_SYNCWARP] = "__syncwarp()",
    [CUDA_CPU_SHFL] = "__shfl_sync()", [CUDA_CPU_SHFL_UP] = "__shfl_up_sync()",
    [CUDA_CPU_SHFL_DOWN] = "__shfl_down_sync()", [CUDA_CPU_SHFL_XOR] = "__shfl_xor_sync()",
    [CUDA_CPU_BALLOT] = "__ballot_sync() or __any_sync()", [CUDA_CPU_ALL] = "__all_sync()",
    [CUDA_CPU_MATCH_ANY] = "__match_any_sync()", [CUDA_CPU_MATCH_ALL] = "__match_all_sync()",
    [CUDA_CPU_ADD] = "__reduce_add_sync()", [CUDA_CPU_MIN_S] = "__reduce_min_sync()",
    [CUDA_CPU_MAX_S] = "__reduce_max_sync()", [CUDA_CPU_MIN_U] = "__reduce_min_sync()",
    [CUDA_CPU_MAX_U] = "__reduce_max_sync()", [CUDA_CPU_BITAND] = "__reduce_and_sync()",
    [CUDA_CPU_BITOR] = "__reduce_or_sync()", [CUDA_CPU_BITXOR] = "__reduce_xor_sync()",
    [TILE] = "sync() of a tile", [PARKED] = "__activemask()",
};

static const char overflow[] = "a CUDA thread has %d KiB here";

/* The first report ends the program; other threads wait for that. */
static void begin_report(void)
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
    inspect_print();
}

/* The kernel that runs, by the calls that led here. */
static __attribute__((noinline)) const char *kernel_here(const struct worker *w)
{
    static uintptr_t at[CALLS];

    return cuda_cpu_running_kernel(w, at, cuda_cpu_find_calls(w, __builtin_frame_address(0), at, CALLS));
}

static void print_place(const char *kernel)
{
    fprintf(stderr, "kernel %s, block (%u,%u,%u), thread (%u,%u,%u): ", kernel, blockIdx.x, blockIdx.y,
            blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

static __attribute__((noreturn)) void stop(const char *kind, const char *format, va_list list)
{
    begin_report();
    fprintf(stderr, "CPU device: ");
    if (kind)
        fprintf(stderr, "%s: ", kind);
    if (cuda_cpu_self)
        print_place(kernel_here(cuda_cpu_self));
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
    _exit(3);
}

void cuda_cpu_fail(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    stop(NULL, format, list);
}

void cuda_cpu_report(const char *kind, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    stop(kind, format, list);
}

/* Prints the set bits, as in "0-3, 7"; bit 0 of bits[0] is number 0. */
static void print_set(const unsigned int *bits, unsigned int words)
{
    unsigned int runs = 0, all = 0, end;

    for (unsigned int i = 0; i < words; i++)
        all += (unsigned int)__builtin_popcount(bits[i]);
    for (unsigned int i = 0; i < words * 32; i = end + 1) {
        for (end = i; end < words * 32 && bits[end / 32] >> end % 32 & 1;)
            end++;
        if (end == i)
            continue;
        if (runs++)
            fprintf(stderr, ", ");
        if (runs > 8) {
            fprintf(stderr, "... (%u in all)", all);
            return;
        }
        fprintf(stderr, end - i > 1 ? "%u-%u" : "%u", i, end - 1);
    }
}

/* No lane of the block can run: says who waits for what and ends the program. */
void cuda_cpu_report_deadlock(const struct worker *w)
{
    unsigned int seen[WARPS] = { 0 };

    begin_report();
    fprintf(stderr, "CPU device: deadlock: kernel %s, block (%u,%u,%u): of its %u threads %u "
            "wait, %u ended, none can go on\n", kernel_here(w), blockIdx.x, blockIdx.y,
            blockIdx.z, w->threads, w->alive, w->threads - w->alive);
    for (unsigned int t = 0, lines = 0; t < w->threads && lines < 20; t++) {
        const struct waiting *a = &w->waiting[t];
        unsigned int group[WARPS] = { 0 };

        if (!((w->live[t / LANES] & ~seen[t / LANES]) >> t % LANES & 1))
            continue;
        for (unsigned int u = t; u < w->threads; u++) {
            const struct waiting *b = &w->waiting[u];

            /* A warp operation is a group for each warp, anything else for the block. */
            if ((w->live[u / LANES] >> u % LANES & 1) && b->kind == a->kind && b->line == a->line
                && !strcmp(b->file, a->file) && b->mask == a->mask
                && (!a->mask || u / LANES == t / LANES)) {
                group[u / LANES] |= 1u << u % LANES;
                seen[u / LANES] |= 1u << u % LANES;
            }
        }
        fprintf(stderr, "  %s:%d: %s: threads ", a->file, (int)a->line,
                cuda_cpu_kind_name[a->kind]);
        print_set(group, WARPS);
        if (a->mask) {
            unsigned int missing = a->mask & w->live[t / LANES] & ~group[t / LANES];

            fprintf(stderr, " with mask 0x%08x, waiting for lanes ", a->mask);
            print_set(&missing, 1);
            fprintf(stderr, " of warp %u", t / LANES);
        }
        fprintf(stderr, "\n");
        lines++;
    }
    _exit(3);
}

/* Blocks wait in grid.sync() for a block that has ended. The job's lock is held. */
void cuda_cpu_report_grid_deadlock(const struct job *job)
{
    begin_report();
    fprintf(stderr, "CPU device: deadlock: kernel %s: of its %llu blocks %u wait, %u ended\n"
            "  %s:%d: grid.sync(): every block of the grid must come here\n",
            kernel_here(cuda_cpu_self), (unsigned long long)job->blocks, job->waiting, job->ended,
            job->place.file, (int)job->place.line);
    _exit(3);
}

static uint64_t *canary_of(const void *stack)
{
    return (uint64_t *)(((uintptr_t)stack & ~(uintptr_t)(STACK - 1)) + GUARD);
}

/* After a launch: looks at the stacks that it used. */
void cuda_cpu_check_stacks(const struct worker *w)
{
    for (unsigned int i = w->fewest_idle; i < w->idles; i++)
        if (*canary_of(w->idle[i]) != CANARY)
            cuda_cpu_report("stack-overflow", overflow, (STACK - GUARD) >> 10);
}

/* After a fault: whether a stack has overflowed, or just the address is below one. */
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

static char endless[200];               /* what is known of the loop that never ends; empty: only that */

/* The lane that runs does not come to an end: reported like what the watchdog finds, with its place. */
void cuda_cpu_report_endless(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(endless, sizeof endless, format, list);
    va_end(list);
    raise(HANGS);
    _exit(3);
}

/* What kind of mistake a signal tells of, and in words. */
static const char *explain(const struct worker *w, int number, const siginfo_t *info, char *text,
                           size_t size)
{
    const char *address = info->si_addr, *shared = cuda_cpu_shared_space()->dynamic;
    char where[160];

    if (!cuda_cpu_is_worker(w)) {       /* overwritten by the program */
        snprintf(text, size, "memory fault, and the data of the block's thread are damaged");
        return "out-of-bounds";
    }
    if (number == HANGS && *endless) {
        snprintf(text, size, "%s", endless);
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
    return number == ADDRESS_FREED ? "use-after-free" : "out-of-bounds";
}

/* The interrupted place and the calls that led to it. */
static unsigned int find_calls(const struct worker *w, const void *context, uintptr_t *at,
                               unsigned int most)
{
    const ucontext_t *c = context;
    unsigned int n = 0;
    const void *frame = NULL;

#if defined(__x86_64__) && defined(__linux__)
    at[n++] = (uintptr_t)c->uc_mcontext.gregs[REG_RIP] + 1;
    frame = (const void *)c->uc_mcontext.gregs[REG_RBP];
    /* A function that has not made its frame yet: its caller's address is on top of the stack. */
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

enum { INNERMOST = 8 };                 /* calls that are looked at for a line of the program */

/* SIGSEGV and the like, on a stack of its own: in a kernel a report, elsewhere the usual end. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    struct worker *w = cuda_cpu_self;
    struct place place[INNERMOST] = { { .file = NULL } };
    static uintptr_t at[CALLS];
    unsigned int n;
    const char *kind;
    char text[300];

    if (!w) {
        if (number == HANGS)            /* it has ended meanwhile */
            return;
        inspect_print();
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    begin_report();
    kind = explain(w, number, info, text, sizeof text);
    n = cuda_cpu_is_worker(w) ? find_calls(w, context, at, CALLS) : 0;
    fprintf(stderr, "CPU device: %s: ", kind);
    if (cuda_cpu_is_worker(w))
        print_place(cuda_cpu_running_kernel(w, at, n));
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
