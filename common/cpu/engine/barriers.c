/* barriers.c: barriers of the block, of the grid and of tiles of several warps. */
#include "barriers.h"

#include "../base/report.h"
#include "engine.h"
#include "lanes.h"
#include "turns.h"

/* Waits for the other blocks of a cooperative grid. */
static void meet_grid(struct worker *w)
{
    struct job *job = w->job;
    unsigned int generation;

    pthread_mutex_lock(&job->lock);
    generation = job->generation;
    w->in_grid_sync = 1;
    job->place = w->place;
    if (++job->waiting == job->blocks) {
        job->waiting = 0;
        job->generation++;
        HOOK(grid_sync);
        for (unsigned int i = 0; i < job->workers; i++)
            cuda_cpu_worker(job->first + i)->in_grid_sync = 0;
        pthread_cond_broadcast(&job->met);
    } else if (job->waiting + job->ended == job->blocks) {
        cuda_cpu_report_grid_deadlock(job);
    }
    if (job->one_at_a_time)
        cuda_cpu_pass_turn(job, w);
    while (job->generation == generation)
        pthread_cond_wait(&job->met, &job->lock);
    if (job->one_at_a_time)
        cuda_cpu_wait_for_turn(job, w);
    pthread_mutex_unlock(&job->lock);
}

/* Opens the block barrier, at which all live threads have arrived; returns their result. */
uint64_t cuda_cpu_open_barrier(struct worker *w)
{
    uint64_t result = w->kind == CUDA_CPU_AND ? w->votes == w->arrived
                    : w->kind == CUDA_CPU_OR ? w->votes != 0 : w->votes;

    HOOK(barrier, w);
    w->progress++;
    if (w->kind == CUDA_CPU_GRID)
        meet_grid(w);
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
        cuda_cpu_report("fault", "%s:%d: %s outside a kernel", file, line, cuda_cpu_wait_name((unsigned int)kind));
    if (w->arrived && w->kind != kind)
        cuda_cpu_report("deadlock", "%s:%d: %s, but %u threads of the block wait in %s", file, line,
                        cuda_cpu_wait_name((unsigned int)kind), w->arrived, cuda_cpu_wait_name((unsigned int)w->kind));
    cuda_cpu_report("grid-sync", "%s:%d: grid.sync() needs a cooperative launch "
                    "(cudaLaunchCooperativeKernel)", file, line);
}

static inline uint64_t barrier(int kind, int predicate, const char *file, int line)
{
    struct worker *w = cuda_cpu_self;

    if (w)
        HOOK(arrive, w, kind, 0, file, line, __builtin_frame_address(0));
    if (!w || (w->arrived && w->kind != kind)
        || (kind == CUDA_CPU_GRID && !w->job->launch->cooperative))
        refuse_barrier(w, kind, file, line);
    if (kind == CUDA_CPU_GRID)
        w->place = (struct waiting){ file, (unsigned int)line, kind, 0 };
    w->kind = kind;
    w->votes += predicate != 0;
    if (++w->arrived == w->alive) {
        if (IS_INSPECTED)
            w->waiting[w->current] = (struct waiting){ file, (unsigned int)line, kind, 0 };
        return cuda_cpu_open_barrier(w);
    }
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

/* Opens the barrier of a tile larger than a warp if all its live threads have arrived. */
int cuda_cpu_check_tile(struct worker *w, unsigned int first, unsigned int size)
{
    unsigned short *arrived = &w->tile[__builtin_ctz(size) - 6][first / size];
    unsigned int alive = 0;

    for (unsigned int i = first / LANES; i < (first + size) / LANES; i++)
        alive += __builtin_popcount(w->live[i]);
    if (!*arrived || *arrived != alive)
        return 0;
    HOOK(tile, w, first, size);
    for (unsigned int i = first / LANES; i < (first + size) / LANES; i++)
        if (w->live[i])
            make_ready(w, i, w->live[i]);
    w->progress++;
    w->in_tiles -= alive;
    *arrived = 0;
    return 1;
}

uint64_t cuda_cpu_tile_barrier(unsigned int first, unsigned int size, const char *file, int line)
{
    struct worker *w = cuda_cpu_self;

    HOOK(arrive, w, CUDA_CPU_TILE, 0, file, line, __builtin_frame_address(0));
    w->tile[__builtin_ctz(size) - 6][first / size]++;
    w->in_tiles++;
    return cuda_cpu_check_tile(w, first, size) ? 0 : wait_here(w, CUDA_CPU_TILE, 0, file, line);
}
