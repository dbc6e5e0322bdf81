/* blocks.c: a worker runs blocks of a grid, one after another.
 *
 * A block stays on one OS thread, so __shared__ variables are thread-local. The workers take the blocks of
 * a grid in order. In a cooperative launch every block has its own worker, because all blocks must be able
 * to wait for each other.
 *
 * A fiber belongs to no particular thread: when a thread ends, its fiber starts the next thread that has
 * not begun. A kernel that never waits therefore runs as a plain loop on one stack. */
#include "blocks.h"

#include "../base/shared.h"
#include "barriers.h"
#include "clusters.h"
#include "copies.h"
#include "faults.h"
#include "lanes.h"
#include "turns.h"
#include "warps.h"

/* Sets up the next block of the grid; returns 0 if there is none. */
static int begin_block(struct worker *w)
{
    struct job *job = w->job;
    const struct cuda_cpu_launch *l = job->launch;
    uint64_t b;

    if (w->crew->size > 1) {
        cuda_cpu_fresh_shared();
        if (!cuda_cpu_begin_in_cluster(w))
            return 0;
        b = blockIdx.x + (uint64_t)l->grid[0] * (blockIdx.y + (uint64_t)l->grid[1] * blockIdx.z);
    } else {
        b = __atomic_fetch_add(&job->next, 1, __ATOMIC_RELAXED);
        if (b >= job->blocks)
            return 0;
        blockIdx.x = b % l->grid[0];
        blockIdx.y = b / l->grid[0] % l->grid[1];
        blockIdx.z = b / l->grid[0] / l->grid[1];
        cuda_cpu_fresh_shared();
    }
    w->block = blockIdx;
    w->run = l->run;
    HOOK(begin_block, w, b);
    w->alive = w->threads;
    w->arrived = w->votes = 0;
    w->in_a_row = IN_A_ROW;
    for (unsigned int i = 0; i * LANES < w->threads; i++) {
        unsigned int left = w->threads - i * LANES;

        w->live[i] = w->ready[i] = w->fresh[i] = left < LANES ? (1u << left) - 1 : ~0u;
        w->warps |= 1u << i;
    }
    return 1;
}

/* Ends the current lane; returns the next one to run, or -1 if the worker is done. */
static int end_lane(struct worker *w)
{
    unsigned int t = w->current, warp = t / LANES;
    int next;

    HOOK(end_lane, w, t);
    w->live[warp] &= ~(1u << t % LANES);
    w->ready[warp] &= ~(1u << t % LANES);
    w->progress++;
    w->alive--;
    for (unsigned int m = w->warp[warp].pending; m; m &= m - 1) {
        const struct meeting *meeting = &w->warp[warp].meeting[__builtin_ctz(m)];

        if (meeting->arrived == (meeting->mask & w->live[warp]))
            cuda_cpu_end_meeting(w, warp, __builtin_ctz(m));
    }
    for (unsigned int size = 64; w->in_tiles && size <= THREADS; size *= 2)
        cuda_cpu_check_tile(w, t & ~(size - 1), size);
    if (w->arrived && w->arrived == w->alive)
        cuda_cpu_open_barrier(w);
    if (w->crew->size > 1)
        cuda_cpu_end_lane_in_cluster(w, t);
    next = next_lane(w);
    if (next >= 0)
        return next;
    if (w->alive)
        cuda_cpu_report_deadlock(w);
    cuda_cpu_drop_copies(w);
    HOOK(end_block, w);
    if (w->job->launch->cooperative) {
        struct job *job = w->job;

        pthread_mutex_lock(&job->lock);
        job->ended++;
        if (job->waiting && job->waiting + job->ended == job->blocks)
            cuda_cpu_report_grid_deadlock(job);
        pthread_mutex_unlock(&job->lock);
    }
    /* The next block may begin on this fiber, but not if that must wait for other blocks. */
    return w->job->one_to_each ? -1 : begin_block(w) ? 0 : -1;
}

/* The worker has no more blocks to run, while others of the launch may. */
static void leave(struct worker *w)
{
    struct job *job = w->job;

    pthread_mutex_lock(&job->lock);
    w->has_ended = 1;
    if (job->one_at_a_time)
        cuda_cpu_pass_turn(job, w);
    pthread_mutex_unlock(&job->lock);
}

/* Runs the current lane to its end, then begins the next one on this fiber (returns NULL) or
 * returns the stack to switch to. Not inlined: fibers of the first worker may continue in another host
 * thread, where thread-local variables have other addresses. */
static __attribute__((noinline)) void *run_lane(void)
{
    struct worker *w = cuda_cpu_self;
    int next;

    HOOK(begin_lane, w, __builtin_frame_address(0));
    w->run(w->job->launch->arguments);
    next = end_lane(w);
    if (next < 0)
        return w->home;
    become(w, next);
    __builtin_prefetch(w->stack[(next + 1) % THREADS]);
    if (!(w->fresh[next / LANES] >> next % LANES & 1))
        return w->stack[next];
    w->fresh[next / LANES] &= ~(1u << next % LANES);
    return NULL;
}

static __attribute__((noinline)) void leave_fiber(void *to)
{
    struct worker *w = cuda_cpu_self;

    cuda_cpu_switch(&w->idle[w->idles++], to, w->out[w->current]);
}

void cuda_cpu_fiber(void)
{
    for (;;) {
        void *to = run_lane();

        if (to)
            leave_fiber(to);
    }
}

/* Runs the worker's share of the job's blocks until none is left. */
void cuda_cpu_run_blocks(struct worker *w)
{
    if (w->job->one_at_a_time) {
        pthread_mutex_lock(&w->job->lock);
        cuda_cpu_wait_for_turn(w->job, w);
        pthread_mutex_unlock(&w->job->lock);
    }
    while (begin_block(w)) {
        cuda_cpu_self = w;
        become(w, 0);
        cuda_cpu_switch(&w->home, fresh_stack(w, 0), 0);
        cuda_cpu_check_stacks(w);
        cuda_cpu_self = NULL;
        if (!w->job->one_to_each)
            return;
        if (w->crew->size == 1)
            break;
    }
    if (w->job->one_to_each)
        leave(w);
}

int cuda_cpu_is_cooperative(void)
{
    return cuda_cpu_self && cuda_cpu_self->job->launch->cooperative;
}
