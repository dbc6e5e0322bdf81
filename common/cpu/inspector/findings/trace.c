/* trace.c: keeps the steps of one block with their values. */
#include "trace.h"

#include "../../base/report.h"
#include "recorded.h"

#include <stdlib.h>
#include <string.h>

static struct trace trace;
struct worker *trace_worker;
static int is_closed;                   /* the block has ended */

/* What a lane has done and replay has not seen yet. */
static struct queue { struct trace_value *entry; size_t first, count, room; } queue[THREADS];
static struct trace_value taken[LANES];
static uint64_t counts_before[COUNTERS];

/* The last write: what it left in memory is known when something happens after it. */
static struct { unsigned int thread; size_t entry; const void *address; int is_open; } written;
static unsigned char is_meeting[THREADS];       /* the lane's last entry lacks what it gave and got */

static size_t values;

struct trace *trace_recorded(void) { return &trace; }

void trace_begin_block(struct worker *w)
{
    if (!recorded_path(RECORDED_TRACE) || is_closed || w->inspected->block || (trace_worker && trace.kernel))
        return;
    trace_worker = w;
    for (unsigned int t = 0; t < THREADS; t++)
        queue[t].first = queue[t].count = 0;
    memset(is_meeting, 0, sizeof is_meeting);
    written.is_open = 0;
    trace.objects = 0;                  /* those of other kernels */
}

void trace_end_block(struct worker *w)
{
    if (trace_worker != w)
        return;
    trace_worker = NULL;
    is_closed = trace.kernel != NULL;
}

static int is_block_barrier(const struct trace_step *s)
{
    return s->kind == TRACE_BARRIER && (s->operation <= CUDA_CPU_GRID || s->operation == CUDA_CPU_CLUSTER);
}

void trace_order(void)
{
    struct trace_step *in_order = malloc(sizeof trace.step);
    unsigned char done[TRACE_STEPS] = { 0 };
    unsigned int passed[WARPS] = { 0 }, left[WARPS] = { 0 }, first = 0;

    for (unsigned int i = 0; i < trace.count; i++)
        left[trace.step[i].warp]++;
    for (unsigned int n = 0; in_order && n < trace.count; n++) {
        unsigned int next, fewest = ~0u;

        for (unsigned int warp = 0; warp < WARPS; warp++)
            if (left[warp] && passed[warp] < fewest)
                fewest = passed[warp];
        while (done[first])
            first++;
        for (next = first; next < trace.count && (done[next] || passed[trace.step[next].warp] > fewest); next++) {
        }
        in_order[n] = trace.step[next];
        done[next] = 1;
        left[trace.step[next].warp]--;
        passed[trace.step[next].warp] += is_block_barrier(&trace.step[next]);
    }
    if (in_order)
        memcpy(trace.step, in_order, trace.count * sizeof *in_order);
    free(in_order);
}

/* ---- While lanes run ----------------------------------------------------------------------- */

static void settle_write(void)
{
    struct trace_value *v = &queue[written.thread].entry[written.entry];

    if (written.is_open && written.entry >= queue[written.thread].first)
        memcpy(v->after, written.address, v->size);
    written.is_open = 0;
}

static void settle_meeting(const struct worker *w, unsigned int t)
{
    struct queue *q = &queue[t];

    if (is_meeting[t] && q->count > q->first) {
        struct trace_value *v = &q->entry[q->count - 1];

        memcpy(v->before, &w->in[t], sizeof w->in[t]);
        memcpy(v->after, &w->out[t], sizeof w->out[t]);
        v->from = cuda_cpu_shuffle_source(v->kind, t % LANES, w->from[t], w->width[t]);
    }
    is_meeting[t] = 0;
}

static struct trace_value *append(unsigned int t)
{
    struct queue *q = &queue[t];

    if (q->first == q->count)
        q->first = q->count = 0;
    if (q->count == q->room) {
        q->room = q->room ? 2 * q->room : 64;
        q->entry = realloc(q->entry, q->room * sizeof *q->entry);
        if (!q->entry)
            cuda_cpu_fail("inspect: no memory");
    }
    memset(&q->entry[q->count], 0, sizeof *q->entry);
    return &q->entry[q->count++];
}

static unsigned int number_of(const struct trace_object *object)
{
    struct trace_object *o = trace.object;

    for (unsigned int i = 0; i < trace.objects; i++)
        if (o[i].base == object->base && o[i].size == object->size && o[i].memory == object->memory)
            return i;
    if (trace.objects == TRACE_OBJECTS)
        return TRACE_OBJECTS - 1;
    o[trace.objects] = *object;
    return trace.objects++;
}

void trace_access(struct worker *w, const void *address, unsigned int size, int write, struct trace_object object)
{
    unsigned int t = w->current;
    struct trace_value *v;

    settle_write();
    settle_meeting(w, t);
    v = append(t);
    v->object = (uint16_t)number_of(&object);
    v->from = (const char *)address - object.base;
    v->size = (uint8_t)size;
    memcpy(v->before, address, size);
    memcpy(v->after, address, size);
    if (write) {
        written.thread = t;
        written.entry = queue[t].count - 1;
        written.address = address;
        written.is_open = 1;
    }
}

void trace_arrive(struct worker *w, int kind)
{
    unsigned int t = w->current;

    settle_write();
    settle_meeting(w, t);
    append(t)->kind = (uint8_t)kind;
    is_meeting[t] = kind > CUDA_CPU_SYNCWARP && kind < CUDA_CPU_KINDS;
    if (is_meeting[t])
        queue[t].entry[queue[t].count - 1].size = 8;
}

/* ---- In the replay ------------------------------------------------------------------------- */

void trace_take(struct worker *w, unsigned int warp, unsigned int lanes)
{
    settle_write();
    for (; lanes; lanes &= lanes - 1) {
        unsigned int lane = (unsigned int)__builtin_ctz(lanes), t = warp * LANES + lane;
        struct queue *q = &queue[t];

        memset(&taken[lane], 0, sizeof taken[lane]);
        if (q->first + 1 == q->count)
            settle_meeting(w, t);
        if (q->first < q->count)
            taken[lane] = q->entry[q->first++];
    }
}

void trace_before(struct worker *w, uint16_t site)
{
    const uint64_t *counts = kernel_counts(w, site);

    if (counts)
        memcpy(counts_before, counts, sizeof counts_before);
}

/* Have all warps of the block come to the barrier after this one, or ended? */
static int is_opening(const struct worker *w, uint32_t passed)
{
    const struct inspected *s = w->inspected;

    for (unsigned int warp = 0; warp * LANES < w->threads; warp++) {
        unsigned int threads = w->threads - warp * LANES;
        unsigned int exist = threads < LANES ? (1u << threads) - 1 : ~0u;

        if (s->barriers[warp] <= passed && (s->ended[warp] & exist) != exist)
            return 0;
    }
    return 1;
}

/* The warp ends without having come to a barrier where all others wait. */
static int is_opened_by_end(const struct worker *w, unsigned int ending)
{
    const struct inspected *s = w->inspected;
    uint32_t fewest = ~0u;

    for (unsigned int warp = 0; warp * LANES < w->threads; warp++) {
        unsigned int threads = w->threads - warp * LANES;
        unsigned int exist = threads < LANES ? (1u << threads) - 1 : ~0u;

        if (warp != ending && (s->ended[warp] & exist) != exist && s->barriers[warp] < fewest)
            fewest = s->barriers[warp];
    }
    return fewest != ~0u && s->barriers[ending] < fewest;
}

/* Do both load the same from the same place? */
static int is_same_load(const struct trace_step *a, const struct trace_step *b)
{
    return a->kind == TRACE_LOAD && b->kind == TRACE_LOAD && a->warp == b->warp && a->site == b->site && a->active == b->active
           && !memcmp(&trace.value[a->values], &trace.value[b->values],
                      (size_t)__builtin_popcount(a->active) * sizeof *trace.value);
}

enum { POLLED = 64 }; /* steps, back to which a poll is looked for */

/* A warp that polls would fill the trace, with one word or with several in turn: from the third time on, the last equal
 * step takes it in. Returns whether one did. */
static int is_taken_in(const struct trace_step *e)
{
    struct trace_step *last = NULL;
    int back = POLLED;

    for (struct trace_step *s = &trace.step[trace.count - 1]; s-- > trace.step && back--;) {
        if (s->kind != TRACE_LOAD && s->kind != TRACE_BRANCH)
            return 0;
        if (!is_same_load(s, e))
            continue;
        if (!last) {
            last = s;
            continue;
        }
        for (unsigned int n = 0; n < TRACE_COUNTED; n++)
            last->counted[n].by += e->counted[n].by;
        last->more++;
        return 1;
    }
    return 0;
}

void trace_step(struct worker *w, struct trace_step step, int has_values)
{
    const struct inspected *s = w->inspected;
    const uint64_t *counts = kernel_counts(w, step.site);
    unsigned int lanes = step.active, n = 0;
    struct trace_step *e;

    if (!recorded_is_here(s))
        return;
    trace.kernel = recorded_kernel();
    trace.threads = w->threads;
    if (trace.count == TRACE_STEPS) {
        trace.cut = 1;
        return;
    }
    e = &trace.step[trace.count++];
    *e = step;
    e->barriers = s->barriers[step.warp];
    e->syncs = s->syncs[step.warp];
    e->values = NO_VALUES;
    for (unsigned int c = 0; counts && (step.kind <= TRACE_MEETING || step.kind == TRACE_BRANCH) && c < COUNTERS; c++)
        if (counts[c] != counts_before[c] && n < TRACE_COUNTED) {
            e->counted[n].counter = c;
            e->counted[n++].by = (unsigned int)(counts[c] - counts_before[c]);
        }
    if (step.kind == TRACE_MEETING || step.kind == TRACE_BARRIER)
        e->operation = taken[__builtin_ctz(lanes)].kind;
    if (is_block_barrier(e))
        e->opens = is_opening(w, e->barriers - 1);
    if (step.kind == TRACE_END && !step.live)
        e->opens = is_opened_by_end(w, step.warp);
    if (e->opens) {
        e->counted[0].counter = BARRIERS;
        e->counted[0].by = 1;
    }
    if (!has_values)
        return;
    if (values % 1024 + LANES >= 1024 || !trace.value) {
        trace.value = realloc(trace.value, (values / 1024 + 2) * 1024 * sizeof *trace.value);
        if (!trace.value)
            cuda_cpu_fail("inspect: no memory");
    }
    e->values = values;
    for (; lanes; lanes &= lanes - 1)
        trace.value[values++] = taken[__builtin_ctz(lanes)];
    if (is_taken_in(e)) {
        trace.count--;
        values = e->values;
    }
}
