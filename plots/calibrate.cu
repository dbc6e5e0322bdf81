/* calibrate.cu: what a prediction needs to know of a card, measured: one row of plots/cards.csv.
 *
 *     make calibrate             on a machine with the card; RECORD=yes keeps the row
 *
 * Each kernel here does one thing only, and so often that nothing else counts:
 *
 *     read_share   of the theoretical peak, that loads of 16 bytes from memory reach
 *     l2_gbps      the same from L2, for an array of a quarter of it
 *     l2_ns, memory_ns   a load that nothing else disturbs: one thread, each load waits for the last
 *     launch_ns    from one launch to the next in a CUDA graph, for kernels that do nothing
 *     block_ns     from one block's start to the next, for blocks that do nothing
 *     atomic_ns    from one atomic to the next on one word
 *     wavefront_ns from one wavefront of shared memory to the next, on one SM
 *     barrier_ns   a barrier of a block that is alone on its SM, for blocks of 256 threads
 *     clock_mhz    of an SM that works
 *
 * With a file name as its argument it also writes the row there, as CSV.
 */
#include "harness/device.h"

enum { RUNS = 7, STEPS = 20000, LINE = 128, LOOPS = 2048 };

/* ---- Kernels ---------------------------------------------------------------------------------- */

__global__ void nothing() { }

/* Reads n times 16 bytes, n a multiple of four times the threads; the store never happens, but the compiler cannot know. */
__global__ void read_all(const uint4 *in, size_t n, uint4 *out)
{
    size_t stride = (size_t)gridDim.x * blockDim.x, i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned all = 0;
    for (; i < n; i += 4 * stride) {
        uint4 a = in[i], b = in[i + stride], c = in[i + 2 * stride], d = in[i + 3 * stride];
        all |= a.x | a.y | a.z | a.w | b.x | b.y | b.z | b.w | c.x | c.y | c.z | c.w | d.x | d.y | d.z | d.w;
    }
    if (all == 12345)
        *out = make_uint4(all, 0, 0, 0);
}

/* Reads n times 16 bytes, a power of two, again and again: `loads` a thread. Each load is some blocks further than all
 * threads together were at the last one, so that an SM does not find in its L1 what it has read before. */
__global__ void read_again(const uint4 *in, size_t n, int loads, uint4 *out)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)(gridDim.x + 3) * blockDim.x;
    unsigned all = 0;
    for (int k = 0; k < loads; k += 4, first += 4 * step) {
        uint4 a = __ldcg(in + (first & (n - 1))), b = __ldcg(in + ((first + step) & (n - 1))),
              c = __ldcg(in + ((first + 2 * step) & (n - 1))), d = __ldcg(in + ((first + 3 * step) & (n - 1)));
        all |= a.x | a.y | a.z | a.w | b.x | b.y | b.z | b.w | c.x | c.y | c.z | c.w | d.x | d.y | d.z | d.w;
    }
    if (all == 12345)
        *out = make_uint4(all, 0, 0, 0);
}

/* One lane of each warp adds to one word. */
__global__ void add_to_one_word(unsigned *word, int times)
{
    for (int i = 0; i < times && threadIdx.x % 32 == 0; i++)
        atomicAdd(word, 1u);
}

/* Loads from shared memory without conflicts, eight at a time, none of which waits for another. */
__global__ void read_shared(unsigned *out, int times)
{
    __shared__ volatile unsigned word[2048];
    for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x)
        word[i] = i;
    __syncthreads();
    unsigned all = 0;
    for (int i = 0; i < times; i++) {
        unsigned at = threadIdx.x % 32 + 32 * (i % 8);
        all |= word[at] | word[at + 256] | word[at + 512] | word[at + 768] | word[at + 1024] | word[at + 1280] |
               word[at + 1536] | word[at + 1792];
    }
    if (all == 1)
        *out = all;
}

__device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

struct passed { unsigned long long ns; long long cycles; };

__global__ void wait_often(struct passed *passed, int times)
{
    unsigned long long ns = nanoseconds();
    long long cycles = clock64();
    for (int i = 0; i < times; i++)
        __syncthreads();
    if (threadIdx.x == 0) {
        passed->cycles = clock64() - cycles;
        passed->ns = nanoseconds() - ns;
    }
}

/* One thread follows links: each load brings the address of the next. `before` loads are not timed. */
__global__ void follow(const void **at, struct passed *passed, unsigned before)
{
    const void **link = (const void **)*at;
    for (unsigned i = 0; i < before; i++)
        link = (const void **)__ldcg((const unsigned long long *)link);
    *at = link; /* waits for the last of them */
    unsigned long long ns = nanoseconds();
    long long cycles = clock64();
    for (unsigned i = 0; i < STEPS; i++)
        link = (const void **)__ldcg((const unsigned long long *)link);
    *at = link;
    passed->cycles = clock64() - cycles;
    passed->ns = nanoseconds() - ns;
}

/* Link i, LINE bytes apart, points to a link far away: one cycle through all of them, as their number is a power
 * of two and the factor odd, with the next one 4k + 1. */
__global__ void make_links(char *bytes, unsigned links)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned next = (i * 1664525u + 1013904223u) & (links - 1); /* a generator of full period */
    if (i < links)
        *(unsigned long long *)(bytes + (size_t)i * LINE) = (unsigned long long)(bytes + (size_t)next * LINE);
}

/* ---- Times ------------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value)
{
    qsort(value, RUNS, sizeof *value, by_value);
    return value[RUNS / 2];
}

static cudaEvent_t begin, end;

/* Nanoseconds that `work` takes: a median. The first run does not count. */
template <class F> static double time_of(F work)
{
    double ns[RUNS];
    for (int i = -1; i < RUNS; i++) {
        float ms;
        CUDA_CHECK(cudaEventRecord(begin, cudaStreamPerThread));
        work();
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaEventRecord(end, cudaStreamPerThread));
        CUDA_CHECK(cudaEventSynchronize(end));
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
        if (i >= 0)
            ns[i] = 1e6 * ms;
    }
    return median(ns);
}

/* What a kernel of one block has measured itself: a median per step; *mhz is the clock. */
template <class F> static double passed_in(F work, double steps, double *mhz)
{
    struct passed *passed, result;
    double ns[RUNS];
    CUDA_CHECK(cudaMalloc(&passed, sizeof *passed));
    for (int i = -1; i < RUNS; i++) {
        work(passed);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaStreamSynchronize(cudaStreamPerThread));
        CUDA_CHECK(cudaMemcpy(&result, passed, sizeof result, cudaMemcpyDeviceToHost));
        if (i >= 0)
            ns[i] = result.ns / steps;
        *mhz = 1e3 * result.cycles / result.ns;
    }
    CUDA_CHECK(cudaFree(passed));
    return median(ns);
}

static size_t power_below(size_t n)
{
    size_t p = 1;
    while (2 * p <= n)
        p *= 2;
    return p;
}

static double load_ns(char *bytes, size_t size, int fits, double *mhz)
{
    unsigned links = (unsigned)(size / LINE), before = fits ? links : (unsigned)STEPS;
    const void **at;
    CUDA_CHECK(cudaMalloc(&at, sizeof *at));
    make_links<<<(links + 255) / 256, 256, 0, cudaStreamPerThread>>>(bytes, links);
    CUDA_CHECK(cudaMemcpy(at, &bytes, sizeof bytes, cudaMemcpyHostToDevice));
    double ns = passed_in([&](struct passed *passed) {
        follow<<<1, 1, 0, cudaStreamPerThread>>>(at, passed, before); }, STEPS, mhz);
    CUDA_CHECK(cudaFree(at));
    return ns;
}

static double launch_ns(void)
{
    const int launches = 512;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < launches; i++)
        nothing<<<1, 32, 0, stream>>>();
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    double ns = time_of([&] { CUDA_CHECK(cudaGraphLaunch(exec, cudaStreamPerThread)); });
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return ns / launches;
}

int main(int argc, char **argv)
{
    const size_t MiB = 1 << 20;
    lesson_program = "calibrate";
    if (argc > 2)
        lesson_fail(LESSON_USAGE, "too many arguments; usage: calibrate [FILE.csv]");
    struct lesson_device d = lesson_open_device(0);
    size_t size = 16 * power_below(d.l2 ? d.l2 : 4 * MiB); /* at least eight times as much as L2 */
    if (size < 1024 * MiB)
        size = 1024 * MiB;
    if (d.free_memory < size + 128 * MiB)
        lesson_fail(LESSON_CANNOT_RUN, "needs %zu MiB of device memory, %zu are free: nothing was run; see with "
                    "nvidia-smi who else uses the GPU", (size >> 20) + 128, d.free_memory >> 20);
    int threads = lesson_attribute(cudaDevAttrMaxThreadsPerMultiProcessor, d.ordinal);
    int blocks = lesson_attribute(cudaDevAttrMaxBlocksPerMultiprocessor, d.ordinal);
    int registers = lesson_attribute(cudaDevAttrMaxRegistersPerMultiprocessor, d.ordinal);
    int shared = lesson_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, d.ordinal);
    int full = d.sm_count * (threads / 256); /* blocks of 256 */
    char *bytes;
    unsigned *word;
    double mhz, unused, share = NAN;

    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    CUDA_CHECK(cudaMalloc(&bytes, size));
    CUDA_CHECK(cudaMalloc(&word, 256));
    CUDA_CHECK(cudaMemset(bytes, 0, size));
    CUDA_CHECK(cudaMemset(word, 0, 256));
    CUDA_CHECK(cudaDeviceSynchronize());

    size_t l2 = power_below(d.l2 / 4);
    const uint4 *in = (const uint4 *)bytes;
    double barrier = passed_in([&](struct passed *passed) {
        wait_often<<<1, 256, 0, cudaStreamPerThread>>>(passed, STEPS); }, STEPS, &mhz);
    size_t round = 4 * (size_t)full * 256, vectors = size / 16 / round * round; /* all that read_all reads */
    double read = 16.0 * vectors * RUNS / time_of([&] {
        for (int i = 0; i < RUNS; i++) /* so many that the events' own time is lost among them */
            read_all<<<full, 256, 0, cudaStreamPerThread>>>(in, vectors, (uint4 *)word); });
    double l2_gbps = full * 256 * 16.0 * LOOPS / time_of([&] {
        read_again<<<full, 256, 0, cudaStreamPerThread>>>(in, l2 / 16, LOOPS, (uint4 *)word); });
    double block = time_of([&] { nothing<<<1 << 20, 128, 0, cudaStreamPerThread>>>(); }) / (1 << 20);
    double atomic = time_of([&] { add_to_one_word<<<full, 256, 0, cudaStreamPerThread>>>(word, 16); }) / (full * 8.0 * 16);
    double wavefront = time_of([&] { read_shared<<<full, 256, 0, cudaStreamPerThread>>>(word, LOOPS); }) /
                       (threads / 32 * 8.0 * LOOPS);
    double launch = launch_ns();
    double l2_ns = load_ns(bytes, l2 < 8 * MiB ? l2 : 8 * MiB, 1, &unused);
    double memory_ns = load_ns(bytes, size, 0, &unused);
    if (!isnan(d.peak))
        share = read / d.peak;

    printf("calibrate: %s\n\n"
           "  memory       %8.0f GB/s read, %.1f %% of the peak; %.1f ns for one load\n"
           "  L2           %8.0f GB/s read; %.1f ns for one load\n"
           "  launch       %8.1f ns\n  block        %8.3f ns\n  atomic       %8.3f ns on one word\n"
           "  wavefront    %8.3f ns on one SM\n  barrier      %8.2f ns for 256 threads\n  clock        %8.0f MHz\n\n"
           "Medians of %d runs.\n", d.name, read, 100 * share, memory_ns, l2_gbps, l2_ns, launch, block, atomic,
           wavefront, barrier, mhz, RUNS);
    if (argc == 2) {
        const char *quote = strpbrk(d.name, ",\"") ? "\"" : "";
        FILE *file = fopen(argv[1], "w");
        if (!file)
            lesson_fail(LESSON_USAGE, "%s: cannot be written", argv[1]);
        fprintf(file, "device,card,cc,sms,clock_mhz,peak_gbps,l2_bytes,max_threads,max_blocks,registers,shared_bytes,"
                "read_share,l2_gbps,memory_ns,l2_ns,launch_ns,block_ns,atomic_ns,wavefront_ns,barrier_ns\n"
                "%s%s%s,%08x,%d.%d,%d,%.0f,%.1f,%zu,%d,%d,%d,%d,%.4f,%.0f,%.1f,%.1f,%.1f,%.3f,%.3f,%.4f,%.2f\n",
                quote, d.name, quote, d.card, d.major, d.minor, d.sm_count, mhz, isnan(d.peak) ? 0 : d.peak, d.l2,
                threads, blocks, registers, shared, isnan(share) ? 0 : share, l2_gbps, memory_ns, l2_ns, launch, block,
                atomic, wavefront, barrier);
        if (fclose(file) != 0)
            lesson_fail(LESSON_USAGE, "%s: cannot be written", argv[1]);
    }
    return 0;
}
