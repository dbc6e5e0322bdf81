/* lanes.h: the lanes of a block take turns on the OS thread.
 *
 * Every CUDA thread of a block runs on a stack of its own (a fiber) and keeps the processor until
 * it has to wait, at a barrier or in a warp operation, or until it ends. Then the next lane that can run
 * continues. Bitmaps find it: one word of lanes for each warp, one word of warps for the block.
 *
 * This is a header so that these functions are inlined: nothing is called more often. */
#ifndef CUDA_CPU_LANES_H
#define CUDA_CPU_LANES_H

#include "../base/hooks.h"
#include "../base/worker.h"
#include "deadlock.h"
#include "outside.h"

/* switch.S: leaves this stack for another one. A new stack continues in cuda_cpu_start, with the function to
 * call in its first saved register. */
uint64_t cuda_cpu_switch(void **save, void *to, uint64_t value);
void cuda_cpu_start(void);

/* Releases, together, those lanes of the warp in __activemask() that are furthest behind. */
void cuda_cpu_release_parked(struct worker *w, unsigned int warp);

/* Waits until the inspector's drain() has made room to record this lane. */
void cuda_cpu_wait_for_room(struct worker *w);

/* From now on lane t runs. */
static inline void become(struct worker *w, unsigned int t)
{
    w->current = t;
    threadIdx = w->index[t];
    if (w->is_observed)
        HOOK(become, w, t);
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

/* Leaves lane t for lane `next`; when t continues, returns the result of its operation. A tail call,
 * like those of wait_here and its callers: a lane that waits then occupies one or two cache lines
 * of its stack, and the lines of the lane after next can be fetched ahead. */
static inline uint64_t go_on(struct worker *w, unsigned int t, unsigned int next)
{
    become(w, next);
    if (w->fresh[next / LANES] >> next % LANES & 1)
        return cuda_cpu_switch(&w->stack[t], fresh_stack(w, next), 0);
    __builtin_prefetch(w->stack[(next + 1) % THREADS]);
    return cuda_cpu_switch(&w->stack[t], w->stack[next], w->out[next]);
}

/* Marks lanes of this warp as able to continue. */
static inline void make_ready(struct worker *w, unsigned int warp, unsigned int lanes)
{
    w->ready[warp] |= lanes;
    w->warps |= 1u << warp;
}

/* The next lane that can run, or -1: first in this warp, then in the warps after it. */
static inline int next_lane(struct worker *w)
{
    unsigned int warp = w->current / LANES, above = ~1u << w->current % LANES;

    for (;;) {
        unsigned int ready = w->ready[warp];

        if (ready && --w->in_a_row) {
            unsigned int later = ready & above;
            return warp * LANES + __builtin_ctz(later ? later : ready);
        }
        if (!ready && w->parked[warp]) {
            cuda_cpu_release_parked(w, warp);
            continue;
        }
        if (IS_INSPECTED && !ready) {
            HOOK(drain, w, warp);
            if (w->ready[warp])
                continue;
        }
        if (!ready)
            w->warps &= ~(1u << warp);
        if (!w->warps && !cuda_cpu_wait_outside(w))
            return -1;
        w->in_a_row = IN_A_ROW;
        unsigned int later = w->warps & (~1u << warp);
        warp = __builtin_ctz(later ? later : w->warps);
        above = 0;
    }
}

/* Lets other lanes run until one of them makes the current lane ready. */
static inline uint64_t wait_here(struct worker *w, unsigned int kind, unsigned int mask,
                                 const char *file, int line)
{
    unsigned int t = w->current;
    int next;

    w->waiting[t] = (struct waiting){ file, (unsigned int)line, kind, mask };
    w->ready[t / LANES] &= ~(1u << t % LANES);
    next = next_lane(w);
    if (next < 0)
        cuda_cpu_report_deadlock(w);
    if ((unsigned int)next == t)
        return w->out[t];
    return go_on(w, t, (unsigned int)next);
}

/* The current lane waits for something outside its block; returns 1, or 0 if it has waited long enough. */
static inline uint64_t wait_for_others(struct worker *w, const struct awaited *what, unsigned int kind, const char *file,
                                       int line)
{
    w->awaited[w->current] = what;
    w->outside[w->current / LANES] |= 1u << w->current % LANES;
    w->outsides++;
    return wait_here(w, kind, 0, file, line);
}

#endif
