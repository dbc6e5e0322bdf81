/* mpi.cu: NCCL between processes, through MPI: every call, compared with a sum by the host; with an argument, one
 * mistake. mpi [NAME]; tests/68_mpi.t lists the names. Each process has all its devices: as many ranks as they are. */
#include "check.h"

#include <mpi.h>
#include <nccl.h>
#include <string.h>
#include <unistd.h>
#include <vector>

enum { MOST = 16, N = 420 };            /* N: a multiple of 2, 3, 4, 6 and 7 */
static int devices, ranks, process, processes, checks, wrong;
static ncclComm_t comm[MOST];
static cudaStream_t stream[MOST];
static int *in[MOST], *out[MOST];

static void check(int line, bool is_right)
{
    checks++;
    if (!is_right) {
        wrong++;
        printf("process %d, line %d\n", process, line);
    }
}
#define CHECK(x) check(__LINE__, x)

static int rank_of(int device) { return process * devices + device; }
static int element(int rank, int i) { return (i * 7 + rank) % 100 - 50; }
static int sum(int i)
{
    int all = 0;

    for (int r = 0; r < ranks; r++)
        all += element(r, i);
    return all;
}

static void begin(int joined, ncclComm_t *to)
{
    ncclUniqueId id;

    if (!process)
        NCCL(ncclGetUniqueId(&id));
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (process >= joined)
        return;
    NCCL(ncclGroupStart());
    for (int d = 0; d < devices; d++) {
        CUDA(cudaSetDevice(d));
        NCCL(ncclCommInitRank(&to[d], ranks, id, rank_of(d)));
    }
    NCCL(ncclGroupEnd());
}

static void fill(void)
{
    for (int d = 0; d < devices; d++) {
        std::vector<int> host(N * MOST, -1);

        CUDA(cudaSetDevice(d));
        CUDA(cudaMemcpyAsync(out[d], host.data(), N * MOST * 4, cudaMemcpyHostToDevice, stream[d]));
        for (int i = 0; i < N; i++)
            host[i] = element(rank_of(d), i);
        CUDA(cudaMemcpyAsync(in[d], host.data(), N * 4, cudaMemcpyHostToDevice, stream[d]));
        CUDA(cudaStreamSynchronize(stream[d]));
    }
}

static std::vector<int> result(int d, const int *of)
{
    std::vector<int> host(N * MOST);

    CUDA(cudaSetDevice(d));
    CUDA(cudaStreamSynchronize(stream[d]));
    CUDA(cudaMemcpy(host.data(), of, N * MOST * 4, cudaMemcpyDeviceToHost));
    return host;
}

template <class F> void in_group(F f)
{
    NCCL(ncclGroupStart());
    for (int d = 0; d < devices; d++)
        f(d);
    NCCL(ncclGroupEnd());
}

/* value(rank, i): what the rank has in element i of `size` */
template <class V> void compare(int line, int size, V value, int *const *of = out)
{
    for (int d = 0; d < devices; d++) {
        std::vector<int> host = result(d, of[d]);
        int right = 1;

        for (int i = 0; i < size; i++)
            right &= host[i] == value(rank_of(d), i);
        check(line, right);
    }
}
#define COMPARE(...) compare(__LINE__, __VA_ARGS__)

static void check_calls(void)
{
    int root = ranks - 1;

    fill();
    in_group([&](int d) { NCCL(ncclAllReduce(in[d], out[d], N, ncclInt, ncclSum, comm[d], stream[d])); });
    COMPARE(N, [](int, int i) { return sum(i); });
    in_group([&](int d) { NCCL(ncclAllReduce(in[d], in[d], N, ncclInt, ncclSum, comm[d], stream[d])); });
    COMPARE(N, [](int, int i) { return sum(i); }, in);
    fill();
    in_group([&](int d) { NCCL(ncclReduce(in[d], out[d], N, ncclInt, ncclSum, root, comm[d], stream[d])); });
    COMPARE(N, [=](int r, int i) { return r == root ? sum(i) : -1; });
    fill();
    in_group([&](int d) { NCCL(ncclBroadcast(in[d], out[d], N, ncclInt, root, comm[d], stream[d])); });
    COMPARE(N, [=](int, int i) { return element(root, i); });
    fill();
    in_group([&](int d) { NCCL(ncclReduceScatter(in[d], out[d], N / ranks, ncclInt, ncclSum, comm[d], stream[d])); });
    COMPARE(N / ranks, [](int r, int i) { return sum(r * (N / ranks) + i); });
    fill();
    in_group([&](int d) { NCCL(ncclAllGather(in[d], out[d], N, ncclInt, comm[d], stream[d])); });
    COMPARE(N * ranks, [](int, int i) { return element(i / N, i % N); });
    fill();
    in_group([&](int d) {
        NCCL(ncclSend(in[d], N, ncclInt, (rank_of(d) + 1) % ranks, comm[d], stream[d]));
        NCCL(ncclRecv(out[d], N, ncclInt, (rank_of(d) + ranks - 1) % ranks, comm[d], stream[d]));
    });
    COMPARE(N, [](int r, int i) { return element((r + ranks - 1) % ranks, i); });
    in_group([&](int d) { NCCL(ncclAllReduce(in[d], out[d], 0, ncclInt, ncclSum, comm[d], stream[d])); });
    COMPARE(N, [](int r, int i) { return element((r + ranks - 1) % ranks, i); });
}

/* In graphs that run twice; the processes begin at different times. */
static void check_graph(void)
{
    cudaGraph_t graph[MOST];
    cudaGraphExec_t exec[MOST];

    fill();
    usleep(100000 * process);
    for (int d = 0; d < devices; d++) {
        CUDA(cudaSetDevice(d));
        CUDA(cudaStreamBeginCapture(stream[d], cudaStreamCaptureModeThreadLocal));
    }
    in_group([&](int d) { NCCL(ncclAllReduce(in[d], in[d], N, ncclInt, ncclSum, comm[d], stream[d])); });
    for (int d = 0; d < devices; d++) {
        CUDA(cudaStreamEndCapture(stream[d], &graph[d]));
        CUDA(cudaGraphInstantiate(&exec[d], graph[d], 0));
    }
    for (int times = 0; times < 2; times++)
        for (int d = 0; d < devices; d++) {
            CUDA(cudaSetDevice(d));
            CUDA(cudaGraphLaunch(exec[d], stream[d]));
        }
    COMPARE(N, [](int, int i) { return ranks * sum(i); }, in);
}

/* 8 MiB, more than MPI sends before somebody receives; two communicators in turns; messages of the program's own
 * meanwhile, which anybody may receive. */
static void check_large(void)
{
    const size_t size = 2 << 20;
    ncclComm_t second[MOST];
    std::vector<int *> p(devices);
    std::vector<int> host(size);
    int from_before = -1, right = 1;

    begin(processes, second);
    for (int d = 0; d < devices; d++) {
        for (size_t i = 0; i < size; i++)
            host[i] = rank_of(d) + (int)(i % 1000);
        CUDA(cudaSetDevice(d));
        CUDA(cudaMalloc(&p[d], size * 4));
        CUDA(cudaMemcpy(p[d], host.data(), size * 4, cudaMemcpyHostToDevice));
    }
    MPI_Send(&process, 1, MPI_INT, (process + 1) % processes, 7, MPI_COMM_WORLD);
    in_group([&](int d) { NCCL(ncclAllReduce(p[d], p[d], size, ncclInt, ncclSum, second[d], stream[d])); });
    in_group([&](int d) { NCCL(ncclAllReduce(p[d], p[d], size, ncclInt, ncclMax, comm[d], stream[d])); });
    for (int d = 0; d < devices; d++) {
        CUDA(cudaSetDevice(d));
        CUDA(cudaStreamSynchronize(stream[d]));
        CUDA(cudaMemcpy(host.data(), p[d], size * 4, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < size; i++)
            right &= host[i] == ranks * (ranks - 1) / 2 + ranks * (int)(i % 1000);
        NCCL(ncclCommDestroy(second[d]));
    }
    CHECK(right);
    MPI_Recv(&from_before, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(from_before == (process + processes - 1) % processes);
}

static void mistake(const char *which)
{
#define IS(name) (!strcmp(which, name))
    auto reduce = [](int d, int count = N, ncclDataType_t type = ncclInt, ncclRedOp_t op = ncclSum) {
        NCCL(ncclAllReduce(in[d], out[d], count, type, op, comm[d], stream[d]));
    };
    int odd = process == 1;

    if (IS("count")) {
        in_group([&](int d) { reduce(d, N - odd); });
    } else if (IS("type")) {
        in_group([&](int d) { reduce(d, N, odd ? ncclFloat : ncclInt); });
    } else if (IS("op")) {
        in_group([&](int d) { reduce(d, N, ncclInt, odd ? ncclMax : ncclSum); });
    } else if (IS("root")) {
        in_group([&](int d) { NCCL(ncclReduce(in[d], out[d], N, ncclInt, ncclSum, odd, comm[d], stream[d])); });
    } else if (IS("order")) {
        for (int i = 0; i < 2; i++)
            in_group([&](int d) {
                if (i == odd)
                    reduce(d);
                else
                    NCCL(ncclBroadcast(in[d], out[d], N, ncclInt, 0, comm[d], stream[d]));
            });
    } else if (IS("no-group-end") || IS("no-group-end-at-finalize")) {
        if (odd)
            NCCL(ncclGroupStart());
        for (int d = 0; d < (odd ? devices : 1); d++)
            reduce(d);
        if (IS("no-group-end-at-finalize"))
            MPI_Finalize();
    } else if (IS("missing")) {
        if (!odd)
            in_group([&](int d) { reduce(d); });
    } else if (IS("slow")) {
        if (odd)
            sleep(300);
        in_group([&](int d) { reduce(d); });
    } else if (IS("dies")) {
        if (odd)
            abort();
        in_group([&](int d) { reduce(d); });
    } else if (IS("exits")) {
        if (odd)
            _exit(0);
        in_group([&](int d) { reduce(d); });
    } else if (IS("short-receive")) {
        if (process == 0)
            NCCL(ncclSend(in[0], N, ncclInt, devices, comm[0], stream[0]));
        if (odd)
            NCCL(ncclRecv(out[0], N / 2, ncclInt, 0, comm[0], stream[0]));
    } else {
        printf("unknown name: %s\n", which);
        exit(2);
    }
    for (int d = 0; d < devices; d++) {
        CUDA(cudaSetDevice(d));
        CUDA(cudaStreamSynchronize(stream[d]));
    }
    MPI_Finalize();
    printf("not found\n");
    exit(0);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    int joined, all[2] = {0, 0}, mine[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    CUDA(cudaGetDeviceCount(&devices));
    ranks = processes * devices;
    joined = strcmp(name, "missing-init") ? processes : processes - 1;
    if (!strcmp(name, "other-ranks"))
        ranks += process == 1;
    begin(joined, comm);
    if (process >= joined)
        return MPI_Finalize();
    for (int d = 0; d < devices; d++) {
        CUDA(cudaSetDevice(d));
        CUDA(cudaStreamCreate(&stream[d]));
        CUDA(cudaMalloc(&in[d], N * MOST * 4));
        CUDA(cudaMalloc(&out[d], N * MOST * 4));
    }
    fill();
    if (!strcmp(name, "bytes")) {       /* one all-reduce */
        in_group([&](int d) { NCCL(ncclAllReduce(in[d], out[d], N, ncclInt, ncclSum, comm[d], stream[d])); });
        for (int d = 0; d < devices; d++)
            CUDA(cudaStreamSynchronize(stream[d]));
        return MPI_Finalize();
    }
    if (*name)
        mistake(name);
    check_calls();
    check_graph();
    check_large();
    for (int d = 0; d < devices; d++)
        NCCL(ncclCommDestroy(comm[d]));
    mine[0] = checks;
    mine[1] = wrong;
    MPI_Reduce(mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!process)
        printf("%d ranks, %d things checked, %d wrong\n", ranks, all[0], all[1]);
    MPI_Finalize();
    return wrong != 0;
}
