/* roundtrip.cu: where the microseconds of one call go: from the host's launch until it can read a result.
 *
 *     make roundtrip             prints it for this machine's GPU
 *
 * A kernel that reads nothing: it waits for a given time and writes one word. The host's clock runs
 * from the call that launches it until the host may read the word. What differs is the time that the
 * kernel takes, the size of its grid, and the way the word comes back:
 *
 *     nothing        no word at all: launch, cudaStreamSynchronize
 *     copy           launch, cudaMemcpyAsync into pinned memory, cudaStreamSynchronize
 *     copy_event     the same, but an event behind the copy, and cudaEventSynchronize
 *     copy_polled    the same, but the host reads the pinned word until it has changed
 *     copy_after     the host first sees that the kernel has ended (it reads a pinned word until it has
 *                    changed) and only then asks for the copy: no copy waits for a running kernel
 *     pinned         the kernel writes into pinned memory of the host itself; cudaStreamSynchronize
 *     pinned_polled  the same, but the host reads that word until it has changed
 *     graph_copy     a graph of the kernel and the copy, launched; cudaStreamSynchronize
 *     graph_pinned   a graph of the kernel that writes into pinned memory; the same
 *     copy_alone     no kernel, only the copy
 *     copy_late      copy, but the host waits 0 to 8 us before it asks for the copy; enqueued_us says when it had asked
 *
 * All ways take turns, so what drifts meets all of them. Before each call the device is idle.
 * Then it times empty kernels, many of them one after another: launches, as nodes of a graph, and
 * both as dependent launches, which may begin before the kernel before them has ended.
 *
 * With a file name as its argument it also writes what it measured there, as CSV.
 */
#include "harness/clock.h"
#include "harness/device.h"
#include <time.h>

enum { CALLS = 61, KERNELS = 200, RUNS = 21 };

enum way { NOTHING, COPY, COPY_EVENT, COPY_POLLED, COPY_AFTER, PINNED, PINNED_POLLED, GRAPH_COPY,
           GRAPH_PINNED, COPY_ALONE, WAYS };
static const char *const way_name[WAYS] = {"nothing", "copy", "copy_event", "copy_polled", "copy_after",
                                           "pinned", "pinned_polled", "graph_copy", "graph_pinned",
                                           "copy_alone"};

struct shape { unsigned grid, block; };

/* One kernel, and where its word goes. */
struct call {
    struct shape shape;
    long long cycles;            /* that the kernel takes */
    double delay;                /* microseconds that the host waits before it asks for a copy */
    int *on_device;              /* a word there */
    volatile int *pinned;        /* two words in the host's memory: the result, and "the kernel has ended" */
    cudaStream_t stream;
    cudaEvent_t event;
    cudaGraphExec_t copy, direct; /* of GRAPH_COPY, GRAPH_PINNED */
};

/* Waits for so many cycles and writes 1 into both words, where there are words. */
__global__ void wait(long long cycles, volatile int *word, volatile int *flag)
{
    long long from = clock64();
    while (clock64() - from < cycles)
        ;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        if (word)
            *word = 1;
        if (flag)
            *flag = 1;
    }
}

__global__ void empty() {}

/* The same, and the kernel behind it may begin at once; it waits until the one before it has ended. */
__global__ void empty_dependent()
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static void launch(const struct call *c, volatile int *word, volatile int *flag)
{
    wait<<<c->shape.grid, c->shape.block, 0, c->stream>>>(c->cycles, word, flag);
    CUDA_CHECK(cudaGetLastError());
}

static void copy(const struct call *c)
{
    CUDA_CHECK(cudaMemcpyAsync((void *)c->pinned, c->on_device, sizeof *c->on_device,
                               cudaMemcpyDeviceToHost, c->stream));
}

static void poll(volatile int *word)
{
    while (!*word)
        ;
}

static void delay(double us)
{
    double from = us > 0 ? microseconds() : 0;
    while (us > 0 && microseconds() - from < us)
        ;
}

/* One call; microseconds. *enqueued: until the host had asked for everything. */
static double one_call(const struct call *c, enum way way, double *enqueued)
{
    c->pinned[0] = c->pinned[1] = 0;
    CUDA_CHECK(cudaMemsetAsync(c->on_device, way == COPY_ALONE, sizeof *c->on_device, c->stream));
    CUDA_CHECK(cudaStreamSynchronize(c->stream));
    double from = microseconds();
    switch (way) {
    case GRAPH_COPY: CUDA_CHECK(cudaGraphLaunch(c->copy, c->stream)); break;
    case GRAPH_PINNED: CUDA_CHECK(cudaGraphLaunch(c->direct, c->stream)); break;
    case NOTHING: launch(c, NULL, NULL); break;
    case PINNED: case PINNED_POLLED: launch(c, c->pinned, NULL); break;
    case COPY_AFTER: launch(c, c->on_device, &c->pinned[1]); poll(&c->pinned[1]); copy(c); break;
    case COPY_ALONE: copy(c); break;
    default: launch(c, c->on_device, NULL); delay(c->delay); copy(c);
    }
    if (way == COPY_EVENT)
        CUDA_CHECK(cudaEventRecord(c->event, c->stream));
    *enqueued = microseconds() - from;
    if (way == COPY_POLLED || way == PINNED_POLLED)
        poll(c->pinned);
    else if (way == COPY_EVENT)
        CUDA_CHECK(cudaEventSynchronize(c->event));
    else
        CUDA_CHECK(cudaStreamSynchronize(c->stream));
    double us = microseconds() - from;
    int has_word = way == NOTHING || way == COPY_ALONE || c->pinned[0] == 1;
    CUDA_CHECK(cudaStreamSynchronize(c->stream));
    if (!has_word)
        lesson_fail(LESSON_CUDA_ERROR, "%s: the host read a word that the kernel had not written",
                    way_name[way]);
    return us;
}

static cudaGraphExec_t record(struct call *c, enum way way)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeThreadLocal));
    launch(c, way == GRAPH_COPY ? c->on_device : (int *)c->pinned, NULL);
    if (way == GRAPH_COPY)
        copy(c);
    CUDA_CHECK(cudaStreamEndCapture(c->stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaGraphUpload(exec, c->stream));
    return exec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, int n)
{
    qsort(value, (size_t)n, sizeof *value, compare);
    return value[n / 2];
}

static void csv_row(FILE *csv, const struct lesson_device *d, const char *way, struct shape s,
                    double spin, int calls, double us, double low, double high, double enqueued)
{
    const char *quote = strpbrk(d->name, ",\"") ? "\"" : "";
    if (csv)
        fprintf(csv, "%s%s%s,%08x,%s,%u,%u,%.1f,%d,%.2f,%.2f,%.2f,%.2f\n", quote, d->name, quote,
                d->card, way, s.grid, s.block, spin, calls, us, low, high, enqueued);
}

/* All ways, at one time that the kernel takes; prints a line. */
static void measure(const struct lesson_device *d, FILE *csv, struct call *c, double spin, double mhz)
{
    static double us[WAYS][CALLS], enqueued[WAYS][CALLS];
    c->cycles = (long long)(spin * mhz);
    c->copy = record(c, GRAPH_COPY);
    c->direct = record(c, GRAPH_PINNED);
    for (int i = -3; i < CALLS; i++) /* three to warm up */
        for (int way = 0; way < WAYS; way++) {
            double until, took = one_call(c, (enum way)way, &until);
            us[way][i < 0 ? 0 : i] = took;
            enqueued[way][i < 0 ? 0 : i] = until;
        }
    printf("%5u x %-4u %5.1f", c->shape.grid, c->shape.block, spin);
    for (int way = 0; way < WAYS; way++) {
        double half = median(us[way], CALLS); /* sorts them */
        printf(" %13.1f", half);
        csv_row(csv, d, way_name[way], c->shape, spin, CALLS, half, us[way][CALLS / 10],
                us[way][CALLS - 1 - CALLS / 10], median(enqueued[way], CALLS));
    }
    printf("\n");
    CUDA_CHECK(cudaGraphExecDestroy(c->copy));
    CUDA_CHECK(cudaGraphExecDestroy(c->direct));
}

/* A copy that is asked for later and later, behind a kernel of one length. */
static void measure_late(const struct lesson_device *d, FILE *csv, struct call *c, double spin, double mhz)
{
    double us[CALLS], enqueued[CALLS];
    c->cycles = (long long)(spin * mhz);
    for (c->delay = 0; c->delay <= 8; c->delay++) {
        for (int i = -3; i < CALLS; i++) {
            double until, took = one_call(c, COPY, &until);
            us[i < 0 ? 0 : i] = took;
            enqueued[i < 0 ? 0 : i] = until;
        }
        double half = median(us, CALLS), asked = median(enqueued, CALLS);
        printf("%5u x %-4u %5.1f  asked for after %5.1f us: %5.1f us\n", c->shape.grid, c->shape.block, spin, asked, half);
        csv_row(csv, d, "copy_late", c->shape, spin, CALLS, half, us[CALLS / 10], us[CALLS - 1 - CALLS / 10], asked);
    }
    c->delay = 0;
}

/* ---- Kernels one after another ---------------------------------------------------------------- */

static void launch_empty(struct shape s, cudaStream_t stream, int is_dependent)
{
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute[1] = {};
    if (!is_dependent) {
        empty<<<s.grid, s.block, 0, stream>>>();
        return;
    }
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = s.grid;
    config.blockDim = s.block;
    config.stream = stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, empty_dependent));
}

/* Microseconds for one of KERNELS kernels: the device's time, and the host's to enqueue it. */
static void measure_series(const struct lesson_device *d, FILE *csv, struct call *c,
                           struct shape s, int in_graph, int is_dependent)
{
    static const char *const name[2][2] = {{"launches", "dependent_launches"},
                                           {"graph_nodes", "dependent_nodes"}};
    double us[RUNS], enqueued[RUNS];
    cudaGraphExec_t exec = NULL;
    cudaEvent_t stop;
    CUDA_CHECK(cudaEventCreate(&stop));
    if (in_graph) {
        cudaGraph_t graph;
        CUDA_CHECK(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeThreadLocal));
        for (int i = 0; i < KERNELS; i++)
            launch_empty(s, c->stream, is_dependent);
        CUDA_CHECK(cudaStreamEndCapture(c->stream, &graph));
        CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
        CUDA_CHECK(cudaGraphDestroy(graph));
    }
    for (int i = -2; i < RUNS; i++) {
        float ms;
        CUDA_CHECK(cudaStreamSynchronize(c->stream));
        wait<<<1, 1, 0, c->stream>>>(4000000, NULL, NULL); /* 2 ms: meanwhile everything is enqueued */
        CUDA_CHECK(cudaEventRecord(c->event, c->stream));
        double from = microseconds();
        if (exec)
            CUDA_CHECK(cudaGraphLaunch(exec, c->stream));
        else
            for (int k = 0; k < KERNELS; k++)
                launch_empty(s, c->stream, is_dependent);
        enqueued[i < 0 ? 0 : i] = (microseconds() - from) / KERNELS;
        CUDA_CHECK(cudaEventRecord(stop, c->stream));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&ms, c->event, stop));
        us[i < 0 ? 0 : i] = 1e3 * ms / KERNELS;
    }
    double half = median(us, RUNS);
    double host = median(enqueued, RUNS);
    printf("%5u x %-4u  %-20s %6.2f us on the device, %5.2f us on the host\n", s.grid, s.block,
           name[in_graph][is_dependent], half, host);
    csv_row(csv, d, name[in_graph][is_dependent], s, 0, RUNS, half, us[RUNS / 10],
            us[RUNS - 1 - RUNS / 10], host);
    if (exec)
        CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaEventDestroy(stop));
}

int main(int argc, char **argv)
{
    static const double spin[] = {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 10, 15, 20};
    FILE *csv = NULL;
    struct call c;
    lesson_program = "roundtrip";
    if (argc > 2)
        lesson_fail(LESSON_USAGE, "too many arguments; usage: roundtrip [FILE.csv]");
    struct lesson_device d = lesson_open_device(0);
    if (argc == 2 && !(csv = fopen(argv[1], "w")))
        lesson_fail(LESSON_USAGE, "%s: cannot be written", argv[1]);
    if (csv)
        fprintf(csv, "device,card,way,grid,block,spin_us,calls,us,low_us,high_us,enqueued_us\n");
    memset(&c, 0, sizeof c);
    CUDA_CHECK(cudaStreamCreate(&c.stream));
    CUDA_CHECK(cudaEventCreate(&c.event));
    CUDA_CHECK(cudaMalloc(&c.on_device, sizeof *c.on_device));
    CUDA_CHECK(cudaMallocHost((void **)&c.pinned, 2 * sizeof *c.pinned));
    double mhz = lesson_clock_mhz(c.stream);

    printf("roundtrip: %s, SMs at %.0f MHz; microseconds, medians of %d calls\n\n"
           "grid x block  spin", d.name, mhz, CALLS);
    for (int way = 0; way < WAYS; way++)
        printf(" %13s", way_name[way]);
    printf("\n");
    struct shape shape[] = {{1, 32}, {1, 1024}, {8, 1024}, {(unsigned)d.sm_count, 1024}};
    for (int s = 0; s < 4; s++) {
        c.shape = shape[s];
        for (unsigned i = 0; i < sizeof spin / sizeof *spin; i++)
            measure(&d, csv, &c, spin[i], mhz);
    }
    printf("\nCopies that are asked for later:\n\n");
    c.shape = shape[0];
    for (unsigned i = 0; i < 2; i++)
        measure_late(&d, csv, &c, i ? 6 : 2, mhz);
    printf("\nEmpty kernels, %d one after another; for each:\n\n", KERNELS);
    for (int s = 0; s < 4; s++)
        for (int kind = 0; kind < (d.major >= 9 ? 4 : 2); kind++)
            measure_series(&d, csv, &c, shape[s], kind % 2, kind / 2);
    if (csv && fclose(csv) != 0)
        lesson_fail(LESSON_USAGE, "%s: cannot be written", argv[1]);
    return 0;
}
