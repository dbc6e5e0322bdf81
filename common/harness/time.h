/* harness/time.h: timed samples.
 *
 * A sample is one whole reduction between two CUDA events. Before it, and outside the timing:
 *   - the results are poisoned, so that the check after the last sample sees that sample's;
 *   - the L2 cache is flushed by reading a buffer of twice its size, so that every sample reads
 *     its input from memory. Reading, not writing: no dirty lines are left for the kernel to
 *     evict. With --hot the sample's own work is done once instead, and finds in the cache what
 *     fits there. Either way the host meanwhile enqueues the sample, which hides the time that a
 *     launch takes on the host.
 *
 * A small reduction is over before two events could resolve it. So a sample goes through 128 MiB
 * of input, if need be in several reductions (at most LESSON_REPEATS), each of its own copy of the
 * input, so that they are cold too. They run as one CUDA graph, and the sample's time is divided
 * by their number. (The CPU device has no graphs, and needs none: one reduction a sample.)
 */
#ifndef HARNESS_TIME_H
#define HARNESS_TIME_H

#include "harness/one_run.h"
#include "harness/statistics.h"

#define LESSON_MIN_SAMPLES 3
#define LESSON_MAX_MS 1000.0 /* all samples of a row together, unless --samples is given */

namespace harness {

/* Reads the whole buffer; the store never happens, but the compiler cannot know. */
static __global__ void flush(const uint4 *buffer, size_t n, uint4 *sink)
{
    unsigned bits = 0;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        uint4 x = buffer[i];
        bits |= x.x | x.y | x.z | x.w;
    }
    if (bits != 0) /* the buffer holds zeros */
        sink->x = bits;
}

}

/* Pushes the input out of the L2 cache, if the plan says so. */
static inline void lesson_flush(struct lesson *l)
{
    size_t n = l->plan.flush_bytes / sizeof(uint4);
    if (l->memory.flush.data)
        lesson_launch_over(n, l->stream, harness::flush, (const uint4 *)l->memory.flush.data, n,
                           (uint4 *)l->memory.flush.data);
}

/* Enqueues one sample's reductions. */
static inline void lesson_enqueue(struct lesson *l, struct lesson_row *row)
{
    int *out = (int *)l->memory.out.data;
    for (int i = 0; i < row->repeats; i++) {
        size_t copy = (size_t)i % l->input.copies * l->input.pitch;
        row->r.in = (const int *)l->input.data + copy; /* a float is as large as an int */
        row->r.out = out ? out + copy : NULL;
        row->launch(&row->r);
    }
    row->r.in = (const int *)l->input.data;
    row->r.out = out;
    lesson_check_launch(row);
}

/* The sample as an executable graph, or NULL when it is a single reduction. */
static inline cudaGraphExec_t lesson_capture(struct lesson *l, struct lesson_row *row)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable = NULL;
    if (row->repeats == 1)
        return NULL;
    CUDA_CHECK(cudaStreamBeginCapture(l->stream, cudaStreamCaptureModeThreadLocal));
    lesson_enqueue(l, row);
    CUDA_CHECK(cudaStreamEndCapture(l->stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return executable;
}

/* Starts what a sample times. */
static inline void lesson_start(struct lesson *l, struct lesson_row *row, cudaGraphExec_t graph)
{
    if (graph)
        CUDA_CHECK(cudaGraphLaunch(graph, l->stream));
    else
        lesson_enqueue(l, row);
}

/* One sample; returns milliseconds per reduction. */
static inline double lesson_sample(struct lesson *l, struct lesson_row *row,
                                   cudaGraphExec_t graph)
{
    float ms = 0;
    if (l->offers & LESSON_DESTROYS_INPUT)
        lesson_fill_input(&l->input, l->stream);
    if (l->plan.is_hot)
        lesson_start(l, row, graph);
    lesson_poison_results(l);
    lesson_flush(l);
    CUDA_CHECK(cudaEventRecord(l->start, l->stream));
    lesson_start(l, row, graph);
    CUDA_CHECK(cudaEventRecord(l->stop, l->stream));
    CUDA_CHECK(cudaEventSynchronize(l->stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, l->start, l->stop));
    return (double)ms / row->repeats;
}

/* Fills in repeats, samples, median, min and spread of a row. */
static inline void lesson_time(struct lesson *l, struct lesson_row *row)
{
    const struct lesson_plan *p = &l->plan;
    double *ms = (double *)lesson_host_alloc((size_t)p->samples, sizeof *ms), total = 0;
    row->repeats = (int)lesson_repeats(p, lesson_volume(row->shape));
    cudaGraphExec_t graph = lesson_capture(l, row);

    for (int i = 0; i < p->warmups; i++)
        lesson_sample(l, row, graph);
    row->samples = 0;
    while (row->samples < p->samples) {
        ms[row->samples] = lesson_sample(l, row, graph);
        total += ms[row->samples++] * row->repeats;
        if (p->may_stop_early && row->samples >= LESSON_MIN_SAMPLES && total > LESSON_MAX_MS)
            break;
    }
    struct lesson_statistics s = lesson_statistics_of(ms, row->samples);
    row->median = s.median;
    row->min = s.min;
    row->spread = s.spread;
    free(ms);
    if (graph)
        CUDA_CHECK(cudaGraphExecDestroy(graph));
}

#endif
