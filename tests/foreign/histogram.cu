// Byte histogram over unified memory: privatised in shared memory, then merged.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>

static constexpr int NumBins = 64;
static constexpr int ThreadsPerBlock = 192;

__managed__ int  g_overflow;
__device__  int  g_blocksDone;
__device__  bool isLast(int done) { return done == gridDim.x - 1; }

__global__ void HistogramKernel(const uint8_t* data, size_t n, unsigned* bins, unsigned* peak)
{
    __shared__ unsigned local[NumBins];
    __shared__ bool     last;

    for (int b = threadIdx.x; b < NumBins; b += blockDim.x) { local[b] = 0u; }
    __syncthreads();

    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += size_t(blockDim.x) * gridDim.x)
    {
        const uint8_t v = data[i];
        if (v < NumBins) { atomicAdd(&local[v], 1u); }
        else             { atomicAdd(&g_overflow, 1); }
    }
    __syncthreads();

    for (int b = threadIdx.x; b < NumBins; b += blockDim.x)
    {
        if (local[b] != 0) { atomicAdd(&bins[b], local[b]); }
    }

    // the block that comes last looks for the fullest bin
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) { last = isLast(atomicAdd(&g_blocksDone, 1)); }
    __syncthreads();
    if (last && threadIdx.x < NumBins)
    {
        const volatile unsigned* seen = bins;
        atomicMax(peak, seen[threadIdx.x]);
    }
}

int main()
{
    const std::string text = "the quick brown fox jumps over the lazy dog ";
    const size_t n = 1000 * text.size();
    uint8_t*  data = nullptr;
    unsigned* bins = nullptr;
    unsigned* peak = nullptr;

    cudaMallocManaged(&data, n);
    cudaMallocManaged(&bins, NumBins * sizeof(unsigned));
    cudaMallocManaged(&peak, sizeof(unsigned));
    for (size_t i = 0; i < n; ++i) { data[i] = text[i % text.size()] == ' ' ? 200 : text[i % text.size()] - 'a'; }
    std::memset(bins, 0, NumBins * sizeof(unsigned));
    *peak = 0;
    g_overflow = 0;

    int device = -1;
    cudaGetDevice(&device);
#if CUDART_VERSION >= 13000
    cudaMemLocation location;
    location.type = cudaMemLocationTypeDevice;
    location.id = device;
    cudaMemAdvise(data, n, cudaMemAdviseSetReadMostly, location);
    cudaMemPrefetchAsync(data, n, location, 0);
#else
    cudaMemAdvise(data, n, cudaMemAdviseSetReadMostly, device);
    cudaMemPrefetchAsync(data, n, device);
#endif
    cudaGetLastError(); // not every device can prefetch

    HistogramKernel<<<12, ThreadsPerBlock>>>(data, n, bins, peak);
    if (cudaDeviceSynchronize() != cudaSuccess) { std::puts(cudaGetErrorString(cudaGetLastError())); return 1; }

    const unsigned total = std::accumulate(bins, bins + NumBins, 0u);
    std::printf("%u letters, %d others, the most frequent %u times\n", total, g_overflow, *peak);
    const bool good = total == 1000u * 35 && g_overflow == 1000 * 9 && bins['e' - 'a'] == 3000 && *peak == 4000;
    cudaFree(data); cudaFree(bins); cudaFree(peak);
    return good ? 0 : 1;
}
