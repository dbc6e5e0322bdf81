/* sum_any_size.cu: lessons/31_sum_any_size.cuh in a program of its own, without the harness. For tests.
 *
 *     sum_any_size sums      right sums of int and float at awkward sizes and addresses, and nothing else written
 *     sum_any_size bits      floats: the same bits in every run
 *     sum_any_size chain     many launches, each of which needs what the one before wrote
 *     sum_any_size errors    what it returns for results that kernels cannot write
 *     sum_any_size choice N SMS TYPE    grid and block for N elements on a device of so many SMs
 *
 * Prints what is wrong, or a line that ends in ok. Exit code 0 or 1. */
#include "../lessons/31_sum_any_size.cuh"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call) check((call), #call, __LINE__)
static void check(cudaError_t error, const char *call, int line)
{
    if (error == cudaSuccess)
        return;
    printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
    exit(1);
}

enum { MOST = 150000, ROOM = 16 };

/* Whole numbers, so that floats are exact; large ones, so that ints wrap. */
static int element(size_t i, int is_float)
{
    unsigned bits = (unsigned)i * 2654435761u;
    return is_float ? (int)(bits >> 24) - 100 : (int)bits;
}

static void *workspace;

template <class T> static T *make_input(void)
{
    T *in, *host = (T *)malloc((MOST + ROOM) * sizeof *host);
    for (size_t i = 0; i < MOST + ROOM; i++)
        host[i] = (T)element(i, T(0.5) != 0);
    CHECK(cudaMalloc(&in, (MOST + ROOM) * sizeof *in));
    CHECK(cudaMemcpy(in, host, (MOST + ROOM) * sizeof *in, cudaMemcpyHostToDevice));
    free(host);
    return in;
}

template <class T> static T expected(size_t from, size_t n)
{
    unsigned sum = 0; /* wraps, as ints do; floats are small enough */
    for (size_t i = from; i < from + n; i++)
        sum += (unsigned)element(i, T(0.5) != 0);
    return (T)(int)sum;
}

template <class T> static int sums(const char *type)
{
    static const size_t size[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 100, 511, 513, 1000, 4095, 16383, 16384,
                                  16385, 16390, 24577, 65536, 100003, MOST};
    T *in = make_input<T>(), *result, got[3];
    CHECK(cudaMallocManaged(&result, sizeof got));
    for (size_t n : size)
        for (size_t from = 0; from < 5; from++) {
            memset(result, 0xa5, sizeof got);
            CHECK(sum_any_size(n ? in + from : NULL, n, &result[1], workspace, 0));
            CHECK(cudaDeviceSynchronize());
            memcpy(got, result, sizeof got);
            if (got[1] != expected<T>(from, n) || memcmp(&got[0], &got[2], sizeof got[0])) {
                printf("%s, elements %zu to %zu: %.9g, must be %.9g\n", type, from, from + n,
                       (double)got[1], (double)expected<T>(from, n));
                return 1;
            }
        }
    CHECK(cudaFree(in));
    CHECK(cudaFree(result));
    printf("%s sums ok\n", type);
    return 0;
}

static int bits(void)
{
    float *in, *host = (float *)malloc(MOST * sizeof *host), *result, first = 0;
    for (size_t i = 0; i < MOST; i++)
        host[i] = 1 / (1 + (float)i);
    CHECK(cudaMalloc(&in, MOST * sizeof *in));
    CHECK(cudaMemcpy(in, host, MOST * sizeof *in, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&result, sizeof *result));
    for (int run = 0; run < 100; run++) {
        CHECK(sum_any_size(in, (size_t)MOST, result, workspace, 0));
        CHECK(cudaDeviceSynchronize());
        if (run == 0)
            first = *result;
        if (memcmp(&first, result, sizeof first)) {
            printf("run %d: %a, the first was %a\n", run, *result, first);
            return 1;
        }
    }
    printf("the same bits ok\n");
    return 0;
}

/* One thread: the next launch's first element is this one's sum. It neither waits nor lets others wait. */
static __global__ void put(int *in, const int *sum) { *in = *sum % 1000; }

static int chain(void)
{
    enum { LENGTH = 200 };
    int *in = make_input<int>(), *result, got, wanted = element(0, 0);
    CHECK(cudaMalloc(&result, sizeof *result));
    for (int k = 0; k < LENGTH; k++) {
        size_t n = k % 2 ? 20000 : 1000;
        CHECK(sum_any_size(in, n, result, workspace, 0));
        put<<<1, 1>>>(in, result);
        wanted = (int)((unsigned)expected<int>(1, n - 1) + (unsigned)wanted) % 1000;
    }
    CHECK(cudaMemcpy(&got, in, sizeof got, cudaMemcpyDeviceToHost));
    if (got != wanted) {
        printf("after %d launches: %d, must be %d\n", LENGTH, got, wanted);
        return 1;
    }
    printf("a chain ok\n");
    return 0;
}

static int errors(void)
{
    int *in = make_input<int>(), *pinned, on_stack = 0, reaches_host = 0;
    CHECK(cudaMallocHost(&pinned, sizeof *pinned));
    CHECK(cudaDeviceGetAttribute(&reaches_host, cudaDevAttrPageableMemoryAccess, 0));
    CHECK(sum_any_size(in, 1000, pinned, workspace, 0));
    CHECK(cudaDeviceSynchronize());
    int wrong = *pinned != expected<int>(0, 1000);
    cudaError_t none = sum_any_size(in, 1000, (int *)NULL, workspace, 0);
    cudaError_t stack = sum_any_size(in, 1000, &on_stack, workspace, 0);
    wrong |= none != cudaErrorInvalidDevicePointer;
    wrong |= stack != (reaches_host ? cudaSuccess : cudaErrorInvalidDevicePointer);
    CHECK(cudaDeviceSynchronize());
    printf("pinned memory %d, must be %d; no result: %s; the host's stack: %s%s\n", *pinned,
           expected<int>(0, 1000), cudaGetErrorName(none), cudaGetErrorName(stack), wrong ? "" : " ok");
    return wrong;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "choice") && argc == 5) {
        int sms = atoi(argv[3]);
        size_t few = strcmp(argv[4], "int") ? any_size::few_blocks<float>(sms) : any_size::few_blocks<int>(sms);
        struct any_size::shape s = any_size::choose(strtoull(argv[2], NULL, 10), sms, few);
        printf("%u x %u, %u loads\n", s.grid, s.block, s.loads);
        return 0;
    }
    CHECK(cudaMalloc(&workspace, sum_any_size_workspace()));
    CHECK(cudaMemset(workspace, 0, sum_any_size_workspace()));
    if (!strcmp(what, "sums"))
        return sums<int>("int") | sums<float>("float");
    if (!strcmp(what, "bits"))
        return bits();
    if (!strcmp(what, "chain"))
        return chain();
    if (!strcmp(what, "errors"))
        return errors();
    printf("which? sums, bits, chain, errors or choice N SMS TYPE\n");
    return 2;
}
