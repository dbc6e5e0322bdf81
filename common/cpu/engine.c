/* engine.c: runs CUDA kernels on the processor.
 *
 * Every CUDA thread of a block runs on a stack of its own (a fiber) and keeps the processor until
 * it has to wait: at a barrier, in a warp operation, or when it ends. Then the next lane that can
 * run goes on, found in bitmaps: one word of lanes for each warp, one word of warps for the block.
 * A block stays on one OS thread (a worker), so __shared__ variables are thread-local ones; the
 * blocks of a grid are handed out in order to the workers. In a cooperative launch every block
 * has a worker of its own, because all of them must be able to wait for each other.
 *
 * A fiber belongs to no particular thread: when a thread ends, its fiber begins the next one that
 * has not started. A kernel that never waits therefore runs as a plain loop on one stack. */
#define _GNU_SOURCE
#include "engine.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LANES = 32, WARPS = 32, THREADS = LANES * WARPS, MAX_WORKERS = 256,
    STACK = 64 << 10,                   /* bytes of stack for one CUDA thread */
    GUARD = 4096,                       /* of these, kept free below, to catch an overflow */
    SHARED_SPACE = 192 << 10,           /* room for dynamic shared memory, then as much guard */
    PATIENCE = 64,                      /* polls of one lane before another gets a turn */
    TURNS = 1024,                       /* lanes of one warp before another warp gets a turn */
    SMS = 4, THREADS_PER_SM = 2048, BLOCKS_PER_SM = 32, SHARED_PER_SM = 164 << 10,
    TILE = CUDA_CPU_KINDS, PARKED       /* two more things that a lane waits for */
};

static const uint64_t CANARY = 0x5ca1ab1e0ddba11bull;
/* What a shuffle gives that reads a lane which is not there: NaN as float, no small integer. */
static const uint64_t POISON = 0x7ffadbad7ffadbadull;

static const char *const kind_name[] = {
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

struct uint3 { unsigned int x, y, z; };

__thread struct uint3 threadIdx, blockIdx, blockDim, gridDim;
const int warpSize = LANES;
__thread char *cuda_cpu_dynamic_shared;
__thread int cuda_cpu_patience = PATIENCE;
__thread const char *cuda_cpu_kernel_name;

/* What a lane waits for: with which lanes of its warp (0: not a warp operation), and where. */
struct waiting {
    const char *file;
    unsigned int line : 24, kind : 8;
    unsigned int mask;
};

/* Lanes of one warp that meet in one operation. */
struct meeting { unsigned int mask, arrived; int kind; };

struct warp {
    unsigned int pending;               /* bit i: meeting i has lanes waiting */
    struct meeting meeting[LANES];
};

struct worker {
    void *home;                         /* the OS thread's own stack */
    const struct job *job;
    unsigned int current;               /* the lane that runs */
    unsigned int threads, alive;        /* of the block; of these, not ended */
    unsigned int warps;                 /* bit i: warp i may have lanes to run */
    unsigned int ready[WARPS];          /* lanes that can run */
    unsigned int fresh[WARPS];          /* of these, not begun */
    unsigned int live[WARPS];           /* lanes that have not ended */
    unsigned int parked[WARPS];         /* in __activemask */
    unsigned int polling[WARPS];        /* yielded since the warp last got somewhere */
    int turns;                          /* until another warp gets one */
    int kind;                           /* of the block barrier that lanes wait in */
    unsigned int arrived, votes;
    unsigned short tile[5][THREADS / 64];   /* arrived in tiles of 64, 128, ... 1024 threads */
    unsigned int in_tiles;
    struct warp warp[WARPS];
    /* For each lane. Not a structure: one step of a block should touch few cache lines. */
    void *stack[THREADS];               /* where it goes on, while it waits */
    struct uint3 index[THREADS];        /* its threadIdx */
    struct waiting waiting[THREADS];
    uint64_t in[THREADS], out[THREADS]; /* of the operation that it waits for */
    unsigned char from[THREADS], width[THREADS];    /* of a shuffle */
    uint64_t site[THREADS];             /* the calls that led it to __activemask */
    void *idle[THREADS];                /* stacks of fibers that run no lane */
    uint64_t *bottom[THREADS];          /* end of each stack, where the canary is */
    unsigned int fibers, idles, fewest_idle;
    char *shared_space;
    pthread_t os_thread;
    pthread_cond_t go;
};

struct job {
    const struct cuda_cpu_launch *launch;
    uint64_t blocks, next;              /* next: the first block that nobody took */
    unsigned int waiting, ended, generation;    /* blocks, in a cooperative launch */
    const char *file; int line;         /* where the waiting ones wait */
};

static struct {
    pthread_mutex_t launch;             /* one grid at a time */
    pthread_mutex_t lock;               /* for all below, and the counts of a cooperative job */
    pthread_cond_t done, grid;
    struct worker *worker[MAX_WORKERS];
    int count, running, size;
} pool = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, { 0 }, 0, 0, 0
};

static __thread struct worker *self;    /* while a kernel runs on this OS thread */

uint64_t cuda_cpu_switch(void **save, void *to, uint64_t value);
uint64_t cuda_cpu_jump(void **save, void *to, uint64_t value);
void cuda_cpu_start(void);
void cuda_cpu_fiber(void);

/* ---- Reports ------------------------------------------------------------------------------- */

static void begin_report(void)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    static __thread int reporting;

    if (reporting++)                    /* a fault in a report */
        _exit(3);
    pthread_mutex_lock(&one);           /* never unlocked: the first report ends the program */
    if (!ftrylockfile(stdout))
        fflush(stdout);
}

static void print_place(FILE *to)
{
    if (self)
        fprintf(to, "kernel %s, block (%u,%u,%u), thread (%u,%u,%u): ", self->job->launch->kernel,
                blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

void cuda_cpu_fail(const char *format, ...)
{
    va_list list;

    begin_report();
    fprintf(stderr, "CPU device: ");
    print_place(stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fprintf(stderr, "\n");
    _exit(3);
}

/* Prints the set bits, as in "0-3, 7"; bit 0 of bits[0] is number 0. */
static void print_set(const unsigned int *bits, unsigned int words)
{
    const char *comma = "";

    for (unsigned int i = 0; i < words * 32; i++) {
        unsigned int end = i;

        while (end < words * 32 && bits[end / 32] >> end % 32 & 1)
            end++;
        if (end > i) {
            fprintf(stderr, end - i > 1 ? "%s%u-%u" : "%s%u", comma, i, end - 1);
            comma = ", ";
            i = end;
        }
    }
}

/* No lane of the block can run: says who waits for what and ends the program. */
static void report_deadlock(struct worker *w)
{
    unsigned int seen[WARPS] = { 0 };

    begin_report();
    fprintf(stderr, "CPU device: deadlock in kernel %s, block (%u,%u,%u): %u of its %u threads "
            "wait, %u have ended, none can go on\n", w->job->launch->kernel,
            blockIdx.x, blockIdx.y, blockIdx.z, w->alive, w->threads, w->threads - w->alive);
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
        fprintf(stderr, "  %s:%d: %s: threads ", a->file, (int)a->line, kind_name[a->kind]);
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

/* Blocks wait in grid.sync() for a block that has ended. The pool's lock is held. */
static void report_grid_deadlock(const struct job *job)
{
    begin_report();
    fprintf(stderr, "CPU device: deadlock in kernel %s: %u of its %llu blocks wait, %u have ended\n"
            "  %s:%d: grid.sync(): every block of the grid must come here\n",
            job->launch->kernel, job->waiting, (unsigned long long)job->blocks, job->ended,
            job->file, job->line);
    _exit(3);
}

static int overflowed(const struct worker *w)
{
    for (unsigned int i = 0; i < w->fibers; i++)
        if (*w->bottom[i] != CANARY)
            return 1;
    return 0;
}

/* SIGSEGV and the like, on a stack of its own: in a kernel a report, elsewhere the usual end. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    const char *address = info->si_addr;
    struct worker *w = self;
    char text[200] = "";

    (void)context;
    if (!w) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    begin_report();
    fprintf(stderr, "CPU device: ");
    print_place(stderr);
    for (unsigned int i = 0; i < w->fibers; i++)
        if (address >= (char *)w->bottom[i] - GUARD && address < (char *)w->bottom[i] + 64)
            strcpy(text, "overflow");
    if (number == SIGFPE)
        fprintf(stderr, "integer division by zero\n");
    else if (number == SIGABRT || number == SIGILL || number == SIGTRAP)
        fprintf(stderr, "%s\n", number == SIGABRT ? "assertion failed or abort()" : "__trap()");
    else if (*text || overflowed(w))
        fprintf(stderr, "stack overflow: a CUDA thread has %d KiB here\n", (STACK - GUARD) >> 10);
    else if (address >= w->shared_space + SHARED_SPACE
             && address < w->shared_space + 2 * SHARED_SPACE)
        fprintf(stderr, "access %zu bytes beyond the end of dynamic shared memory; the launch "
                "asked for %zu bytes\n", (size_t)(address - w->shared_space - SHARED_SPACE),
                w->job->launch->shared);
    else {
        cuda_cpu_describe_address(address, text, sizeof text);
        fprintf(stderr, "illegal memory access at address %p: %s\n", (const void *)address, text);
    }
    _exit(3);
}

/* ---- Lanes and fibers ---------------------------------------------------------------------- */

/* Adds fibers until there are n; each stack begins at another offset, to spread over the cache. */
static void add_fibers(struct worker *w, unsigned int n)
{
    unsigned int more = n - w->fibers;
    char *space = mmap(NULL, (size_t)more * STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);

    if (space == MAP_FAILED)
        cuda_cpu_fail("no memory for the stacks of %u threads", n);
#if defined(__linux__)
    madvise(space, (size_t)more * STACK, MADV_NOHUGEPAGE);
#endif
    for (unsigned int i = 0; i < more; i++, space += STACK) {
        uintptr_t *top = (uintptr_t *)(space + STACK - (w->fibers * 9 % 64) * 64);

#if defined(__linux__)
        madvise(space, GUARD, 102);     /* MADV_GUARD_INSTALL, since Linux 6.13 */
#endif
#if defined(__x86_64__)
        top -= 7;                       /* six registers and the address */
        top[6] = (uintptr_t)cuda_cpu_start;
#else
        top -= 20;
        top[11] = (uintptr_t)cuda_cpu_start;
#endif
        w->bottom[w->fibers] = (uint64_t *)(space + GUARD);
        *w->bottom[w->fibers++] = CANARY;
        w->idle[w->idles++] = top;
    }
}

static inline void become(struct worker *w, unsigned int t)
{
    w->current = t;
    threadIdx = w->index[t];
}

/* Takes an idle fiber for lane t, which has not begun. */
static inline void *fresh_stack(struct worker *w, unsigned int t)
{
    w->fresh[t / LANES] &= ~(1u << t % LANES);
    if (--w->idles < w->fewest_idle)
        w->fewest_idle = w->idles;
    if (w->idles)
        __builtin_prefetch(w->idle[w->idles - 1]);
    return w->idle[w->idles];
}

/* Leaves lane t for lane `next`; returns, when t goes on, what its operation gave. The two ways
 * are the same but for the processor's prediction (see switch.S). A tail call, like those of
 * wait_here and its callers: a lane that waits then occupies one or two cache lines of stack. */
static inline uint64_t go_on(struct worker *w, unsigned int t, unsigned int next)
{
    w->current = next;
    threadIdx = w->index[next];
    if (w->fresh[next / LANES] >> next % LANES & 1)
        return cuda_cpu_jump(&w->stack[t], fresh_stack(w, next), 0);
    __builtin_prefetch(w->stack[(next + 1) % THREADS]);
    return cuda_cpu_switch(&w->stack[t], w->stack[next], w->out[next]);
}

static inline void make_ready(struct worker *w, unsigned int warp, unsigned int lanes)
{
    w->ready[warp] |= lanes;
    w->warps |= 1u << warp;
}

/* Releases from __activemask the lanes of the warp that came there by the same calls. */
static void release_parked(struct worker *w, unsigned int warp)
{
    unsigned int group = 0, first = __builtin_ctz(w->parked[warp]);
    const uint64_t *site = &w->site[warp * LANES];

    for (unsigned int m = w->parked[warp]; m; m &= m - 1)
        if (site[__builtin_ctz(m)] == site[first])
            group |= 1u << __builtin_ctz(m);
    for (unsigned int m = group; m; m &= m - 1)
        w->out[warp * LANES + __builtin_ctz(m)] = group;
    w->parked[warp] &= ~group;
    make_ready(w, warp, group);
}

/* The next lane that can run, or -1: the next one of this warp, else of the warps that follow. */
static inline int next_lane(struct worker *w)
{
    unsigned int warp = w->current / LANES, above = ~1u << w->current % LANES;

    for (;;) {
        unsigned int ready = w->ready[warp];

        if (ready && --w->turns) {
            unsigned int later = ready & above;
            return warp * LANES + __builtin_ctz(later ? later : ready);
        }
        if (!ready && w->parked[warp]) {
            release_parked(w, warp);
            continue;
        }
        if (!ready)
            w->warps &= ~(1u << warp);
        if (!w->warps)
            return -1;
        w->turns = TURNS;
        unsigned int later = w->warps & (~1u << warp);
        warp = __builtin_ctz(later ? later : w->warps);
        above = 0;
    }
}

/* Lets other lanes run until somebody makes the current one ready. */
static inline uint64_t wait_here(struct worker *w, unsigned int kind, unsigned int mask,
                                 const char *file, int line)
{
    unsigned int t = w->current;
    int next;

    w->waiting[t] = (struct waiting){ file, (unsigned int)line, kind, mask };
    w->ready[t / LANES] &= ~(1u << t % LANES);
    next = next_lane(w);
    if (next < 0)
        report_deadlock(w);
    if ((unsigned int)next == t)
        return w->out[t];
    return go_on(w, t, (unsigned int)next);
}

void cuda_cpu_yield(void)
{
    struct worker *w = self;
    unsigned int t, warp, above, next;

    cuda_cpu_patience = PATIENCE;
    if (!w)
        return;
    t = w->current;
    warp = t / LANES;
    above = ~1u << t % LANES;
    w->polling[warp] |= 1u << t % LANES;
    if (w->parked[warp] && !(w->ready[warp] & ~w->polling[warp])) {
        release_parked(w, warp);        /* they may be what this lane waits for */
        w->polling[warp] = 0;
    }
    if (w->ready[warp] & above) {
        next = warp * LANES + __builtin_ctz(w->ready[warp] & above);
    } else {
        do {                            /* every lane gets its turn, in order */
            warp = (warp + 1) % WARPS;
        } while (!w->ready[warp]);
        next = warp * LANES + __builtin_ctz(w->ready[warp]);
    }
    if (next == t) {
        sched_yield();
        return;
    }
    go_on(w, t, next);
}

/* ---- Barriers ------------------------------------------------------------------------------ */

/* Waits for the other blocks of a cooperative grid. */
static void meet_grid(struct job *job, const char *file, int line)
{
    unsigned int generation;

    pthread_mutex_lock(&pool.lock);
    generation = job->generation;
    job->file = file;
    job->line = line;
    if (++job->waiting == job->blocks) {
        job->waiting = 0;
        job->generation++;
        pthread_cond_broadcast(&pool.grid);
    } else if (job->waiting + job->ended == job->blocks) {
        report_grid_deadlock(job);
    }
    while (job->generation == generation)
        pthread_cond_wait(&pool.grid, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

/* All live threads of the block have arrived; returns what they get. */
static uint64_t open_barrier(struct worker *w, const char *file, int line)
{
    uint64_t result = w->kind == CUDA_CPU_AND ? w->votes == w->arrived
                    : w->kind == CUDA_CPU_OR ? w->votes != 0 : w->votes;

    if (w->kind == CUDA_CPU_GRID)
        meet_grid((struct job *)w->job, file, line);
    if (w->kind != CUDA_CPU_BARRIER)
        for (unsigned int t = 0; t < w->threads; t++)
            w->out[t] = result;
    w->arrived = w->votes = 0;
    for (unsigned int i = 0; i * LANES < w->threads; i++)
        if (w->live[i])
            make_ready(w, i, w->live[i]);
    return result;
}

static __attribute__((noinline, noreturn)) void refuse_barrier(struct worker *w, int kind,
                                                              const char *file, int line)
{
    if (!w)
        cuda_cpu_fail("%s:%d: %s outside a kernel", file, line, kind_name[kind]);
    if (w->arrived && w->kind != kind)
        cuda_cpu_fail("%s:%d: %s, but %u threads of the block wait in %s", file, line,
                      kind_name[kind], w->arrived, kind_name[w->kind]);
    cuda_cpu_fail("%s:%d: grid.sync() needs a cooperative launch (cudaLaunchCooperativeKernel)",
                  file, line);
}

static inline uint64_t barrier(int kind, int predicate, const char *file, int line)
{
    struct worker *w = self;

    if (!w || (w->arrived && w->kind != kind)
        || (kind == CUDA_CPU_GRID && !w->job->launch->cooperative))
        refuse_barrier(w, kind, file, line);
    w->kind = kind;
    w->votes += predicate != 0;
    if (++w->arrived == w->alive)
        return open_barrier(w, file, line);
    return wait_here(w, kind, 0, file, line);
}

uint64_t cuda_cpu_syncthreads(const char *file, int line)
{
    return barrier(CUDA_CPU_BARRIER, 0, file, line);
}

uint64_t cuda_cpu_barrier(int kind, int predicate, const char *file, int line)
{
    return barrier(kind, predicate, file, line);
}

/* Opens the barrier of a tile above a warp when all its live threads are there. */
static int check_tile(struct worker *w, unsigned int first, unsigned int size)
{
    unsigned short *arrived = &w->tile[__builtin_ctz(size) - 6][first / size];
    unsigned int alive = 0;

    for (unsigned int i = first / LANES; i < (first + size) / LANES; i++)
        alive += __builtin_popcount(w->live[i]);
    if (!*arrived || *arrived != alive)
        return 0;
    for (unsigned int i = first / LANES; i < (first + size) / LANES; i++)
        if (w->live[i])
            make_ready(w, i, w->live[i]);
    w->in_tiles -= alive;
    *arrived = 0;
    return 1;
}

uint64_t cuda_cpu_tile_barrier(unsigned int first, unsigned int size, const char *file, int line)
{
    struct worker *w = self;

    w->tile[__builtin_ctz(size) - 6][first / size]++;
    w->in_tiles++;
    return check_tile(w, first, size) ? 0 : wait_here(w, TILE, 0, file, line);
}

/* ---- Warp operations ----------------------------------------------------------------------- */

/* Gives to each of `lanes` the value of the lane that its shuffle names; past the end of its
 * segment of `width` lanes it keeps its own. */
static inline __attribute__((always_inline)) void shuffle(const struct worker *w, uint64_t *out,
                                                          unsigned int first, int kind,
                                                          unsigned int lanes)
{
    const uint64_t *in = &w->in[first];

    for (unsigned int m = lanes; m; m &= m - 1) {
        unsigned int lane = __builtin_ctz(m), from = w->from[first + lane];
        unsigned int width = w->width[first + lane], start = lane & (0u - width);
        unsigned int end = start + width - 1, s;

        switch (kind) {
        case CUDA_CPU_SHFL: s = start + (from & (width - 1)); break;
        case CUDA_CPU_SHFL_UP: s = from > lane - start ? lane : lane - from; break;
        case CUDA_CPU_SHFL_DOWN: s = from > end - lane ? lane : lane + from; break;
        default: s = (lane ^ from) > end ? lane : lane ^ from;
        }
        out[lane] = lanes >> s & 1 ? in[s] : POISON;
    }
}

/* All live lanes of the mask are there: computes what each of them gets. */
static inline void compute(struct worker *w, unsigned int warp, int kind, unsigned int lanes)
{
    const uint64_t *in = &w->in[warp * LANES];
    uint64_t *out = &w->out[warp * LANES], all;
    unsigned int m, first = __builtin_ctz(lanes);

    switch (kind) {
    case CUDA_CPU_SYNCWARP:
        return;
    case CUDA_CPU_SHFL: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL, lanes); return;
    case CUDA_CPU_SHFL_UP: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL_UP, lanes); return;
    case CUDA_CPU_SHFL_DOWN: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL_DOWN, lanes); return;
    case CUDA_CPU_SHFL_XOR: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL_XOR, lanes); return;
    case CUDA_CPU_MATCH_ANY:
        for (m = lanes; m; m &= m - 1) {
            unsigned int lane = __builtin_ctz(m), same = 0;
            for (unsigned int o = lanes; o; o &= o - 1)
                if (in[__builtin_ctz(o)] == in[lane])
                    same |= 1u << __builtin_ctz(o);
            out[lane] = same;
        }
        return;
    case CUDA_CPU_MATCH_ALL: case CUDA_CPU_BALLOT: case CUDA_CPU_ALL:
        all = 0;
        for (m = lanes; m; m &= m - 1)
            if (kind == CUDA_CPU_MATCH_ALL ? in[__builtin_ctz(m)] == in[first]
                                           : in[__builtin_ctz(m)] != 0)
                all |= m & -m;
        if (kind != CUDA_CPU_BALLOT)
            all = all == lanes ? lanes : 0;
        break;
    default:
        all = in[first];
        for (m = lanes & (lanes - 1); m; m &= m - 1) {
            uint32_t a = (uint32_t)all, b = (uint32_t)in[__builtin_ctz(m)];
            switch (kind) {
            case CUDA_CPU_ADD: all = a + b; break;
            case CUDA_CPU_MIN_S: all = (int32_t)a < (int32_t)b ? a : b; break;
            case CUDA_CPU_MAX_S: all = (int32_t)a > (int32_t)b ? a : b; break;
            case CUDA_CPU_MIN_U: all = a < b ? a : b; break;
            case CUDA_CPU_MAX_U: all = a > b ? a : b; break;
            case CUDA_CPU_BITAND: all = a & b; break;
            case CUDA_CPU_BITOR: all = a | b; break;
            default: all = a ^ b;
            }
        }
    }
    for (m = lanes; m; m &= m - 1)
        out[__builtin_ctz(m)] = all;
}

/* All live lanes of meeting i of the warp are there. Returns what the current lane gets. */
static __attribute__((noinline)) uint64_t end_meeting(struct worker *w, unsigned int warp,
                                                      unsigned int i)
{
    struct warp *p = &w->warp[warp];

    p->pending &= ~(1u << i);
    if (p->meeting[i].arrived) {
        compute(w, warp, p->meeting[i].kind, p->meeting[i].arrived);
        make_ready(w, warp, p->meeting[i].arrived);
    }
    return w->out[w->current];
}

/* The meeting of the lanes of this mask; a new one if nobody is there yet. */
static __attribute__((noinline)) unsigned int find_meeting(struct warp *p, int kind,
                                                           unsigned int mask)
{
    unsigned int i;

    for (unsigned int m = p->pending; m; m &= m - 1)
        if (p->meeting[__builtin_ctz(m)].mask == mask)
            return __builtin_ctz(m);
    i = __builtin_ctz(~p->pending);
    p->pending |= 1u << i;
    p->meeting[i] = (struct meeting){ mask, 0, kind };
    return i;
}

static __attribute__((noinline, noreturn)) void refuse_warp(int kind, unsigned int mask,
                                                           int other, const char *file, int line)
{
    if (!self)
        cuda_cpu_fail("%s:%d: %s outside a kernel", file, line, kind_name[kind]);
    if (!other)
        cuda_cpu_fail("%s:%d: %s with mask 0x%08x, which does not name the calling lane %u",
                      file, line, kind_name[kind], mask, self->current % LANES);
    cuda_cpu_fail("%s:%d: %s, but other lanes of mask 0x%08x wait in %s",
                  file, line, kind_name[kind], mask, kind_name[other]);
}

uint64_t cuda_cpu_warp(int kind, unsigned int mask, uint64_t value, unsigned int from_width,
                       const char *file, int line)
{
    struct worker *w = self;
    unsigned int t, warp, i;
    struct warp *p;

    if (!w || !(mask >> w->current % LANES & 1))
        refuse_warp(kind, mask, 0, file, line);
    t = w->current;
    warp = t / LANES;
    p = &w->warp[warp];
    w->in[t] = value;
    w->from[t] = (unsigned char)(from_width >> 8);
    w->width[t] = (unsigned char)from_width;
    i = p->pending == 1 && p->meeting[0].mask == mask ? 0 : find_meeting(p, kind, mask);
    if (p->meeting[i].kind != kind)
        refuse_warp(kind, mask, p->meeting[i].kind, file, line);
    p->meeting[i].arrived |= 1u << t % LANES;
    if (p->meeting[i].arrived == (mask & w->live[warp]))
        return end_meeting(w, warp, i);
    return wait_here(w, kind, mask, file, line);
}

uint64_t cuda_cpu_activemask(const char *file, int line)
{
    struct worker *w = self;
    unsigned int t = w->current;
    void **frame = __builtin_frame_address(0);
    uint64_t site = 0;

    /* The return addresses up to the kernel (user code keeps frame pointers): lanes that called
     * the same function from two branches must not be taken together. */
    for (int depth = 0; frame && depth < 16; depth++, frame = frame[0])
        site = site * 0x9e3779b97f4a7c15ull + (uintptr_t)frame[1];
    w->site[t] = site;
    w->parked[t / LANES] |= 1u << t % LANES;
    return wait_here(w, PARKED, 0, file, line);
}

/* ---- Blocks -------------------------------------------------------------------------------- */

/* Sets up the next block of the grid; 0 when there is none. */
static int begin_block(struct worker *w)
{
    struct job *job = (struct job *)w->job;
    const struct cuda_cpu_launch *l = job->launch;
    uint64_t b = __atomic_fetch_add(&job->next, 1, __ATOMIC_RELAXED);
    uint32_t *word = (uint32_t *)cuda_cpu_dynamic_shared;

    if (b >= job->blocks)
        return 0;
    blockIdx.x = b % l->grid[0];
    blockIdx.y = b / l->grid[0] % l->grid[1];
    blockIdx.z = b / l->grid[0] / l->grid[1];
    for (size_t i = 0; i < l->shared / 4; i++)
        word[i] = (uint32_t)POISON;
    w->alive = w->threads;
    w->arrived = w->votes = 0;
    w->turns = TURNS;
    for (unsigned int i = 0; i * LANES < w->threads; i++) {
        unsigned int left = w->threads - i * LANES;

        w->live[i] = w->ready[i] = w->fresh[i] = left < LANES ? (1u << left) - 1 : ~0u;
        w->warps |= 1u << i;
    }
    return 1;
}

/* The current lane has ended; returns the next one to run, or -1 when the worker is done. */
static int end_lane(struct worker *w)
{
    unsigned int t = w->current, warp = t / LANES;
    int next;

    w->live[warp] &= ~(1u << t % LANES);
    w->ready[warp] &= ~(1u << t % LANES);
    w->alive--;
    for (unsigned int m = w->warp[warp].pending; m; m &= m - 1) {
        const struct meeting *meeting = &w->warp[warp].meeting[__builtin_ctz(m)];

        if (meeting->arrived == (meeting->mask & w->live[warp]))
            end_meeting(w, warp, __builtin_ctz(m));
    }
    for (unsigned int size = 64; w->in_tiles && size <= THREADS; size *= 2)
        check_tile(w, t & ~(size - 1), size);
    if (w->arrived && w->arrived == w->alive)
        open_barrier(w, w->job->file, w->job->line);
    next = next_lane(w);
    if (next >= 0)
        return next;
    if (w->alive)
        report_deadlock(w);
    if (w->job->launch->cooperative) {
        struct job *job = (struct job *)w->job;

        pthread_mutex_lock(&pool.lock);
        job->ended++;
        if (job->waiting && job->waiting + job->ended == job->blocks)
            report_grid_deadlock(job);
        pthread_mutex_unlock(&pool.lock);
        return -1;
    }
    return begin_block(w) ? 0 : -1;
}

/* Runs the current lane to its end, then begins the next one on this fiber (returns NULL) or
 * returns the stack to go to. Not inlined: fibers of the first worker may go on in another host
 * thread, where the addresses of thread-local variables are others. */
static __attribute__((noinline)) void *run_lane(void)
{
    struct worker *w = self;
    int next;

    w->job->launch->run(w->job->launch->arguments);
    next = end_lane(w);
    if (next < 0)
        return w->home;
    become(w, next);
    if (!(w->fresh[next / LANES] >> next % LANES & 1))
        return __builtin_prefetch(w->stack[(next + 1) % THREADS]), w->stack[next];
    w->fresh[next / LANES] &= ~(1u << next % LANES);
    return NULL;
}

static __attribute__((noinline)) void leave_fiber(void *to)
{
    struct worker *w = self;

    cuda_cpu_jump(&w->idle[w->idles++], to, w->out[w->current]);
}

void cuda_cpu_fiber(void)
{
    for (;;) {
        void *to = run_lane();

        if (to)
            leave_fiber(to);
    }
}

/* Runs blocks of the job on this OS thread until none is left. */
static void work(struct worker *w, const struct job *job)
{
    static __thread char *signal_stack;
    const struct cuda_cpu_launch *l = job->launch;

    if (!signal_stack) {
        stack_t stack = { .ss_size = 64 << 10 };

        signal_stack = stack.ss_sp = malloc(stack.ss_size);
        sigaltstack(&stack, NULL);
    }
    if (!w->shared_space) {
        w->shared_space = mmap(NULL, 2 * SHARED_SPACE, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
        if (w->shared_space == MAP_FAILED)
            cuda_cpu_fail("no memory for shared memory");
        mprotect(w->shared_space + SHARED_SPACE, SHARED_SPACE, PROT_NONE);
    }
    cuda_cpu_dynamic_shared = w->shared_space + SHARED_SPACE - ((l->shared + 15) & ~(size_t)15);
    blockDim = (struct uint3){ l->block[0], l->block[1], l->block[2] };
    gridDim = (struct uint3){ l->grid[0], l->grid[1], l->grid[2] };
    w->job = job;
    w->threads = blockDim.x * blockDim.y * blockDim.z;
    if (w->fibers < w->threads)
        add_fibers(w, w->threads);
    w->fewest_idle = w->idles;
    for (unsigned int t = 0; t < w->threads; t++)
        w->index[t] = (struct uint3){ t % blockDim.x, t / blockDim.x % blockDim.y,
                                           t / blockDim.x / blockDim.y };
    if (begin_block(w)) {
        self = w;
        become(w, 0);
        cuda_cpu_jump(&w->home, fresh_stack(w, 0), 0);
        if (overflowed(w))
            cuda_cpu_fail("stack overflow: a CUDA thread has %d KiB here", (STACK - GUARD) >> 10);
        self = NULL;
    }
}

static void *worker_main(void *argument)
{
    struct worker *w = argument;

    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (!w->job)
            pthread_cond_wait(&w->go, &pool.lock);
        pthread_mutex_unlock(&pool.lock);
        work(w, w->job);
        pthread_mutex_lock(&pool.lock);
        w->job = NULL;
        if (!--pool.running)
            pthread_cond_signal(&pool.done);
    }
    return NULL;
}

/* Makes sure that there are n workers. Worker 0 is the host thread that launches. */
static void add_workers(int n)
{
    for (; pool.count < n; pool.count++) {
        struct worker *w = mmap(NULL, sizeof *w, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON,
                                -1, 0);

        if (w == MAP_FAILED)
            cuda_cpu_fail("no memory for %d workers", n);
        pthread_cond_init(&w->go, NULL);
        if (pool.count && pthread_create(&w->os_thread, NULL, worker_main, w))
            cuda_cpu_fail("cannot start %d OS threads", n);
        pool.worker[pool.count] = w;
    }
}

static int count_cores(void)
{
    const char *text = getenv("CUDA_CPU_THREADS");
    long n = text ? strtol(text, NULL, 10) : 0;

#if defined(__linux__)
    cpu_set_t set;

    if (n < 1 && !sched_getaffinity(0, sizeof set, &set))
        n = CPU_COUNT(&set);
#endif
    if (n < 1)
        n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_WORKERS ? MAX_WORKERS : (int)n;
}

static void start_pool(void)
{
    static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT };
    struct sigaction action;

    pool.size = count_cores();
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

int cuda_cpu_in_kernel(void) { return self != NULL; }

int cuda_cpu_is_cooperative(void) { return self && self->job->launch->cooperative; }

int cuda_cpu_blocks_per_sm(unsigned int threads, size_t shared)
{
    unsigned int warps = (threads + LANES - 1) / LANES, n;

    if (!threads || threads > THREADS || shared > SHARED_PER_SM - 1024)
        return 0;
    n = THREADS_PER_SM / LANES / warps;
    if (n > SHARED_PER_SM / (shared + 1024))    /* each block has 1 KiB of overhead */
        n = SHARED_PER_SM / (shared + 1024);
    return n > BLOCKS_PER_SM ? BLOCKS_PER_SM : n;
}

int cuda_cpu_run(const struct cuda_cpu_launch *l, size_t shared_limit)
{
    struct job job = { .launch = l };
    uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    int n;

    if (self)
        cuda_cpu_fail("launches kernel %s: the CPU device runs no kernels from kernels",
                      l->kernel);
    for (int i = 0; i < 3; i++)
        if (!l->grid[i] || !l->block[i] || l->block[i] > (i < 2 ? 1024 : 64)
            || l->grid[i] > (i ? 65535 : 0x7fffffff))
            return 9;                   /* cudaErrorInvalidConfiguration */
    if (threads > THREADS)
        return 9;
    if (l->shared > shared_limit)
        return 1;                       /* cudaErrorInvalidValue */
    job.blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    if (l->cooperative
        && job.blocks > (uint64_t)SMS * cuda_cpu_blocks_per_sm((unsigned int)threads, l->shared))
        return 720;                     /* cudaErrorCooperativeLaunchTooLarge */

    pthread_mutex_lock(&pool.launch);
    if (!pool.size)
        start_pool();
    n = l->cooperative || job.blocks < (uint64_t)pool.size ? (int)job.blocks : pool.size;
    add_workers(n);
    if (n > 1) {
        pthread_mutex_lock(&pool.lock);
        pool.running = n - 1;
        for (int i = 1; i < n; i++) {
            pool.worker[i]->job = &job;
            pthread_cond_signal(&pool.worker[i]->go);
        }
        pthread_mutex_unlock(&pool.lock);
    }
    work(pool.worker[0], &job);
    if (n > 1) {
        pthread_mutex_lock(&pool.lock);
        while (pool.running)
            pthread_cond_wait(&pool.done, &pool.lock);
        pthread_mutex_unlock(&pool.lock);
    }
    pthread_mutex_unlock(&pool.launch);
    return 0;
}
