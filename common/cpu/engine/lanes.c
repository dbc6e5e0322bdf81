/* lanes.c: chooses the next lane for __activemask() and polling loops. */
#include "lanes.h"

#include "engine.h"
#include "executors.h"
#include "turns.h"

#include "../base/process.h"

#include <sched.h>

__thread int cuda_cpu_patience = PATIENCE;

/* Which of two parked lanes is probably behind the other (< 0: the first)? The one with more calls on its
 * stack, else the one on the lower source line. 0 only if both came through the same calls. */
static int compare_sites(const struct worker *w, unsigned int a, unsigned int b)
{
    const struct call_path *x = &w->site[a], *y = &w->site[b];

    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    if (w->waiting[a].line != w->waiting[b].line)
        return w->waiting[a].line < w->waiting[b].line ? -1 : 1;
    for (unsigned int i = 0; i < x->depth; i++)
        if (x->address[i] != y->address[i])
            return x->address[i] < y->address[i] ? -1 : 1;
    return 0;
}

void cuda_cpu_release_parked(struct worker *w, unsigned int warp)
{
    unsigned int first = warp * LANES, behind = __builtin_ctz(w->parked[warp]), group = 0;

    for (unsigned int m = w->parked[warp]; m; m &= m - 1) {
        unsigned int lane = __builtin_ctz(m);
        int order = compare_sites(w, first + lane, first + behind);

        if (order < 0) {
            behind = lane;
            group = 0;
        }
        if (order <= 0)
            group |= 1u << lane;
    }
    for (unsigned int m = group; m; m &= m - 1)
        w->out[first + __builtin_ctz(m)] = group;
    w->parked[warp] &= ~group;
    make_ready(w, warp, group);
}

void cuda_cpu_wait_for_room(struct worker *w)
{
    if (w->job->one_at_a_time)
        cuda_cpu_let_others_run(w);
    wait_here(w, CUDA_CPU_ROOM_FULL, 0, "", 0);
}

void cuda_cpu_yield(void)
{
    struct worker *w = cuda_cpu_self;
    unsigned int t, warp, above, next;

    cuda_cpu_patience = PATIENCE;
    if (!w)
        return;
    t = w->current;
    warp = t / LANES;
    above = ~1u << t % LANES;
    cuda_cpu_look_outside(w);
    w->polling[warp] |= 1u << t % LANES;
    if (w->parked[warp] && !(w->ready[warp] & ~w->polling[warp])) {
        cuda_cpu_release_parked(w, warp);        /* this lane may be waiting for them */
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
    if (w->job->one_at_a_time && ++w->polls % 64 == 0)
        cuda_cpu_let_others_run(w);              /* it may be waiting for another block */
    if (cuda_cpu_takes_turns)
        cuda_cpu_has_polled(w);                  /* or for another device, or the host */
    if (next == t) {
        sched_yield();
        return;
    }
    go_on(w, t, next);
}

/* Lanes continue together if they came through the same calls, not if they called one function from two
 * branches. The frame pointers that cpucc keeps give the addresses. */
uint64_t cuda_cpu_activemask(const char *file, int line)
{
    struct worker *w = cuda_cpu_self;
    unsigned int t = w->current, depth = 0;
    void **frame = __builtin_frame_address(0);

    for (; frame && depth < 12; frame = frame[0])
        w->site[t].address[depth++] = (uintptr_t)frame[1];
    w->site[t].depth = frame ? depth : depth - 2;      /* without run_lane and cuda_cpu_fiber */
    w->parked[t / LANES] |= 1u << t % LANES;
    return wait_here(w, CUDA_CPU_PARKED, 0, file, line);
}
