/* api.cu: what a program asks of several devices: counts, current device, memory, variables, streams, events, peers.
 * Prints one line for each thing that is not as CUDA says, and how many things it has checked. tests/67_devices.t */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <thread>

static int checks, wrong;

static void check(int line, const char *what, bool is_right)
{
    checks++;
    if (!is_right) {
        wrong++;
        printf("line %d: %s (last error: %s)\n", line, what, cudaGetErrorName(cudaGetLastError()));
    }
    cudaGetLastError();
}
#define CHECK(...) check(__LINE__, #__VA_ARGS__, (__VA_ARGS__))
#define GIVES(error, ...) check(__LINE__, #__VA_ARGS__ " gives " #error, (__VA_ARGS__) == (error))
#define WORKS(...) GIVES(cudaSuccess, __VA_ARGS__)

__device__ int counter = 7;
__device__ int table[3] = {1, 2, 3};
__constant__ int factor;
__managed__ int common_to_all;

__global__ void count(int *out)
{
    counter += factor;
    table[threadIdx.x] *= factor;
    out[threadIdx.x] = counter;
}

__global__ void fill(int *p, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = value + i;
}

__global__ void meet(int *p) { p[threadIdx.x] = threadIdx.x; }

__global__ void managed(int value) { common_to_all += value; }

int main(void)
{
    enum { N = 1000, MOST = 16 };
    int devices = 0, device = -1, can = -1;
    int *p[MOST], *peer[MOST], host[N], *at[MOST];
    cudaStream_t stream[MOST];
    cudaEvent_t event[MOST], other;
    cudaPointerAttributes is;

    WORKS(cudaGetDeviceCount(&devices));
    WORKS(cudaGetDevice(&device));
    CHECK(device == 0);
    GIVES(cudaErrorInvalidDevice, cudaSetDevice(devices));
    GIVES(cudaErrorInvalidDevice, cudaSetDevice(-1));
    WORKS(cudaGetDevice(&device));
    CHECK(device == 0);

    for (int d = 0; d < devices; d++) {
        cudaDeviceProp properties;
        char bus[32];
        int blocks = 0, sms = 0;

        WORKS(cudaSetDevice(d));
        WORKS(cudaGetDevice(&device));
        CHECK(device == d);
        WORKS(cudaGetDeviceProperties(&properties, d));
        WORKS(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, d));
        CHECK(sms == properties.multiProcessorCount && properties.unifiedAddressing);
        WORKS(cudaDeviceGetPCIBusId(bus, sizeof bus, d));
        WORKS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
        CHECK(blocks > 0);
        WORKS(cudaMalloc(&p[d], N * sizeof(int)));
        WORKS(cudaMalloc(&peer[d], N * sizeof(int)));
        WORKS(cudaStreamCreate(&stream[d]));
        WORKS(cudaEventCreate(&event[d]));
        WORKS(cudaPointerGetAttributes(&is, p[d]));
        CHECK(is.type == cudaMemoryTypeDevice && is.device == d && is.devicePointer == p[d]);
    }
    GIVES(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&can, cudaDevAttrWarpSize, devices));
    WORKS(cudaPointerGetAttributes(&is, host));
    CHECK(is.type == cudaMemoryTypeUnregistered);

    /* A host thread begins with device 0, whatever another one has set. */
    int seen = -1;
    WORKS(cudaSetDevice(devices - 1));
    std::thread([&] { cudaGetDevice(&seen); }).join();
    CHECK(seen == 0);

    /* Each device has its own copy of a variable. */
    for (int d = 0; d < devices; d++) {
        int value = d + 2;

        WORKS(cudaSetDevice(d));
        WORKS(cudaMemcpyToSymbol(factor, &value, sizeof value));
        WORKS(cudaGetSymbolAddress((void **)&at[d], counter));
        WORKS(cudaPointerGetAttributes(&is, at[d]));
        CHECK(is.device == d);
        for (int e = 0; e < d; e++)
            CHECK(at[e] != at[d]);
    }
    for (int times = 0; times < 2; times++)
        for (int d = 0; d < devices; d++) {
            WORKS(cudaSetDevice(d));
            count<<<1, 1, 0, stream[d]>>>(p[d]);
            WORKS(cudaGetLastError());
        }
    for (int d = 0; d < devices; d++) {
        int value = 0, all[3] = {0, 0, 0};

        WORKS(cudaSetDevice(d));
        WORKS(cudaStreamSynchronize(stream[d]));
        WORKS(cudaMemcpyFromSymbol(&value, counter, sizeof value));
        CHECK(value == 7 + 2 * (d + 2));
        WORKS(cudaMemcpyFromSymbol(all, table, sizeof all));
        CHECK(all[0] == (d + 2) * (d + 2) && all[1] == 2 && all[2] == 3);
        WORKS(cudaMemcpy(host, p[d], sizeof(int), cudaMemcpyDeviceToHost));
        CHECK(host[0] == value);
        WORKS(cudaMemcpy(&value, at[d], sizeof value, cudaMemcpyDefault));
        CHECK(value == host[0]);
    }
    /* A pointer to it is the same memory as its name. */
    WORKS(cudaSetDevice(devices - 1));
    meet<<<1, 1>>>(at[devices - 1]);
    WORKS(cudaDeviceSynchronize());
    WORKS(cudaMemcpyFromSymbol(host, counter, sizeof(int)));
    CHECK(host[0] == 0);
    for (int d = 0; d < devices; d++) {
        WORKS(cudaSetDevice(d));
        managed<<<1, 1>>>(d + 1);
        WORKS(cudaDeviceSynchronize());
    }
    CHECK(common_to_all == devices * (devices + 1) / 2);

    /* Copies between devices, through unified addresses too. */
    for (int d = 0; d < devices; d++) {
        int to = (d + 1) % devices;

        WORKS(cudaSetDevice(d));
        fill<<<(N + 127) / 128, 128, 0, stream[d]>>>(p[d], N, 1000 * d);
        WORKS(cudaMemcpyPeerAsync(peer[to], to, p[d], d, N * sizeof(int), stream[d]));
        WORKS(cudaEventRecord(event[d], stream[d]));
        WORKS(cudaEventSynchronize(event[d]));
        WORKS(cudaEventQuery(event[d]));
        WORKS(cudaMemcpy(host, peer[to], sizeof host, cudaMemcpyDeviceToHost));
        CHECK(host[0] == 1000 * d && host[N - 1] == 1000 * d + N - 1);
        WORKS(cudaMemcpyPeer(peer[d], d, p[d], d, N * sizeof(int)));
        WORKS(cudaMemcpy(peer[to], p[d], 4, cudaMemcpyDeviceToDevice));
    }
    GIVES(cudaErrorInvalidDevice, cudaMemcpyPeer(peer[0], devices, p[0], 0, 4));

    /* Streams and events belong to a device. */
    WORKS(cudaSetDevice(0));
    GIVES(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 0, devices));
    WORKS(cudaDeviceCanAccessPeer(&can, 0, 0));
    CHECK(can == 0);
    GIVES(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(0, 0));
    GIVES(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(devices, 0));
    if (devices > 1) {
        fill<<<1, 32, 0, stream[1]>>>(p[1], 32, 0);
        GIVES(cudaErrorInvalidResourceHandle, cudaGetLastError());
        WORKS(cudaMemsetAsync(p[1], 0, 4, stream[1]));
        GIVES(cudaErrorInvalidResourceHandle, cudaEventRecord(event[0], stream[1]));
        WORKS(cudaStreamWaitEvent(stream[1], event[0], 0));
        WORKS(cudaStreamSynchronize(stream[1]));
        WORKS(cudaEventSynchronize(event[1]));
        float ms;
        GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, event[0], event[1]));
        WORKS(cudaEventCreate(&other));
        WORKS(cudaEventRecord(other, stream[0]));
        WORKS(cudaEventSynchronize(other));
        WORKS(cudaEventElapsedTime(&ms, event[0], other));

        /* Peer access, in one direction. */
        WORKS(cudaDeviceCanAccessPeer(&can, 0, 1));
        CHECK(can == 1);
        GIVES(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
        GIVES(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(1, 1));
        WORKS(cudaDeviceEnablePeerAccess(1, 0));
        GIVES(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(1, 0));
        fill<<<1, 32>>>(p[1], 32, 5);
        WORKS(cudaDeviceSynchronize());
        WORKS(cudaMemcpy(host, p[1], 4, cudaMemcpyDeviceToHost));
        CHECK(host[0] == 5);
        WORKS(cudaDeviceDisablePeerAccess(1));
        WORKS(cudaDeviceEnablePeerAccess(1, 0));
    }
    for (int d = 0; d < devices; d++) {
        WORKS(cudaSetDevice(d));
        WORKS(cudaFree(p[d]));
        WORKS(cudaStreamDestroy(stream[d]));
        WORKS(cudaEventDestroy(event[d]));
        WORKS(cudaDeviceReset());
    }
    printf("%d devices, %d things checked, %d wrong\n", devices, checks, wrong);
    return wrong != 0;
}
