/* meetings.c: observes barriers and warp operations: when threads reach them, and when they open. */
#include "observe.h"

#include "../findings/allowance.h"
#include "../findings/trace.h"
#include "../memory/wrong.h"
#include "../order/clock.h"
#include "../order/order.h"
#include "../program/sites.h"
#include "../report/interrupt.h"
#include "stream.h"

#include <stdio.h>
#include <string.h>

static const char *thread_text(char *text, size_t size, const struct worker *w, unsigned int t)
{
    snprintf(text, size, "(%u,%u,%u)", w->index[t].x, w->index[t].y, w->index[t].z);
    return text;
}

void observe_arrive(struct worker *w, int kind, unsigned int mask, const char *file, int line,
                    void *frame)
{
    struct lane *l = cuda_cpu_lane;
    const void *pc = ((void **)frame)[1];
    int is_warps = kind >= CUDA_CPU_SYNCWARP && kind < CUDA_CPU_KINDS;

    if (!w->inspected->observed || !l)
        return;
    allowance_check();
    interrupt_check();
    kernel_name_at_last(w);
    order_settle(w, NULL);
    frame = *(void **)frame;
    stream_leave_own(&frame, &pc);
    stream_put(l, frame, pc, is_warps ? EVENT_SYNC : EVENT_BARRIER, site_named(file, line));
    if (is_warps)
        *l->next++ = (uint64_t)kind << 32 | mask;
    if (trace_worker == w)
        trace_arrive(w, kind);
}

/* A shuffle reads a lane that does not take part, and the result matters. */
void observe_absent(struct worker *w, unsigned int t, unsigned int from)
{
    const struct waiting *at = &w->waiting[t];
    struct finding f;
    char name[40];

    if (!w->inspected->observed)
        return;
    f = wrong_at(w, "shuffle", site_named(at->file, (int)at->line));
    f.thread = t;
    snprintf(f.text, sizeof f.text, "thread %s reads lane %u, which %s",
             thread_text(name, sizeof name, w, t), from,
             at->mask >> from & 1 ? "has ended or does not exist" : "is not in the mask");
    f.does = "asks for that lane's value";
    f.fix = "Name every lane that is read in the mask and let it take part, or read only lanes that do.";
    finding_add(&f);
}

static void report_barrier(struct worker *w, unsigned int t, const char *text, unsigned int other)
{
    const struct waiting *at = &w->waiting[t], *there = &w->waiting[other];
    struct finding f = wrong_at(w, "barrier", site_named(at->file, (int)at->line));

    f.thread = t;
    f.does = "waits here";
    snprintf(f.text, sizeof f.text, "%s", text);
    if (other != t) {
        f.did = "waits here";
        f.other = other;
        f.other_block = f.block;
        f.other_site = site_named(there->file, (int)there->line);
    }
    f.fix = "Put __syncthreads() where every thread of the block passes it equally often.";
    finding_add(&f);
}

void observe_barrier(struct worker *w)
{
    struct inspected *s = w->inspected;
    unsigned int first = THREADS;
    uint64_t *counts;
    char text[120];

    if (!s->observed)
        return;
    for (unsigned int t = 0; t < w->threads; t++) {
        if (!(w->live[t / LANES] >> t % LANES & 1))
            continue;
        if (first == THREADS) {
            first = t;
        } else if (w->waiting[t].line != w->waiting[first].line
                   || (w->waiting[t].file != w->waiting[first].file
                       && strcmp(w->waiting[t].file, w->waiting[first].file))) {
            report_barrier(w, first, "threads of the block wait for the barrier at different places", t);
            break;
        }
    }
    if (first != THREADS) {
        if (w->alive < w->threads && w->kind != CUDA_CPU_GRID) {
            snprintf(text, sizeof text, "%u of %u threads of the block have ended before this barrier",
                     w->threads - w->alive, w->threads);
            report_barrier(w, first, text, first);
        }
        counts = kernel_counts(w, site_named(w->waiting[first].file, (int)w->waiting[first].line));
        if (counts)
            counts[BARRIERS]++;
        allowance_pass(w, w->waiting[first].file, (int)w->waiting[first].line);
    }
    clock_barrier(w);
}

void observe_tile(struct worker *w, unsigned int first, unsigned int size)
{
    if (w->inspected->observed)
        clock_tile(w, first, size);
}

void observe_meeting(struct worker *w, unsigned int warp, int kind, unsigned int lanes)
{
    if (w->inspected->observed && kind == CUDA_CPU_SYNCWARP)
        clock_warp(w, warp, lanes);
}
