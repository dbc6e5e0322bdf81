/* runtime.cu: what the runtime says of the device, errors, streams, events and occupancy. */
#include "check.h"

#include <string.h>
#include <time.h>

__global__ void nothing(int) {}

int main(void)
{
    cudaDeviceProp p;
    int count, device = 9, value, version, least, greatest;
    cudaStream_t stream, other, third;
    cudaEvent_t start, stop, untimed;
    float ms = -1;

    CHECK(cudaGetDeviceCount(&count));
    EXPECT(count >= 1);
    CHECK(cudaSetDevice(0));
    CHECK(cudaGetDevice(&device));
    EXPECT(device == 0);
    EXPECT(cudaSetDevice(count) == cudaErrorInvalidDevice);
    EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
    CHECK(cudaDriverGetVersion(&version));
    EXPECT(version >= 12000);
    CHECK(cudaRuntimeGetVersion(&version));
    EXPECT(version == CUDART_VERSION);

    CHECK(cudaGetDeviceProperties(&p, 0));
    EXPECT(p.name[0] && p.totalGlobalMem > 0 && p.warpSize == 32 && p.major >= 7);
    EXPECT(p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64 && p.maxGridSize[1] == 65535);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    EXPECT(value == p.multiProcessorCount && value > 0);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
    EXPECT(value == p.major);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrL2CacheSize, 0));
    EXPECT(value == p.l2CacheSize);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    EXPECT(value == (int)p.sharedMemPerBlockOptin && value >= 48 << 10);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMemoryClockRate, 0));
    EXPECT(value >= 0);
    EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count) == cudaErrorInvalidDevice);
    EXPECT(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
#ifdef CUDA_CPU_DEVICE
    EXPECT(!strcmp(p.name, "CPU device") && p.multiProcessorCount == 4);
    EXPECT(p.major == 9 && p.minor == 0 && p.sharedMemPerBlock == 48 << 10);
    EXPECT(p.maxThreadsPerMultiProcessor == 2048 && p.maxBlocksPerMultiProcessor == 32);
#endif

    EXPECT(!strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorNoDevice), "no CUDA-capable device is detected"));
    EXPECT(!strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code"));
    EXPECT(cudaGetLastError() == cudaSuccess);

    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT(greatest <= least);
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithPriority(&third, cudaStreamDefault, greatest));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    EXPECT(cudaEventElapsedTime(&ms, start, stop) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(start, stream));
    RUN(nothing<<<100, 256, 0, stream>>>(1));
    CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaEventRecord(untimed, stream));
    CHECK(cudaStreamWaitEvent(other, stop, 0));
    CHECK(cudaStreamWaitEvent(third, stop));
    CHECK(cudaStreamSynchronize(other));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventQuery(stop));
    CHECK(cudaStreamQuery(stream));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    EXPECT(ms > 0 && ms < 10000);
    struct timespec pause = { 0, 30000000 };
    CHECK(cudaEventRecord(start, stream));
    CHECK(cudaEventSynchronize(start));
    nanosleep(&pause, NULL);
    CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    EXPECT(ms > 25 && ms < 3000);
    CHECK(cudaEventElapsedTime(&ms, stop, stop));
    EXPECT(ms == 0);
    CHECK(cudaDeviceSynchronize());
    EXPECT(cudaEventElapsedTime(&ms, start, untimed) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    nothing<<<1, 1, 0, cudaStreamLegacy>>>(1);
    nothing<<<1, 1, 0, cudaStreamPerThread>>>(1);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    /* A graph; tests/foreign/graphs.cu has more of them. */
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    nothing<<<1, 1, 0, stream>>>(1);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaEventDestroy(untimed));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(other));
    CHECK(cudaStreamDestroy(third));
#ifdef CUDA_CPU_DEVICE
    EXPECT(cudaEventRecord(start) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
    nothing<<<1, 1, 0, stream>>>(1);
    EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
#endif

    int blocks, grid, block;
    cudaFuncAttributes attributes;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0));
    EXPECT(blocks == p.maxThreadsPerMultiProcessor / 256);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 32, 0));
    EXPECT(blocks == p.maxBlocksPerMultiProcessor);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 64, 40 << 10));
    EXPECT(blocks >= 1 && blocks <= (int)(p.sharedMemPerMultiprocessor / (40 << 10)));
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing, 0, 0));
    EXPECT(block > 0 && block <= 1024 && grid >= p.multiProcessorCount);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing, 0, 128));
    EXPECT(block > 0 && block <= 128);
    CHECK(cudaFuncGetAttributes(&attributes, nothing));
    EXPECT(attributes.maxThreadsPerBlock == 1024 && attributes.maxDynamicSharedSizeBytes >= 48000);
    CHECK(cudaDeviceReset());
    return 0;
}
