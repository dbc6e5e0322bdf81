/* harness/time.h: timed samples, by two clocks.
 *
 * Amortised: a sample is some reductions between two CUDA events, and its time is divided by their
 * number. Before it, and outside the timing:
 *   - the results are poisoned, so that the check after the last sample sees that sample's;
 *   - the L2 cache is flushed by reading a buffer of twice its size, so that every sample reads
 *     its input from memory. Reading, not writing: no dirty lines are left for the kernel to
 *     evict. With --hot the sample's own work is done once instead, and finds in the cache what
 *     fits there. Either way the host meanwhile enqueues the sample, which hides the time that a
 *     launch takes on the host.
 * A small reduction is over before two events could resolve it. So a sample goes through
 * plan.sample_bytes of input in at most LESSON_REPEATS reductions, each of its own copy of the
 * input, so that they are cold too. They run as one CUDA graph; a single large one does, too, so
 * that all sizes are timed in one way. (The CPU device has no graphs, and needs none: one reduction
 * a sample.) A launch function that waits for the device (LESSON_WAITS) cannot be recorded in a graph; then the time
 * between the events holds what the host does meanwhile.
 *
 * Where several cards share the work, their streams begin together after the first event, and the second one comes when
 * all have ended. In between each goes on by itself: what orders them within a reduction, and from one to the next, is
 * the launch function's task.
 *
 * Call: what a host program waits for that wants one sum. From the call that launches the reduction
 * until the host can read a result, by the host's clock, on an idle device, cold as above.
 */
#ifndef HARNESS_TIME_H
#define HARNESS_TIME_H

#include "harness/one_run.h"
#include "harness/statistics.h"
#include <time.h>

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
static inline void lesson_flush_with(const struct lesson_array *buffer, cudaStream_t stream)
{
    size_t n = (size_t)buffer->bytes / sizeof(uint4);
    if (buffer->data)
        lesson_launch_over(n, stream, harness::flush, (const uint4 *)buffer->data, n, (uint4 *)buffer->data);
}

static inline void lesson_flush(struct lesson *l)
{
    lesson_flush_with(&l->memory.flush, l->stream);
    lesson_on_other_cards(l, [](struct lesson_card *card) { lesson_flush_with(&card->memory.flush, card->stream); });
}

/* Milliseconds since some moment in the past. */
static inline double lesson_host_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Has a row work on one copy of the input. */
static inline void lesson_use_copy(const struct lesson *l, struct lesson_row *row, size_t copy)
{
    size_t bytes = copy * l->input.pitch * l->input.size;
    char *out = (char *)l->memory.out.data, *second = (char *)l->second.data;
    row->r.in = (const int *)((char *)l->input.data + bytes);
    row->r.out = out ? (int *)(out + bytes) : NULL;
    row->r.second = second ? second + bytes : NULL;
    row->copy = copy;
}

/* Enqueues one sample's reductions. */
static inline void lesson_enqueue(struct lesson *l, struct lesson_row *row)
{
    lesson_fork(l);
    for (int i = 0; i < row->repeats; i++) {
        lesson_use_copy(l, row, (size_t)i % l->input.copies);
        lesson_reduce(l, row);
    }
    lesson_use_copy(l, row, 0);
    lesson_join(l);
}

/* Registers of a thread of the first kernel in a graph, or 0. */
static inline int lesson_registers(cudaGraph_t graph)
{
    int registers = 0;
#ifndef CUDA_CPU_DEVICE
    enum { NODES = 16 };
    cudaGraphNode_t node[NODES];
    size_t nodes = NODES;
    if (cudaGraphGetNodes(graph, node, &nodes) == cudaSuccess)
        for (size_t i = 0; i < nodes && registers == 0; i++) {
            enum cudaGraphNodeType type;
            struct cudaKernelNodeParams kernel;
            struct cudaFuncAttributes attributes;
            if (cudaGraphNodeGetType(node[i], &type) == cudaSuccess
                && type == cudaGraphNodeTypeKernel
                && cudaGraphKernelNodeGetParams(node[i], &kernel) == cudaSuccess
                && cudaFuncGetAttributes(&attributes, kernel.func) == cudaSuccess)
                registers = attributes.numRegs;
        }
    cudaGetLastError(); /* a library's kernel may refuse to be asked */
#else
    (void)graph;
#endif
    return registers;
}

/* Enqueues one reduction, and the copy of its first result into the host's memory where it is not
 * there already. */
static inline void lesson_enqueue_call(struct lesson *l, struct lesson_row *row)
{
    const void *result = row->check->is_array ? l->memory.out.data : (void *)row->r.result;
    lesson_fork(l);
    lesson_reduce(l, row);
    lesson_join(l);
    if (!(row->how & LESSON_INTO_PINNED))
        CUDA_CHECK(cudaMemcpyAsync(l->word, result,
                                   lesson_size_of_result(&l->plan, row->check), cudaMemcpyDeviceToHost,
                                   l->stream));
}

/* What a function enqueues, as an executable graph. *registers: as above; NULL: nobody asks. */
static inline cudaGraphExec_t lesson_record(struct lesson *l, struct lesson_row *row,
                                            void (*enqueue)(struct lesson *, struct lesson_row *),
                                            int *registers)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaStreamBeginCapture(l->stream, cudaStreamCaptureModeThreadLocal));
    enqueue(l, row);
    CUDA_CHECK(cudaStreamEndCapture(l->stream, &graph));
    if (registers)
        *registers = lesson_registers(graph);
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return exec;
}

/* Makes the sample an executable graph, where the device has graphs, and a call if it is to be one. */
static inline void lesson_capture(struct lesson *l, struct lesson_row *row)
{
    row->repeats = row->host ? 1 : (int)lesson_repeats(&l->plan, lesson_volume(row->shape));
    if (row->host || row->how & LESSON_WAITS || l->device.is_cpu)
        return;
    row->graph = lesson_record(l, row, lesson_enqueue, &row->registers);
    if (row->how & LESSON_AS_GRAPH)
        row->call_graph = lesson_record(l, row, lesson_enqueue_call, NULL);
}

/* Starts what a sample times. */
static inline void lesson_start(struct lesson *l, struct lesson_row *row)
{
    if (row->graph)
        CUDA_CHECK(cudaGraphLaunch(row->graph, l->stream));
    else
        lesson_enqueue(l, row);
}

/* What is done before each sample and call, and not timed. */
static inline void lesson_get_ready(struct lesson *l, struct lesson_row *row)
{
    if (l->offers & LESSON_DESTROYS_INPUT)
        lesson_fill_inputs(l);
    if (l->plan.is_hot)
        lesson_start(l, row);
    lesson_poison_results(l);
    lesson_flush(l);
    lesson_join(l);
    lesson_agreed(0); /* several processes begin together */
}

/* One sample by the amortised clock; returns milliseconds per reduction. */
static inline double lesson_sample(struct lesson *l, struct lesson_row *row)
{
    float ms = 0;
    lesson_get_ready(l, row);
    CUDA_CHECK(cudaEventRecord(l->start, l->stream));
    lesson_start(l, row);
    CUDA_CHECK(cudaEventRecord(l->stop, l->stream));
    CUDA_CHECK(cudaEventSynchronize(l->stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, l->start, l->stop));
    return (double)ms / row->repeats;
}

/* One reduction by the call clock; returns milliseconds. */
static inline double lesson_call(struct lesson *l, struct lesson_row *row)
{
    lesson_get_ready(l, row);
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    double from = lesson_host_clock();
    if (row->call_graph)
        CUDA_CHECK(cudaGraphLaunch(row->call_graph, l->stream));
    else
        lesson_enqueue_call(l, row);
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    return lesson_host_clock() - from;
}

/* One sample of a row that runs on the host, where both clocks are the same one; milliseconds. */
static inline double lesson_host_sample(struct lesson *l, struct lesson_row *row)
{
    double from = lesson_host_clock();
    int sum = lesson_add_on_host(l, row);
    double ms = lesson_host_clock() - from;
    lesson_poison_results(l);
    lesson_put_result(l, row, sum);
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    return ms;
}

#endif
