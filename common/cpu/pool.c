/* pool.c: the OS threads that run blocks, their stacks, and the launch of a grid. */
#define _GNU_SOURCE
#include "inspect.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
    pthread_mutex_t launch;             /* one grid at a time */
    pthread_mutex_t lock;               /* for all below */
    pthread_cond_t done;
    struct worker *worker[MAX_WORKERS];
    int count, running, size;           /* running: workers of this launch but the first */
} pool = {
    .launch = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER,
    .done = PTHREAD_COND_INITIALIZER
};

struct cuda_cpu_launch_place cuda_cpu_last_launch;

/* Makes sure that there are n fibers: 64, 128, 256, 512 or 1024 of them. */
static void add_fibers(struct worker *w, unsigned int n)
{
    while (w->fibers < n) {
        unsigned int more = w->fibers ? w->fibers : 64;
        int i = w->fibers ? __builtin_ctz(w->fibers) - 5 : 0;
        char *space = mmap(NULL, (size_t)(more + 1) * STACK, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);

        if (space == MAP_FAILED)
            cuda_cpu_fail("no memory for the stacks of %u threads", n);
        space += -(uintptr_t)space % STACK;
#if defined(__linux__)
        madvise(space, (size_t)more * STACK, MADV_NOHUGEPAGE);
#endif
        w->stacks[i].base = space;
        w->stacks[i].fibers = more;
        for (unsigned int k = 0; k < more; k++, space += STACK) {
            /* Each begins a cache line lower than the one before, to spread over the cache. */
            uintptr_t *top = (uintptr_t *)(space + STACK - k % 64 * 64);

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
            *(uint64_t *)(space + GUARD) = CANARY;
            w->idle[w->idles++] = top;
        }
        w->fibers += more;
    }
}

/* Runs blocks of the job on this OS thread until none is left. */
static void work(struct worker *w, struct job *job)
{
    static __thread char *signal_stack;
    const struct cuda_cpu_launch *l = job->launch;

    if (!signal_stack) {
        stack_t stack = { .ss_size = 64 << 10 };

        signal_stack = stack.ss_sp = malloc(stack.ss_size);
        sigaltstack(&stack, NULL);
    }
    cuda_cpu_set_dynamic_shared(l->shared);
    w->os_thread = pthread_self();
    blockDim = (struct uint3){ l->block[0], l->block[1], l->block[2] };
    gridDim = (struct uint3){ l->grid[0], l->grid[1], l->grid[2] };
    w->job = job;
    w->threads = blockDim.x * blockDim.y * blockDim.z;
    add_fibers(w, w->threads);
    w->fewest_idle = w->idles;
    for (unsigned int t = 0; t < w->threads; t++)
        w->index[t] = (struct uint3){ t % blockDim.x, t / blockDim.x % blockDim.y,
                                      t / blockDim.x / blockDim.y };
    cuda_cpu_run_blocks(w);
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
        struct worker *w = calloc(1, sizeof *w);

        if (!w)
            cuda_cpu_fail("no memory for %d workers", n);
        pthread_cond_init(&w->go, NULL);
        if (pool.count && pthread_create(&w->os_thread, NULL, worker_main, w))
            cuda_cpu_fail("cannot start %d OS threads", n);
        w->number = (unsigned int)pool.count;
        pool.worker[pool.count] = w;
    }
}

static int count_cores(void)
{
    const char *text = getenv("CUDA_CPU_THREADS");
    char *end = NULL;
    long n = text ? strtol(text, &end, 10) : 0;

    if (text && (end == text || *end || n < 1 || n > MAX_WORKERS))
        cuda_cpu_fail("CUDA_CPU_THREADS=%s: must be a number from 1 to %d", text, MAX_WORKERS);

#if defined(__linux__)
    cpu_set_t set;

    if (n < 1 && !sched_getaffinity(0, sizeof set, &set))
        n = CPU_COUNT(&set);
#endif
    if (n < 1)
        n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_WORKERS ? MAX_WORKERS : (int)n;
}

struct worker *cuda_cpu_worker(unsigned int number) { return pool.worker[number]; }

int cuda_cpu_is_worker(const struct worker *w)
{
    for (int i = 0; i < pool.count; i++)
        if (pool.worker[i] == w)
            return 1;
    return 0;
}

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

/* Whether the device can run such a launch: 0 or a cudaError_t, then the limit in *most. */
/* CUDA_CPU_COOPERATIVE=0 makes a device without cooperative launches, as some GPUs are under some
 * drivers: to try what a program does then. */
int cuda_cpu_can_cooperate(void)
{
    const char *text = getenv("CUDA_CPU_COOPERATIVE");

    if (text && strcmp(text, "0") && strcmp(text, "1"))
        cuda_cpu_fail("CUDA_CPU_COOPERATIVE=%s: must be 0 or 1", text);
    return !text || *text == '1';
}

static int refuse(const struct cuda_cpu_launch *l, size_t shared_limit, uint64_t *most)
{
    uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];

    for (int i = 0; i < 3; i++)
        if (!l->grid[i] || !l->block[i] || l->block[i] > (i < 2 ? 1024 : 64)
            || l->grid[i] > (i ? 65535 : 0x7fffffff))
            return 9;                   /* cudaErrorInvalidConfiguration */
    if (threads > THREADS)
        return 9;
    if (l->cooperative && !cuda_cpu_can_cooperate())
        return 801;                     /* cudaErrorNotSupported */
    *most = shared_limit;
    if (l->shared > shared_limit)
        return 1;                       /* cudaErrorInvalidValue */
    *most = (uint64_t)SMS * cuda_cpu_blocks_per_sm((unsigned int)threads, l->shared);
    if (l->cooperative && (uint64_t)l->grid[0] * l->grid[1] * l->grid[2] > *most)
        return 720;                     /* cudaErrorCooperativeLaunchTooLarge */
    return 0;
}

int cuda_cpu_run(const struct cuda_cpu_launch *l, size_t shared_limit)
{
    struct job job = { .launch = l, .lock = PTHREAD_MUTEX_INITIALIZER,
                       .met = PTHREAD_COND_INITIALIZER };
    uint64_t most = 0;
    int n, error = refuse(l, shared_limit, &most);

    cuda_cpu_last_launch = cuda_cpu_launch_place;
    cuda_cpu_launch_place.file = NULL;

    if (cuda_cpu_self)
        cuda_cpu_fail("launches kernel %s: the CPU device runs no kernels from kernels",
                      cuda_cpu_launched_kernel(l));
    if (error) {
        inspect_refused(l, error, most);
        return error;
    }
    job.blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];

    pthread_mutex_lock(&pool.launch);
    if (!pool.size) {
        pool.size = count_cores();
        cuda_cpu_catch_signals();
    }
    n = l->cooperative || job.blocks < (uint64_t)pool.size ? (int)job.blocks : pool.size;
    if (IS_INSPECTED && !l->cooperative)
        n = 1;
    add_workers(n);
    job.workers = (unsigned int)n;
    job.one_at_a_time = IS_INSPECTED && l->cooperative;
    inspect_begin_launch(l);
    if (n > 1) {
        pthread_mutex_lock(&pool.lock);
        pool.running = n - 1;
        for (int i = 0; i < n; i++) {
            pool.worker[i]->in_grid_sync = pool.worker[i]->has_ended = 0;
            pool.worker[i]->job = &job;
            if (i)
                pthread_cond_signal(&pool.worker[i]->go);
        }
        pthread_mutex_unlock(&pool.lock);
    }
    cuda_cpu_watch(n);
    work(pool.worker[0], &job);
    if (n > 1) {
        pthread_mutex_lock(&pool.lock);
        while (pool.running)
            pthread_cond_wait(&pool.done, &pool.lock);
        pthread_mutex_unlock(&pool.lock);
    }
    cuda_cpu_watch(0);
    inspect_end_launch();
    pthread_mutex_unlock(&pool.launch);
    return 0;
}
