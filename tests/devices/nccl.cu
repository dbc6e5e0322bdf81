/* nccl.cu: nccl.h of the CPU device: every call with every type and operation, compared with a sum by the host; with an
 * argument, one mistake. nccl [NAME]; tests/67_devices.t lists the names. */
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nccl.h>
#include <string.h>
#include <thread>
#include <vector>

enum { MOST = 16, N = 420, ROOM = N * MOST * 8 };     /* N: a multiple of 2, 3, 4 and 7 */
static int devices, checks, wrong;
static ncclComm_t comm[MOST];
static cudaStream_t stream[MOST];
static void *in[MOST], *out[MOST];

static void check(int line, const char *what, bool is_right)
{
    checks++;
    if (!is_right) {
        wrong++;
        printf("line %d: %s\n", line, what);
    }
}
#define CHECK(...) check(__LINE__, #__VA_ARGS__, (__VA_ARGS__))

template <class T> double value(T x) { return (double)x; }
template <> double value(__half x) { return __half2float(x); }
template <> double value(__nv_bfloat16 x) { return __bfloat162float(x); }
template <class T> T make(double x) { return (T)x; }
template <> __half make(double x) { return __float2half((float)x); }
template <> __nv_bfloat16 make(double x) { return __float2bfloat16((float)x); }

/* Small numbers, exact in every type, also their products. */
static double element(int rank, size_t i) { return (double)((i * 7 + (size_t)rank) % 3 + (i % 5 == 0)) * (rank < 2 ? 1 : 0.0) + 1 + (rank == 1); }

static double combined(ncclRedOp_t op, size_t i)
{
    double all = element(0, i);

    for (int r = 1; r < devices; r++) {
        double x = element(r, i);
        all = op == ncclMax ? (all > x ? all : x) : op == ncclMin ? (all < x ? all : x) : op == ncclProd ? all * x : all + x;
    }
    return op == ncclAvg ? all / devices : all;
}

template <class T> void fill(size_t count)
{
    std::vector<T> host(count);

    for (int r = 0; r < devices; r++) {
        for (size_t i = 0; i < count; i++)
            host[i] = make<T>(element(r, i));
        CUDA(cudaSetDevice(r));
        CUDA(cudaMemcpyAsync(in[r], host.data(), count * sizeof(T), cudaMemcpyHostToDevice, stream[r]));
        CUDA(cudaMemsetAsync(out[r], 0x5a, ROOM, stream[r]));
        CUDA(cudaStreamSynchronize(stream[r]));
    }
}

template <class T> std::vector<T> result(int rank, size_t count)
{
    std::vector<T> host(count);

    CUDA(cudaSetDevice(rank));
    CUDA(cudaStreamSynchronize(stream[rank]));
    CUDA(cudaMemcpy(host.data(), out[rank], count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

template <class F> void in_group(F f)
{
    NCCL(ncclGroupStart());
    for (int r = 0; r < devices; r++)
        f(r);
    NCCL(ncclGroupEnd());
}

template <class T> void check_type(ncclDataType_t type, bool is_integer)
{
    for (int o = ncclSum; o <= ncclAvg; o++) {
        ncclRedOp_t op = (ncclRedOp_t)o;
        auto expected = [=](size_t i) {
            double x = combined(op, i);
            return is_integer ? (double)(long long)x : value(make<T>(x));
        };
        bool all = true;

        if (op == ncclProd && sizeof(T) == 1 && devices > 4)
            continue;                   /* the products are too large */
        fill<T>(N);
        in_group([&](int r) { NCCL(ncclAllReduce(in[r], out[r], N, type, op, comm[r], stream[r])); });
        for (int r = 0; r < devices; r++) {
            auto host = result<T>(r, N);
            for (size_t i = 0; i < N; i++)
                all &= value(host[i]) == expected(i);
        }
        CHECK(all);
        fill<T>(N);
        in_group([&](int r) { NCCL(ncclReduce(in[r], out[r], N, type, op, devices - 1, comm[r], stream[r])); });
        auto at_root = result<T>(devices - 1, N);
        all = true;
        for (size_t i = 0; i < N; i++)
            all &= value(at_root[i]) == expected(i);
        CHECK(all);
        fill<T>(N);
        in_group([&](int r) { NCCL(ncclReduceScatter(in[r], out[r], N / devices, type, op, comm[r], stream[r])); });
        all = true;
        for (int r = 0; r < devices; r++) {
            auto host = result<T>(r, N / devices);
            for (size_t i = 0; i < host.size(); i++)
                all &= value(host[i]) == expected((size_t)r * host.size() + i);
        }
        CHECK(all);
    }
    bool all = true;
    fill<T>(N);
    in_group([&](int r) { NCCL(ncclBroadcast(in[r], out[r], N, type, devices / 2, comm[r], stream[r])); });
    for (int r = 0; r < devices; r++) {
        auto host = result<T>(r, N);
        for (size_t i = 0; i < N; i++)
            all &= value(host[i]) == value(make<T>(element(devices / 2, i)));
    }
    CHECK(all);
    all = true;
    fill<T>(N);
    in_group([&](int r) { NCCL(ncclAllGather(in[r], out[r], N, type, comm[r], stream[r])); });
    for (int r = 0; r < devices; r++) {
        auto host = result<T>(r, (size_t)N * devices);
        for (size_t i = 0; i < host.size(); i++)
            all &= value(host[i]) == value(make<T>(element((int)(i / N), i % N)));
    }
    CHECK(all);
    all = true;
    fill<T>(N);
    in_group([&](int r) {
        NCCL(ncclSend(in[r], N, type, (r + 1) % devices, comm[r], stream[r]));
        NCCL(ncclRecv(out[r], N, type, (r + devices - 1) % devices, comm[r], stream[r]));
    });
    for (int r = 0; r < devices; r++) {
        auto host = result<T>(r, N);
        for (size_t i = 0; i < N; i++)
            all &= value(host[i]) == value(make<T>(element((r + devices - 1) % devices, i)));
    }
    CHECK(all);
}

__global__ void twice(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

/* Between kernels of the streams, in place; then in a graph that runs twice. */
static void check_streams()
{
    bool all = true;
    cudaGraph_t graph[MOST];
    cudaGraphExec_t exec[MOST];

    fill<float>(N);
    for (int r = 0; r < devices; r++) {
        CUDA(cudaSetDevice(r));
        twice<<<(N + 63) / 64, 64, 0, stream[r]>>>((float *)in[r], N);
    }
    in_group([&](int r) { NCCL(ncclAllReduce(in[r], in[r], N, ncclFloat, ncclSum, comm[r], stream[r])); });
    for (int r = 0; r < devices; r++) {
        CUDA(cudaSetDevice(r));
        twice<<<(N + 63) / 64, 64, 0, stream[r]>>>((float *)in[r], N);
        CUDA(cudaMemcpyAsync(out[r], in[r], N * sizeof(float), cudaMemcpyDeviceToDevice, stream[r]));
    }
    for (int r = 0; r < devices; r++) {
        auto host = result<float>(r, N);
        for (size_t i = 0; i < N; i++)
            all &= host[i] == 4 * combined(ncclSum, i);
    }
    CHECK(all);

    all = true;
    fill<float>(N);
    for (int r = 0; r < devices; r++) {
        CUDA(cudaSetDevice(r));
        CUDA(cudaStreamBeginCapture(stream[r], cudaStreamCaptureModeThreadLocal));
    }
    in_group([&](int r) { NCCL(ncclAllReduce(in[r], in[r], N, ncclFloat, ncclSum, comm[r], stream[r])); });
    for (int r = 0; r < devices; r++) {
        CUDA(cudaSetDevice(r));
        CUDA(cudaMemcpyAsync(out[r], in[r], N * sizeof(float), cudaMemcpyDeviceToDevice, stream[r]));
        CUDA(cudaStreamEndCapture(stream[r], &graph[r]));
        CUDA(cudaGraphInstantiate(&exec[r], graph[r], 0));
    }
    for (int times = 0; times < 2; times++)
        for (int r = 0; r < devices; r++) {
            CUDA(cudaSetDevice(r));
            CUDA(cudaGraphLaunch(exec[r], stream[r]));
        }
    for (int r = 0; r < devices; r++) {
        auto host = result<float>(r, N);
        for (size_t i = 0; i < N; i++)
            all &= host[i] == devices * combined(ncclSum, i);
        CUDA(cudaGraphExecDestroy(exec[r]));
        CUDA(cudaGraphDestroy(graph[r]));
    }
    CHECK(all);
}

/* A thread for each rank, without groups. */
static void check_threads()
{
    ncclUniqueId id;
    std::vector<std::thread> threads;
    std::vector<int> right(devices);

    NCCL(ncclGetUniqueId(&id));
    for (int r = 0; r < devices; r++)
        threads.emplace_back([&, r] {
            ncclComm_t mine;
            cudaStream_t s;
            float *p, host[N];
            int rank = -1, ranks = 0, device = -1;

            CUDA(cudaSetDevice(r));
            NCCL(ncclCommInitRank(&mine, devices, id, r));
            NCCL(ncclCommUserRank(mine, &rank));
            NCCL(ncclCommCount(mine, &ranks));
            NCCL(ncclCommCuDevice(mine, &device));
            CUDA(cudaStreamCreate(&s));
            CUDA(cudaMalloc(&p, sizeof host));
            for (int i = 0; i < N; i++)
                host[i] = (float)element(r, i);
            CUDA(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
            for (int times = 0; times < 3; times++)
                NCCL(ncclAllReduce(p, p, N, ncclFloat, ncclSum, mine, s));
            CUDA(cudaStreamSynchronize(s));
            CUDA(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
            right[r] = rank == r && ranks == devices && device == r;
            for (int i = 0; i < N; i++)
                right[r] &= host[i] == (float)(combined(ncclSum, i) * devices * devices);
            CUDA(cudaFree(p));
            NCCL(ncclCommDestroy(mine));
        });
    for (auto &t : threads)
        t.join();
    for (int r = 0; r < devices; r++)
        CHECK(right[r]);
}

static void check_refusals()
{
    ncclComm_t none;
    ncclUniqueId id;
    int twice_0[2] = {0, 0}, beyond[1] = {devices}, version = 0;

    NCCL(ncclGetUniqueId(&id));
    NCCL(ncclGetVersion(&version));
    CHECK(version == NCCL_VERSION_CODE);
    CHECK(ncclCommInitAll(comm, devices + 1, NULL) == ncclInvalidArgument);
    CHECK(ncclCommInitAll(&none, 1, beyond) == ncclInvalidArgument);
    if (devices > 1)
        CHECK(ncclCommInitAll(comm, 2, twice_0) == ncclInvalidUsage);
    CHECK(ncclCommInitRank(&none, devices, id, devices) == ncclInvalidArgument);
    CHECK(ncclGroupEnd() == ncclInvalidUsage);
    CHECK(ncclCommInitRank(&none, devices + 1, id, 0) == ncclInvalidArgument);
    memcpy(id.internal, "another process", 16);
    CHECK(ncclCommInitRank(&none, devices, id, 0) == ncclInvalidUsage);
}

static void check_calls()
{
    CHECK(ncclAllReduce(in[0], out[0], ROOM, ncclFloat, ncclSum, comm[0], stream[0]) == ncclInvalidArgument);
    CHECK(ncclAllReduce(NULL, out[0], 1, ncclFloat, ncclSum, comm[0], stream[0]) == ncclInvalidArgument);
    CHECK(ncclAllReduce(in[0], out[0], 1, (ncclDataType_t)99, ncclSum, comm[0], stream[0]) == ncclInvalidArgument);
    CHECK(ncclAllReduce(in[0], out[0], 1, ncclFloat, (ncclRedOp_t)99, comm[0], stream[0]) == ncclInvalidArgument);
    CHECK(ncclReduce(in[0], out[0], 1, ncclFloat, ncclSum, devices, comm[0], stream[0]) == ncclInvalidArgument);
    CHECK(ncclAllReduce(in[0], out[0], 1, ncclFloat, ncclSum, NULL, stream[0]) == ncclInvalidArgument);
    if (devices > 1)
        CHECK(ncclAllReduce(in[0], out[0], 1, ncclFloat, ncclSum, comm[0], stream[1]) == ncclInvalidArgument);
    if (devices > 1)
        CHECK(ncclAllReduce(in[1], out[0], 1, ncclFloat, ncclSum, comm[0], stream[0]) == ncclInvalidArgument);
}

static void mistake(const char *which)
{
#define IS(name) (!strcmp(which, name))
    auto reduce = [](int r, size_t count = N, ncclDataType_t type = ncclFloat, ncclRedOp_t op = ncclSum) {
        NCCL(ncclAllReduce(in[r], out[r], count, type, op, comm[r], stream[r]));
    };
    fill<float>(N);
    if (IS("no-group")) {
        for (int r = 0; r < devices; r++)
            reduce(r);
    } else if (IS("no-group-end") || IS("no-group-end-at-exit")) {
        NCCL(ncclGroupStart());
        for (int r = 0; r < devices; r++)
            reduce(r);
        if (IS("no-group-end"))
            CUDA(cudaStreamSynchronize(stream[0]));
        exit(0);
    } else if (IS("count")) {
        in_group([&](int r) { reduce(r, r == 1 ? N - 1 : N); });
    } else if (IS("type")) {
        in_group([&](int r) { reduce(r, N, r == 1 ? ncclInt32 : ncclFloat); });
    } else if (IS("op")) {
        in_group([&](int r) { reduce(r, N, ncclFloat, r == 1 ? ncclMax : ncclSum); });
    } else if (IS("root")) {
        in_group([&](int r) { NCCL(ncclReduce(in[r], out[r], N, ncclFloat, ncclSum, r == 1, comm[r], stream[r])); });
    } else if (IS("order")) {
        in_group([&](int r) {
            if (r == 1)
                NCCL(ncclBroadcast(in[r], out[r], N, ncclFloat, 0, comm[r], stream[r]));
            reduce(r);
            if (r != 1)
                NCCL(ncclBroadcast(in[r], out[r], N, ncclFloat, 0, comm[r], stream[r]));
        });
    } else if (IS("missing") || IS("missing-at-exit")) {
        NCCL(ncclGroupStart());
        for (int r = 0; r < devices - 1; r++)
            reduce(r);
        NCCL(ncclGroupEnd());
        if (IS("missing-at-exit"))
            exit(0);
    } else if (IS("missing-thread")) {
        std::vector<std::thread> threads;
        for (int r = 0; r < devices; r++)
            threads.emplace_back([&, r] {
                if (r != 1)
                    reduce(r);
                CUDA(cudaStreamSynchronize(stream[r]));
            });
        for (auto &t : threads)
            t.join();
    } else if (IS("missing-init")) {
        ncclUniqueId id;
        NCCL(ncclGetUniqueId(&id));
        NCCL(ncclCommInitRank(&comm[0], devices, id, 0));
    } else if (IS("no-receive")) {
        NCCL(ncclSend(in[0], N, ncclFloat, 1, comm[0], stream[0]));
    } else if (IS("short-receive")) {
        NCCL(ncclGroupStart());
        NCCL(ncclSend(in[0], N, ncclFloat, 1, comm[0], stream[0]));
        NCCL(ncclRecv(out[1], N / 2, ncclFloat, 0, comm[1], stream[1]));
        NCCL(ncclGroupEnd());
    } else if (IS("race") || IS("race-sync")) {
        cudaStream_t other;             /* a kernel in another stream of device 1 uses the result too early */
        in_group([&](int r) { reduce(r); });
        CUDA(cudaSetDevice(1));
        CUDA(cudaStreamCreate(&other));
        if (IS("race-sync"))
            CUDA(cudaStreamSynchronize(stream[1]));
        twice<<<(N + 63) / 64, 64, 0, other>>>((float *)out[1], N);
        CUDA(cudaStreamSynchronize(other));
    } else {
        printf("unknown name: %s\n", which);
        exit(2);
    }
    for (int r = 0; r < devices; r++)
        CUDA(cudaStreamSynchronize(stream[r]));
    printf("not found\n");
    exit(0);
}

int main(int argc, char **argv)
{
    CUDA(cudaGetDeviceCount(&devices));
    check_refusals();
    NCCL(ncclCommInitAll(comm, devices, NULL));
    for (int r = 0; r < devices; r++) {
        CUDA(cudaSetDevice(r));
        CUDA(cudaStreamCreate(&stream[r]));
        CUDA(cudaMalloc(&in[r], ROOM));
        CUDA(cudaMalloc(&out[r], ROOM));
    }
    if (argc > 1 && !strcmp(argv[1], "bytes")) {    /* one all-reduce of as many floats */
        fill<float>(N);
        in_group([&](int r) {
            NCCL(ncclAllReduce(in[r], out[r], (size_t)atoi(argv[2]), ncclFloat, ncclSum, comm[r], stream[r]));
        });
        for (int r = 0; r < devices; r++)
            CUDA(cudaStreamSynchronize(stream[r]));
        return 0;
    }
    if (argc > 1)
        mistake(argv[1]);
    check_calls();
    check_type<signed char>(ncclInt8, true);
    check_type<unsigned char>(ncclUint8, true);
    check_type<int>(ncclInt32, true);
    check_type<unsigned>(ncclUint32, true);
    check_type<long long>(ncclInt64, true);
    check_type<unsigned long long>(ncclUint64, true);
    check_type<__half>(ncclFloat16, false);
    check_type<float>(ncclFloat32, false);
    check_type<double>(ncclFloat64, false);
    check_type<__nv_bfloat16>(ncclBfloat16, false);
    check_streams();
    check_threads();
    for (int r = 0; r < devices; r++)
        NCCL(ncclCommDestroy(comm[r]));
    CHECK(ncclCommCount(comm[0], &devices) == ncclInvalidArgument);
    printf("%d ranks, %d things checked, %d wrong\n", devices, checks, wrong);
    return wrong != 0;
}
