/* memory.cu: allocation, copies, fills, symbols, and the errors of each. */
#include "check.h"

#include <stdint.h>
#include <string.h>

__device__ int counter = 5;
__device__ int table[8];
__device__ volatile int flag = 4;
__constant__ float factors[4];
__managed__ int shared_with_host = 3;

__global__ void use_symbols(float *out)
{
    if (threadIdx.x == 0) {
        counter += 10;
        shared_with_host *= 2;
    }
    table[threadIdx.x] = threadIdx.x * 3;
    out[threadIdx.x] = factors[threadIdx.x % 4];
}

__global__ void through_pointer(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] = 2 * p[i] + 1;
}

__global__ void set_first(int *p) { *p = 1234; }

enum { N = 1000 };

static void CUDART_CB negate_all(void *memory)
{
    int *of = (int *)memory;
    for (int i = 0; i < N; i++)
        of[i] = -of[i];
}

int main(void)
{
    int host[N], back[N], *device, *other, *pinned, *managed, *nothing = (int *)8;
    float f[4] = { 0.5f, 1.5f, -2, 8 }, *fout;
    void *address;
    size_t size, unused, total, unused_before;
    cudaPointerAttributes attributes;
    cudaStream_t stream;

    for (int i = 0; i < N; i++)
        host[i] = i * i - 300;
    CHECK(cudaMemGetInfo(&unused_before, &total));
    EXPECT(unused_before > 0 && total >= unused_before);
    CHECK(cudaMalloc(&device, sizeof host));
    CHECK(cudaMalloc((void **)&other, sizeof host));
    EXPECT((uintptr_t)device % 256 == 0 && (uintptr_t)other % 256 == 0 && device != other);
    CHECK(cudaMemGetInfo(&unused, &total));
    EXPECT(unused <= total);
#ifdef CUDA_CPU_DEVICE                  /* on a GPU others may give some back meanwhile */
    EXPECT(unused <= unused_before);
#endif
    CHECK(cudaMalloc(&nothing, 0));
    EXPECT(nothing == NULL);
    CHECK(cudaFree(nothing));
    CHECK(cudaFree(NULL));

    CHECK(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    RUN(through_pointer<<<4, 256>>>(device, N));
    CHECK(cudaMemcpy(other, device, sizeof host, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemset(device, 0xff, sizeof host));
    CHECK(cudaMemcpy(back, other, sizeof back, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        EXPECT(back[i] == 2 * host[i] + 1);
    CHECK(cudaMemcpy(back, device, sizeof back, cudaMemcpyDefault));
    for (int i = 0; i < N; i++)
        EXPECT(back[i] == -1);
    CHECK(cudaMemcpy(back, host, sizeof back, cudaMemcpyHostToHost));
    EXPECT(!memcmp(back, host, sizeof host));
    CHECK(cudaMemcpy(device + 10, host + 20, 40, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(back, device + 9, 48, cudaMemcpyDeviceToHost));
    EXPECT(back[0] == -1 && back[1] == host[20] && back[10] == host[29] && back[11] == -1);
    CHECK(cudaMemset(device + 1, 0, 4));
    CHECK(cudaMemcpy(back, device, 12, cudaMemcpyDeviceToHost));
    EXPECT(back[0] == -1 && back[1] == 0 && back[2] == -1);

    /* The same on a stream. */
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocHost(&pinned, sizeof host));
    memcpy(pinned, host, sizeof host);
    CHECK(cudaMemcpyAsync(device, pinned, sizeof host, cudaMemcpyHostToDevice, stream));
    through_pointer<<<4, 256, 0, stream>>>(device, N);
    CHECK(cudaMemsetAsync(other, 0, sizeof host, stream));
    CHECK(cudaMemcpyAsync(other, device, 4 * (N / 2), cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaMemcpyAsync(pinned, other, sizeof host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < N; i++)
        EXPECT(pinned[i] == (i < N / 2 ? 2 * host[i] + 1 : 0));

    /* A function of the host has its turn, too: it sees what the copy before it brought, and the copy
     * after it takes along what it wrote. */
    CHECK(cudaMemcpyAsync(pinned, device, sizeof host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(stream, negate_all, pinned));
    CHECK(cudaMemcpyAsync(other, pinned, sizeof host, cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(back, other, sizeof host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < N; i++)
        EXPECT(back[i] == -2 * host[i] - 1);
    EXPECT(cudaLaunchHostFunc(stream, NULL, pinned) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);

    RUN(set_first<<<1, 1, 0, stream>>>(pinned));
    EXPECT(pinned[0] == 1234);
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaHostAlloc(&pinned, 100, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer((void **)&managed, pinned, 0));
    RUN(set_first<<<1, 1>>>(managed));
    EXPECT(pinned[0] == 1234);
    CHECK(cudaFreeHost(pinned));

    int *pooled;
    CHECK(cudaMallocAsync(&pooled, 4, stream));
    set_first<<<1, 1, 0, stream>>>(pooled);
    CHECK(cudaMemcpyAsync(back, pooled, 4, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(pooled, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(back[0] == 1234);
    CHECK(cudaStreamDestroy(stream));

    CHECK(cudaMallocManaged(&managed, sizeof host));
    for (int i = 0; i < N; i++)
        managed[i] = i;
    RUN(through_pointer<<<4, 256>>>(managed, N));
    for (int i = 0; i < N; i++)
        EXPECT(managed[i] == 2 * i + 1);

    CHECK(cudaPointerGetAttributes(&attributes, managed + 5));
    EXPECT(attributes.type == cudaMemoryTypeManaged);
    CHECK(cudaPointerGetAttributes(&attributes, device + 5));
    EXPECT(attributes.type == cudaMemoryTypeDevice && attributes.devicePointer == device + 5);
    CHECK(cudaPointerGetAttributes(&attributes, host));
    EXPECT(attributes.type == cudaMemoryTypeUnregistered);
    CHECK(cudaFree(managed));

    /* Two dimensions: a 3 by 4 corner of a 10 by 10 matrix. */
    CHECK(cudaMemset(device, 0, sizeof host));
    CHECK(cudaMemcpy2D(device, 40, host, 16, 12, 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(back, device, 400, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 10; y++)
        for (int x = 0; x < 10; x++)
            EXPECT(back[y * 10 + x] == (x < 3 && y < 4 ? host[y * 4 + x] : 0));
    EXPECT(cudaMemcpy2D(device, 8, host, 16, 12, 4, cudaMemcpyHostToDevice)
           == cudaErrorInvalidPitchValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidPitchValue);

    /* Variables of the device. */
    CHECK(cudaMalloc(&fout, sizeof f));
    CHECK(cudaMemcpyToSymbol(factors, f, sizeof f));
    RUN(use_symbols<<<1, 4>>>(fout));
    CHECK(cudaMemcpyFromSymbol(back, counter, sizeof(int)));
    EXPECT(back[0] == 15 && shared_with_host == 6);
    CHECK(cudaMemcpyFromSymbol(back, table, 2 * sizeof(int), 2 * sizeof(int)));
    EXPECT(back[0] == 6 && back[1] == 9);
    float fback[4];
    CHECK(cudaMemcpy(fback, fout, sizeof fback, cudaMemcpyDeviceToHost));
    EXPECT(!memcmp(fback, f, sizeof f));
    back[0] = 77;
    CHECK(cudaMemcpyToSymbol(table, back, sizeof(int), 3 * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaGetSymbolAddress(&address, table));
    CHECK(cudaMemcpy(back, (int *)address + 3, 4, cudaMemcpyDeviceToHost));
    EXPECT(back[0] == 77);
    CHECK(cudaGetSymbolSize(&size, table));
    EXPECT(size == sizeof(int[8]));
    CHECK(cudaMemcpyToSymbol(flag, back, sizeof(int)));
    CHECK(cudaMemcpyFromSymbol(back + 1, flag, sizeof(int)));
    EXPECT(back[1] == 77);

    /* What is refused. */
    EXPECT(cudaMalloc(&managed, (size_t)1 << 60) == cudaErrorMemoryAllocation);
    EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
    EXPECT(cudaFree(host) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(NULL, host, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(device, host, 4, (cudaMemcpyKind)9) == cudaErrorInvalidMemcpyDirection);
    EXPECT(cudaGetLastError() == cudaErrorInvalidMemcpyDirection);
#ifdef CUDA_CPU_DEVICE
    /* A GPU allocates in large pieces and often lets these pass. */
    EXPECT(cudaMemcpy(device, host, sizeof host + 1, cudaMemcpyHostToDevice)
           == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(back, device + 1, sizeof host, cudaMemcpyDeviceToHost)
           == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(host, back, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaMemset(device, 0, sizeof host + 1) == cudaErrorInvalidValue);
    EXPECT(cudaMemset(host, 0, 4) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpyToSymbol(counter, host, 8) == cudaErrorInvalidValue);
    EXPECT(cudaFree(device + 1) == cudaErrorInvalidValue);
    EXPECT(cudaFreeHost(device) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    /* Fresh memory is no plausible number. */
    float *fresh;
    CHECK(cudaMalloc(&fresh, 1000));
    for (int i = 0; i < 250; i++)
        EXPECT(fresh[i] != fresh[i] && ((int *)fresh)[i] != 0);
    CHECK(cudaFree(fresh));
    /* Many allocations, one after the other and all at once. */
    for (int i = 0; i < 5000; i++) {
        CHECK(cudaMalloc(&fresh, i));
        CHECK(cudaFree(fresh));
    }
    void *many[300];
    for (int i = 0; i < 300; i++)
        CHECK(cudaMalloc(&many[i], 100 * i));
    for (int i = 0; i < 300; i++)
        CHECK(cudaFree(many[(i * 7) % 300]));
    CHECK(cudaMemGetInfo(&unused, &total));
    EXPECT(unused_before - unused == 2 * sizeof host + sizeof f);
#endif
    CHECK(cudaFree(device));
    CHECK(cudaFree(other));
    CHECK(cudaFree(fout));
#ifdef CUDA_CPU_DEVICE
    EXPECT(cudaFree(other) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
#endif
    CHECK(cudaDeviceReset());
    return 0;
}
