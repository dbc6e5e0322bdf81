/* latency.cu: how long a load takes when nothing else is going on, from L1, from L2 and from memory.
 *
 *     make latency               prints it for this machine's GPU
 *
 * One thread chases a pointer: each load brings the address of the next, so it cannot begin before
 * the one before it has its answer. The links lie 128 bytes apart, one in each line of the caches,
 * and point to each other in random order, so that nothing can be fetched ahead. Before it is
 * timed, the thread goes on for a while: through all links where they fit into the cache, so that
 * they are there, and otherwise past others than those that come after, so that none of those is.
 *
 * With a file name as its argument it also writes what it measured there, as CSV.
 */
#include "harness/device.h"

enum { STEPS = 20000, RUNS = 7, LINE = 128 };

struct link {
    unsigned long long next; /* its address */
    char unused[LINE - sizeof(unsigned long long)];
};

struct chase {
    const struct link *at; /* where it is now */
    unsigned long long ns;
    long long cycles;
};

struct level {
    const char *name;
    size_t bytes;
    int is_cache;      /* and holds them all */
    double ns, cycles; /* of one load: medians */
};

/* Link i of `links` points to link to[i]. */
__global__ void make_links(struct link *link, const unsigned *to, unsigned links)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < links)
        link[i].next = (unsigned long long)&link[to[i]];
}

/* A load from global memory as in the lessons: ld.global, through all caches. */
__device__ const struct link *next_of(const struct link *at)
{
    return (const struct link *)__ldca(&at->next);
}

__device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* One thread: `before` loads that are not timed, then STEPS that are. */
__global__ void follow(struct chase *chase, unsigned before)
{
    const struct link *at = chase->at;
    for (unsigned i = 0; i < before; i++)
        at = next_of(at);
    chase->at = at; /* waits for the last of them */
    unsigned long long ns = nanoseconds();
    long long cycles = clock64();
    for (unsigned i = 0; i < STEPS; i++)
        at = next_of(at);
    chase->at = at;
    chase->cycles = clock64() - cycles;
    chase->ns = nanoseconds() - ns;
}

/* to[] becomes one random cycle through all links (Sattolo's way to shuffle). */
static void make_cycle(unsigned *to, unsigned links)
{
    unsigned long long random = 42;
    for (unsigned i = 0; i < links; i++)
        to[i] = i;
    for (unsigned i = links - 1; i > 0; i--) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        unsigned j = (unsigned)((random >> 33) % i), kept = to[i];
        to[i] = to[j];
        to[j] = kept;
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of an odd number of values; sorts them. */
static double median(double *value, int count)
{
    qsort(value, count, sizeof *value, by_value);
    return value[count / 2];
}

static void measure(struct level *level, size_t l2)
{
    unsigned links = (unsigned)(level->bytes / sizeof(struct link));
    unsigned before = level->is_cache && links > STEPS ? links : (unsigned)STEPS;
    unsigned *to = (unsigned *)malloc(links * sizeof *to), *to_device;
    struct link *link;
    struct chase *chase, result;
    void *other;
    double ns[RUNS], cycles[RUNS];

    if (!to)
        lesson_fail(LESSON_CANNOT_RUN, "not enough memory for %u numbers", links);
    make_cycle(to, links);
    CUDA_CHECK(cudaMalloc(&link, level->bytes));
    CUDA_CHECK(cudaMalloc(&to_device, links * sizeof *to));
    CUDA_CHECK(cudaMalloc(&chase, sizeof *chase));
    CUDA_CHECK(cudaMalloc(&other, 4 * l2));
    CUDA_CHECK(cudaMemcpy(to_device, to, links * sizeof *to, cudaMemcpyHostToDevice));
    make_links<<<(links + 255) / 256, 256>>>(link, to_device, links);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemset(other, 0, 4 * l2)); /* takes the place in L2 of links just written */
    result.at = link;
    CUDA_CHECK(cudaMemcpy(chase, &result, sizeof result, cudaMemcpyHostToDevice));
    for (int i = 0; i < RUNS; i++) { /* each goes on where the last one stopped */
        follow<<<1, 1>>>(chase, before);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaMemcpy(&result, chase, sizeof result, cudaMemcpyDeviceToHost));
        ns[i] = (double)result.ns / STEPS;
        cycles[i] = (double)result.cycles / STEPS;
    }
    level->ns = median(ns, RUNS);
    level->cycles = median(cycles, RUNS);
    CUDA_CHECK(cudaFree(link));
    CUDA_CHECK(cudaFree(to_device));
    CUDA_CHECK(cudaFree(chase));
    CUDA_CHECK(cudaFree(other));
    free(to);
}

/* What must be on its way at any time to keep the memory busy: Little's law. */
static void print_in_flight(const struct lesson_device *d, double ns)
{
    int threads = lesson_attribute(cudaDevAttrMaxThreadsPerMultiProcessor, d->ordinal);
    double bytes = d->peak * ns; /* GB/s are bytes per nanosecond */
    if (!(bytes > 0)) {
        puts("\nThe driver does not tell the memory's peak.");
        return;
    }
    printf("\nLittle's law: %.0f bytes per ns x %.0f ns = %.0f KB in flight keep the memory busy,\n"
           "as long as it answers that fast: %.1f KB on each of %d SMs, %.1f bytes for each of %d "
           "threads there.\n", d->peak, ns, bytes / 1e3, bytes / d->sm_count / 1e3, d->sm_count,
           bytes / d->sm_count / threads, threads);
}

static void write_csv(const char *path, const struct lesson_device *d, const struct level *level,
                      int levels)
{
    const char *quote = strpbrk(d->name, ",\"") ? "\"" : "";
    FILE *file = fopen(path, "w");
    if (!file)
        lesson_fail(LESSON_USAGE, "%s: cannot be written", path);
    fprintf(file, "device,card,level,bytes,ns,cycles,clock_mhz\n");
    for (int i = 0; i < levels; i++)
        fprintf(file, "%s%s%s,%08x,%s,%zu,%.1f,%.1f,%.0f\n", quote, d->name, quote, d->card,
                level[i].name, level[i].bytes, level[i].ns, level[i].cycles,
                1e3 * level[i].cycles / level[i].ns);
    if (fclose(file) != 0)
        lesson_fail(LESSON_USAGE, "%s: cannot be written", path);
}

int main(int argc, char **argv)
{
    const size_t MiB = 1 << 20;
    lesson_program = "latency";
    if (argc > 2)
        lesson_fail(LESSON_USAGE, "too many arguments; usage: latency [FILE.csv]");
    struct lesson_device d = lesson_open_device(0);
    struct level level[] = {
        {"L1", 16 << 10, 1, 0, 0},
        {"L2", d.l2 / 4 < 8 * MiB ? d.l2 / 4 : 8 * MiB, 1, 0, 0},
        {"memory", 1024 * MiB > 8 * d.l2 ? 1024 * MiB : 8 * d.l2, 0, 0, 0},
    };
    int levels = sizeof level / sizeof *level;
    size_t needed = level[levels - 1].bytes + 4 * d.l2 + 128 * MiB;
    if (d.free_memory < needed)
        lesson_fail(LESSON_CANNOT_RUN, "needs %zu MiB of device memory, %zu are free: nothing was "
                    "run; see with nvidia-smi who else uses the GPU", needed >> 20,
                    d.free_memory >> 20);

    printf("latency: %s, one thread, each load waits for the one before\n\n"
           "  from    of %9s      ns  cycles\n", d.name, "KiB");
    for (int i = 0; i < levels; i++) {
        measure(&level[i], d.l2);
        printf("  %-6s %12zu %7.1f %7.1f\n", level[i].name, level[i].bytes >> 10, level[i].ns,
               level[i].cycles);
    }
    printf("\nMedians of %d runs of %d loads; the SM's clock was at %.0f MHz.\n", RUNS, STEPS,
           1e3 * level[levels - 1].cycles / level[levels - 1].ns);
    print_in_flight(&d, level[levels - 1].ns);
    if (argc == 2)
        write_csv(argv[1], &d, level, levels);
    return 0;
}
