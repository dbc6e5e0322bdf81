/*
 * SAXPY with every call checked, timed with events.
 * Usage: saxpy [n]
 */
#include <cassert>
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                        \
    do {                                                                        \
        const cudaError_t status_ = (call);                                     \
        if (status_ != cudaSuccess) {                                           \
            fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", __FILE__, __LINE__,  \
                    #call, cudaGetErrorName(status_),                           \
                    cudaGetErrorString(status_));                               \
            exit(EXIT_FAILURE);                                                 \
        }                                                                       \
    } while (0)

#define LAUNCH_CHECKED(...)                    \
    do {                                       \
        __VA_ARGS__;                           \
        CUDA_CHECK(cudaGetLastError());        \
    } while (0)

constexpr int kThreads = 256;
constexpr int kRepeats = 5;

static inline int DivUp(int a, int b) { return (a + b - 1) / b; }

__global__ void __launch_bounds__(kThreads)
SaxpyKernel(const int n, const float a, const float* __restrict__ x, float* __restrict__ y)
{
    const int stride = blockDim.x * gridDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        assert(i >= 0);
        y[i] = fmaf(a, x[i], y[i]);
    }
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 14;
    const size_t bytes = sizeof(float) * n;
    cudaDeviceProp prop;
    cudaEvent_t start, stop;
    float *x, *y, *device_x = nullptr, *device_y = nullptr, ms = 0.0f;
    int device, bad = 0;

    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaGetDeviceProperties(&prop, device));
    printf("%s, %d.%d, %d SMs, %zu MiB, %zu KiB shared memory per block, %d threads per block\n",
           prop.name, prop.major, prop.minor, prop.multiProcessorCount, prop.totalGlobalMem >> 20,
           prop.sharedMemPerBlock >> 10, prop.maxThreadsPerBlock);

    CUDA_CHECK(cudaMallocHost(&x, bytes));
    CUDA_CHECK(cudaHostAlloc(&y, bytes, cudaHostAllocDefault));
    CUDA_CHECK(cudaMalloc(&device_x, bytes));
    CUDA_CHECK(cudaMalloc(&device_y, bytes));
    for (int i = 0; i < n; ++i) {
        x[i] = 1.0f;
        y[i] = static_cast<float>(i % 100);
    }
    CUDA_CHECK(cudaMemcpy(device_x, x, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(device_y, y, bytes, cudaMemcpyHostToDevice));

    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaEventRecord(start));
    const int blocks = min(DivUp(n, kThreads), 4 * prop.multiProcessorCount);
    for (int r = 0; r < kRepeats; ++r)
        LAUNCH_CHECKED(SaxpyKernel<<<blocks, kThreads>>>(n, 2.0f, device_x, device_y));
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    CUDA_CHECK(cudaMemcpy(y, device_y, bytes, cudaMemcpyDeviceToHost));

    for (int i = 0; i < n; ++i)
        bad += y[i] != static_cast<float>(i % 100) + 2.0f * kRepeats;
    printf("%.2f GB/s, %s\n", 3e-6 * bytes * kRepeats / ms, bad ? "FAILED" : "PASSED");

    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    CUDA_CHECK(cudaFree(device_x));
    CUDA_CHECK(cudaFree(device_y));
    CUDA_CHECK(cudaFreeHost(x));
    CUDA_CHECK(cudaFreeHost(y));
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
