/* bench.cu: how many CUDA threads per second the CPU device runs. A benchmark, not a test.
 *
 *   sh tests/cpu/bench.sh            builds it, runs it on 1 worker and on all, writes a CSV
 *   ./bench [THREADS [RUNS]]         this program alone: "kernel,million threads per second"
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "check.h"

enum { BLOCK = 256 };

/* Lesson 00: the interleaved tree, nine barriers. */
__global__ void tree_9_barriers(const int *in, int *out, size_t n)
{
    extern __shared__ int s[];
    unsigned tid = threadIdx.x;
    size_t i = blockIdx.x * (size_t)blockDim.x + tid;

    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (tid % (2 * step) == 0)
            s[tid] += s[tid + step];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

/* One barrier: thread 0 adds up. */
__global__ void one_barrier(const int *in, int *out, size_t n)
{
    __shared__ int s[BLOCK];
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int sum = 0;

    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 0; k < BLOCK; k++)
            sum += s[k];
        out[blockIdx.x] = sum;
    }
}

/* Warp shuffles: five in each warp, one barrier, five in the first warp. */
__global__ void shuffles(const int *in, int *out, size_t n)
{
    __shared__ int s[BLOCK / 32];
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < BLOCK / 32 ? s[threadIdx.x] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffffu, v, d);
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}

/* The hardware's warp sum, one atomic for each warp. */
__global__ void reduce_sync(const int *in, int *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int v = __reduce_add_sync(0xffffffffu, i < n ? in[i] : 0);

    if (threadIdx.x % 32 == 0)
        atomicAdd(&out[blockIdx.x], v);
}

/* No waiting at all. */
__global__ void copy(const int *in, int *out, size_t n)
{
    size_t step = (size_t)gridDim.x * blockDim.x;

    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        out[i] = in[i];
}

static void (*const kernel[])(const int *, int *, size_t) = {
    tree_9_barriers, one_barrier, shuffles, reduce_sync, copy
};
static const char *const name[] = {
    "tree_9_barriers", "one_barrier", "shuffles", "reduce_sync", "copy"
};

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 1 << 20;
    int runs = argc > 2 ? atoi(argv[2]) : 9, *in, *out;
    unsigned grid = (unsigned)((n + BLOCK - 1) / BLOCK);
    cudaEvent_t start, stop;

    CHECK(cudaMalloc(&in, n * sizeof *in));
    CHECK(cudaMalloc(&out, n * sizeof *out));
    CHECK(cudaMemset(in, 1, n * sizeof *in));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (unsigned k = 0; k < sizeof kernel / sizeof *kernel; k++) {
        float best = 1e30f, ms;

        for (int run = 0; run < runs; run++) {
            CHECK(cudaEventRecord(start));
            kernel[k]<<<grid, BLOCK, BLOCK * sizeof(int)>>>(in, out, n);
            CHECK(cudaEventRecord(stop));
            CHECK(cudaEventSynchronize(stop));
            CHECK(cudaEventElapsedTime(&ms, start, stop));
            best = ms < best ? ms : best;
        }
        CHECK(cudaGetLastError());
        printf("%s,%.2f\n", name[k], n / (best * 1e3));
    }
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    printf("peak_kib,%ld\n", use.ru_maxrss); /* on Linux in KiB */
    return 0;
}
