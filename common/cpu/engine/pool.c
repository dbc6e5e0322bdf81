/* pool.c: launches a grid; keeps the OS threads that run blocks, and their stacks. */
#define _GNU_SOURCE
#include "../base/calls.h"
#include "../base/devices.h"
#include "../base/hooks.h"
#include "../base/process.h"
#include "../base/report.h"
#include "../base/settings.h"
#include "../base/shared.h"
#include "../base/threads.h"
#include "../base/variables.h"
#include "blocks.h"
#include "clusters.h"
#include "engine.h"
#include "faults.h"
#include "lanes.h"
#include "limits.h"
#include "printing.h"
#include "watchdog.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The workers of a device. */
static struct pool {
    pthread_mutex_t launch;             /* one grid at a time */
    pthread_mutex_t lock;               /* for all below */
    pthread_cond_t done;
    int count, running, size;           /* running: this launch's workers except the first */
} pools[MAX_DEVICES] = {
    [0 ... MAX_DEVICES - 1] = {
        .launch = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER
    }
};

/* Ensures that there are at least n fibers: 64, 128, 256, 512 or 1024. */
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
            /* Each stack begins a cache line lower than the previous one, to spread over the cache. */
            uintptr_t *top = (uintptr_t *)(space + STACK - k % 64 * 64);

#if defined(__linux__)
            madvise(space, GUARD, 102);     /* MADV_GUARD_INSTALL, since Linux 6.13 */
#endif
#if defined(__x86_64__)
            top -= 7;                       /* six registers and the address */
            top[4] = (uintptr_t)cuda_cpu_fiber;
            top[6] = (uintptr_t)cuda_cpu_start;
#else
            top -= 20;
            top[0] = (uintptr_t)cuda_cpu_fiber;
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
    w->shared = cuda_cpu_shared_space();
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
    struct pool *pool = &pools[w->number / MAX_WORKERS];

    cuda_cpu_take_no_signals();
    cuda_cpu_current_device = (int)(w->number / MAX_WORKERS);
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!w->job)
            pthread_cond_wait(&w->go, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
        work(w, w->job);
        pthread_mutex_lock(&pool->lock);
        w->job = NULL;
        if (!--pool->running)
            pthread_cond_signal(&pool->done);
    }
    return NULL;
}

/* Ensures that there are at least n workers. The first is the launching OS thread. */
static void add_workers(struct pool *pool, int n)
{
    for (; pool->count < n; pool->count++) {
        struct worker *w = calloc(1, sizeof *w);

        if (!w)
            cuda_cpu_fail("no memory for %d workers", n);
        pthread_cond_init(&w->go, NULL);
        pthread_cond_init(&w->has_turn, NULL);
        w->wait_for_room = cuda_cpu_wait_for_room;
        w->let_others_run = cuda_cpu_yield;
        cuda_cpu_add_worker(w, (unsigned int)(pool - pools) * MAX_WORKERS + (unsigned int)pool->count);
        if (pool->count && cuda_cpu_start_thread(&w->os_thread, worker_main, w))
            cuda_cpu_fail("cannot start %d OS threads", n);
    }
}

static int count_cores(void)
{
    long n = (long)cuda_cpu_setting_number("CUDA_CPU_THREADS", "OS threads", 1, MAX_WORKERS, 0);

#if defined(__linux__)
    cpu_set_t set;

    if (n < 1 && !sched_getaffinity(0, sizeof set, &set))
        n = CPU_COUNT(&set);
#endif
    if (n < 1)
        n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_WORKERS ? MAX_WORKERS : (int)n;
}

int cuda_cpu_run(const struct cuda_cpu_launch *l, size_t shared_limit)
{
    struct job job = { .launch = l, .lock = PTHREAD_MUTEX_INITIALIZER,
                       .met = PTHREAD_COND_INITIALIZER };
    uint64_t most = 0;
    struct pool *pool = &pools[cuda_cpu_current_device];
    unsigned int cluster, crews;
    int n, error;

    if (cuda_cpu_is_lost())
        return 3;                       /* cudaErrorInitializationError */
    cuda_cpu_use_device();
    cuda_cpu_copy_variables();
    error = cuda_cpu_refuse(l, shared_limit, &most);
    cuda_cpu_last_launch = cuda_cpu_launch_place;
    cuda_cpu_launch_place.file = NULL;

    if (cuda_cpu_self)
        cuda_cpu_fail("launches kernel %s: kernels cannot launch kernels on the CPU device",
                      cuda_cpu_launched_kernel(l));
    if (error) {
        HOOK(refused, l, error, most);
        return error;
    }
    job.blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];

    pthread_mutex_lock(&pool->launch);
    if (!pool->size) {
        pool->size = count_cores();
        cuda_cpu_catch_signals();
    }
    cluster = l->cluster[0] ? l->cluster[0] * l->cluster[1] * l->cluster[2] : 1;
    job.clusters = job.blocks / cluster;
    crews = pool->size / cluster ? pool->size / cluster : 1;
    if (IS_INSPECTED || cuda_cpu_devices() > 1)
        crews = 1;
    if (l->cooperative || job.clusters < crews)
        crews = (unsigned int)job.clusters;
    n = (int)(crews * cluster);
    add_workers(pool, n);
    job.workers = (unsigned int)n;
    job.one_to_each = l->cooperative || cluster > 1;
    job.one_at_a_time = (IS_INSPECTED || cuda_cpu_devices() > 1) && job.one_to_each;
    job.first = job.turn = (unsigned int)cuda_cpu_current_device * MAX_WORKERS;
    for (int i = 0; i < n; i++)
        cuda_cpu_join_crew(cuda_cpu_worker(job.first + (unsigned int)i), cluster);
    cuda_cpu_begin_printing(cuda_cpu_current_device);
    HOOK(begin_launch, l);
    cuda_cpu_show_device(cuda_cpu_current_device);
    if (n > 1) {
        pthread_mutex_lock(&pool->lock);
        pool->running = n - 1;
        for (int i = 0; i < n; i++) {
            struct worker *w = cuda_cpu_worker(job.first + (unsigned int)i);

            w->in_grid_sync = w->has_ended = 0;
            w->job = &job;
            if (i)
                pthread_cond_signal(&w->go);
        }
        pthread_mutex_unlock(&pool->lock);
    }
    cuda_cpu_watch(job.first, n);
    work(cuda_cpu_worker(job.first), &job);
    if (n > 1) {
        pthread_mutex_lock(&pool->lock);
        while (pool->running)
            pthread_cond_wait(&pool->done, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
    }
    cuda_cpu_watch(job.first, 0);
    cuda_cpu_show_device(-1);
    HOOK(end_launch);
    pthread_mutex_unlock(&pool->launch);
    return 0;
}
