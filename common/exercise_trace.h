/* exercise_trace.h: for exercises about measuring. Included before the gap.
 *
 * This header shows what a timing function does, however fast the machine is. Each call of the
 * CUDA runtime in the code that follows is noted, in order, before it is made. Time comes from a
 * clock of our own: everything that is noted takes a fixed number of milliseconds, and a run of the
 * work takes as long as main says. cudaEventElapsedTime reads that clock, so main knows the right
 * answer. As on a GPU, it fails (cudaErrorNotReady) as long as nobody has waited for the events.
 *
 *     static double run_ms(int k, int is_flushed) { return k < 3 ? 9 : 1; }
 *
 *     static void work(struct reduction *r)       the work to be timed notes itself
 *     {
 *         trace_work();
 *         reduce<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
 *         finish(r);
 *     }
 *
 *     static void launch(struct reduction *r)     for exercise_sums and exercise_count
 *     {
 *         trace_begin(run_ms);
 *         answer = time_of(work, r);              written by the learner
 *     }
 *
 * Then main asks questions; the functions answer for the time since the last trace_begin:
 *
 *     exercise_true(&e, "samples: 20 or more", trace_samples() >= 20, ...);
 *
 * A sample is what lies between two events, once cudaEventElapsedTime was called for them. Without
 * trace_begin nothing is noted. exercise_apart() is for launches that main wants to see refused.
 */
#ifndef EXERCISE_TRACE_H
#define EXERCISE_TRACE_H

#include "exercise.h"

#include "grading/apart.h"
#include "grading/waits.h"
#include "harness/statistics.h"
#include "harness/time.h"
#include <algorithm> /* for answers in C++ */
#include <vector>

enum trace_what { TRACE_WORK, TRACE_FLUSH, TRACE_SET, TRACE_COPY, TRACE_ALLOCATE, TRACE_WAIT,
                  TRACE_EVENT, TRACE_KINDS };

/* How long run number k of the work takes, counting from 0. is_flushed: has the cache been flushed
 * since the previous run? */
typedef double (*trace_run_ms)(int k, int is_flushed);

struct trace_call {
    enum trace_what what;
    const char *name;
    int line;              /* in the exercise; 0: the work noted itself */
    const void *pointer;   /* the memory that is set, or the event */
    double begins, ends;   /* milliseconds */
};

struct trace_sample {
    int start, stop;       /* where the events are among the calls */
    float ms;
};

enum { TRACE_CALLS = 4096, TRACE_SAMPLES = 512 };
static struct trace {
    trace_run_ms run_ms;
    struct trace_call call[TRACE_CALLS];
    struct trace_sample sample[TRACE_SAMPLES];
    int calls, samples, runs, is_flushed;
    int over;              /* the host knows that calls before this one are over */
    void (*late)(void);    /* what is under way: trace_later */
} trace_now;

/* ---- Noting ---------------------------------------------------------------------------------- */

static inline void trace_begin(trace_run_ms run_ms)
{
    memset(&trace_now, 0, sizeof trace_now);
    trace_now.run_ms = run_ms;
}

static inline void trace_note(enum trace_what what, const char *name, int line,
                              const void *pointer = NULL)
{
    static const double ms[TRACE_KINDS] = {0, 0.0625, 0.00390625, 0.015625, 0.25, 0.0078125, 0};
    if (!trace_now.run_ms)
        return;
    if (trace_now.calls == TRACE_CALLS)
        lesson_fail(LESSON_WRONG, "more than %d calls in one measurement", TRACE_CALLS);
    double begins = trace_now.calls ? trace_now.call[trace_now.calls - 1].ends : 0;
    double takes = what == TRACE_WORK ? trace_now.run_ms(trace_now.runs, trace_now.is_flushed)
                                      : ms[what];
    trace_now.call[trace_now.calls++] = {what, name, line, pointer, begins, begins + takes};
    if (what == TRACE_WORK)
        trace_now.runs++;
    if (what == TRACE_WORK || what == TRACE_FLUSH)
        trace_now.is_flushed = what == TRACE_FLUSH;
}

static inline void trace_work(void) { trace_note(TRACE_WORK, "a run", 0); }

/* Notes a flush of the L2 cache and, where there is such a cache, flushes it. */
static inline void trace_flush(struct lesson *l)
{
    trace_note(TRACE_FLUSH, "a flush", 0);
    lesson_flush(l);
}

/* The CPU device runs a launch at once, a GPU perhaps later. Here `work` is run as late as it may be:
 * when the host waits, or copies. Who reads its result before that gets what was there. */
static inline void trace_later(void (*work)(void)) { trace_now.late = work; }

static inline void trace_run_late(void)
{
    void (*work)(void) = trace_now.late;
    trace_now.late = NULL;
    if (work)
        work();
}

/* From here on the host knows that everything before is over. */
static inline void trace_wait(enum trace_what what, const char *name, int line)
{
    trace_run_late();
    trace_note(what, name, line);
    trace_now.over = trace_now.calls;
    if (what == TRACE_COPY)
        exercise_note_copy();
    else
        exercise_note_wait();
}

/* Where the event was recorded last, or -1. */
static inline int trace_event(cudaEvent_t event)
{
    int at = trace_now.calls - 1;
    while (at >= 0 && (trace_now.call[at].what != TRACE_EVENT
                       || trace_now.call[at].pointer != event))
        at--;
    return at;
}

static inline cudaError_t trace_record(int line, cudaEvent_t event, cudaStream_t stream = 0)
{
    trace_note(TRACE_EVENT, "cudaEventRecord", line, event);
    return cudaEventRecord(event, stream);
}

static inline cudaError_t trace_event_wait(int line, cudaEvent_t event)
{
    int at = trace_event(event);
    trace_run_late();
    trace_note(TRACE_WAIT, "cudaEventSynchronize", line);
    if (at >= trace_now.over)
        trace_now.over = at + 1;
    return cudaEventSynchronize(event);
}

static inline cudaError_t trace_event_query(int line, cudaEvent_t event)
{
    cudaError_t error = cudaEventQuery(event);
    int at = trace_event(event);
    if (error == cudaSuccess && at >= trace_now.over) {
        trace_note(TRACE_WAIT, "cudaEventQuery", line);
        trace_now.over = at + 1;
    }
    return error;
}

static inline cudaError_t trace_elapsed(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    int from = trace_event(start), to = trace_event(stop);
    if (!ms)
        return cudaErrorInvalidValue;
    if (from < 0 || to < 0)
        return cudaErrorInvalidResourceHandle;
    if (from >= trace_now.over || to >= trace_now.over)
        return cudaErrorNotReady;
    *ms = (float)(trace_now.call[to].ends - trace_now.call[from].ends);
    for (int i = 0; i < trace_now.samples; i++)
        if (trace_now.sample[i].start == from && trace_now.sample[i].stop == to)
            return cudaSuccess; /* asked for again */
    if (trace_now.samples == TRACE_SAMPLES)
        lesson_fail(LESSON_WRONG, "more than %d samples in one measurement", TRACE_SAMPLES);
    trace_now.sample[trace_now.samples++] = {from, to, *ms};
    return cudaSuccess;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static inline int trace_samples(void) { return trace_now.samples; }

/* How many calls of this kind there were. */
static inline int trace_count(enum trace_what what)
{
    int count = 0;
    for (int i = 0; i < trace_now.calls; i++)
        count += trace_now.call[i].what == what;
    return count;
}

/* How many of these lie between start and stop of sample k? */
static inline int trace_between(int k, enum trace_what what)
{
    int count = 0;
    for (int i = trace_now.sample[k].start + 1;
         k < trace_now.samples && i < trace_now.sample[k].stop; i++)
        count += trace_now.call[i].what == what;
    return count;
}

/* The first sample that does not have exactly `wanted` of these, or -1. */
static inline int trace_odd_sample(enum trace_what what, int wanted)
{
    for (int k = 0; k < trace_now.samples; k++)
        if (trace_between(k, what) != wanted)
            return k;
    return -1;
}

/* The first call of this kind that is timed in any sample, for a message: "cudaMemcpy in line 44";
 * "" when there is none. */
static inline const char *trace_timed(enum trace_what what)
{
    static char text[64];
    for (int k = 0; k < trace_now.samples; k++)
        for (int i = trace_now.sample[k].start + 1; i < trace_now.sample[k].stop; i++) {
            const struct trace_call *c = &trace_now.call[i];
            if (c->what == what) {
                snprintf(text, sizeof text, c->line ? "%s in line %d" : "%s", c->name, c->line);
                return text;
            }
        }
    return "";
}

/* Is memory from `pointer` on set in each sample, between its start and its run? */
static inline int trace_is_set_in_each(const void *pointer)
{
    for (int k = 0; k < trace_now.samples; k++) {
        int is_set = 0;
        for (int i = trace_now.sample[k].start + 1; i < trace_now.sample[k].stop; i++) {
            if (trace_now.call[i].what == TRACE_SET && trace_now.call[i].pointer == pointer)
                is_set = 1;
            if (trace_now.call[i].what == TRACE_WORK)
                break;
        }
        if (!is_set)
            return 0;
    }
    return trace_now.samples > 0;
}

/* Runs of the work before sample k begins. */
static inline int trace_runs_before(int k)
{
    int runs = 0;
    for (int i = 0; k < trace_now.samples && i < trace_now.sample[k].start; i++)
        runs += trace_now.call[i].what == TRACE_WORK;
    return runs;
}

/* The first sample that finds in the cache what the previous run has left there, or -1. */
static inline int trace_hot_sample(void)
{
    for (int k = 0; k < trace_now.samples; k++) {
        int i = trace_now.sample[k].start;
        while (i >= 0 && trace_now.call[i].what != TRACE_WORK && trace_now.call[i].what != TRACE_FLUSH)
            i--;
        if (i >= 0 && trace_now.call[i].what == TRACE_WORK)
            return k;
    }
    return -1;
}

/* How many of the last samples have `ms` as their median? (The first ones may be there to warm up:
 * up to 16 are left out, if `least` remain and `runs` came before them.) 0: none do. */
static inline int trace_is_median(double ms, int least, int runs)
{
    static double sorted[TRACE_SAMPLES];
    for (int from = 0; from <= 16 && trace_now.samples - from >= least; from++) {
        int n = trace_now.samples - from;
        if (n < 1 || trace_runs_before(from) < runs)
            continue;
        for (int i = 0; i < n; i++)
            sorted[i] = trace_now.sample[from + i].ms;
        qsort(sorted, (size_t)n, sizeof *sorted, lesson_compare_doubles);
        if (ms >= sorted[(n - 1) / 2] * (1 - 1e-5) && ms <= sorted[n / 2] * (1 + 1e-5))
            return n;
    }
    return 0;
}

/* ---- From here on calls are noted ------------------------------------------------------------ */

#undef cudaEventRecord /* some are macros already */
#undef cudaEventSynchronize
#undef cudaEventQuery
#undef cudaEventElapsedTime
#undef cudaMemset
#undef cudaMemsetAsync
#undef cudaMemcpy
#undef cudaMemcpyAsync
#undef cudaMalloc
#undef cudaMallocAsync
#undef cudaFree
#undef cudaFreeAsync
#undef cudaStreamSynchronize
#undef cudaDeviceSynchronize
#define cudaEventRecord(...) trace_record(__LINE__, __VA_ARGS__)
#define cudaEventSynchronize(event) trace_event_wait(__LINE__, event)
#define cudaEventQuery(event) trace_event_query(__LINE__, event)
#define cudaEventElapsedTime(ms, start, stop) trace_elapsed(ms, start, stop)
/* Inside its own replacement, a macro's name means the function. */
#define cudaMemset(to, ...)                                                                        \
    (trace_note(TRACE_SET, "cudaMemset", __LINE__, to), cudaMemset(to, __VA_ARGS__))
#define cudaMemsetAsync(to, ...)                                                                   \
    (trace_note(TRACE_SET, "cudaMemsetAsync", __LINE__, to), cudaMemsetAsync(to, __VA_ARGS__))
#define cudaMemcpy(...)                                                                            \
    (trace_wait(TRACE_COPY, "cudaMemcpy", __LINE__), cudaMemcpy(__VA_ARGS__))
#define cudaMemcpyAsync(...)                                                                       \
    (trace_run_late(), trace_note(TRACE_COPY, "cudaMemcpyAsync", __LINE__),                        \
     cudaMemcpyAsync(__VA_ARGS__))
#define cudaMalloc(...)                                                                            \
    (trace_note(TRACE_ALLOCATE, "cudaMalloc", __LINE__), cudaMalloc(__VA_ARGS__))
#define cudaMallocAsync(...)                                                                       \
    (trace_note(TRACE_ALLOCATE, "cudaMallocAsync", __LINE__), cudaMallocAsync(__VA_ARGS__))
#define cudaFree(pointer) (trace_note(TRACE_ALLOCATE, "cudaFree", __LINE__), cudaFree(pointer))
#define cudaFreeAsync(...)                                                                         \
    (trace_note(TRACE_ALLOCATE, "cudaFreeAsync", __LINE__), cudaFreeAsync(__VA_ARGS__))
#define cudaStreamSynchronize(stream)                                                              \
    (trace_wait(TRACE_WAIT, "cudaStreamSynchronize", __LINE__), cudaStreamSynchronize(stream))
#define cudaDeviceSynchronize()                                                                    \
    (trace_wait(TRACE_WAIT, "cudaDeviceSynchronize", __LINE__), cudaDeviceSynchronize())

#endif
