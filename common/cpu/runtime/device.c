/* device.c: the device's properties and attributes. */
#define _GNU_SOURCE
#include "cuda_runtime_api.h"

#include "queues.h"

#include "../base/devices.h"
#include "../base/hooks.h"
#include "../base/process.h"
#include "../engine/engine.h"
#include "../engine/printing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *count = cuda_cpu_devices();
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *device = cuda_cpu_current_device;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (!cuda_cpu_is_device(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    cuda_cpu_current_device = device;
    return cudaSuccess;
}

static unsigned int device_flags;

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    if (flags > 31)
        return cuda_cpu_error(cudaErrorInvalidValue);
    device_flags = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    if (!flags)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *flags = device_flags;
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned int flags, unsigned int which)
{
    (void)flags, (void)which;
    return cuda_cpu_error(cuda_cpu_is_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    return wanted ? cudaGetDevice(device) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int size, int device)
{
    char made[16];

    if (!cuda_cpu_is_device(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    snprintf(made, sizeof made, "0000:%02x:00.0", (unsigned int)device & 0xff);
    if (!id || size <= (int)strlen(made))
        return cuda_cpu_error(cudaErrorInvalidValue);
    strcpy(id, made);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    if (!value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_is_device(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
#define X(name, number, result) case number: *value = result; break;
    switch ((int)attribute) {
    CUDA_CPU_ATTRIBUTES(X)
    default: return cuda_cpu_error(cudaErrorInvalidValue);
    }
#undef X
    if (attribute == cudaDevAttrCooperativeLaunch)
        *value = cuda_cpu_can_cooperate();
    if (attribute == cudaDevAttrClusterLaunch)
        *value = cuda_cpu_has_clusters();
    if (attribute == cudaDevAttrComputeCapabilityMajor && !cuda_cpu_has_clusters())
        *value = 8;
    if (attribute == cudaDevAttrPciBusId)
        *value = device;
    return cudaSuccess;
}

static int attribute(enum cudaDeviceAttr which)
{
    int value = 0;

    cudaDeviceGetAttribute(&value, which, 0);
    return value;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    int64_t host;
    pid_t pid;

    if (!p)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_is_device(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    strcpy(p->name, "CPU device");
    pid = getpid();
    host = gethostid();                 /* each process has devices of its own */
    memcpy(p->uuid.bytes, &host, 8);
    memcpy(p->uuid.bytes + 8, &pid, sizeof pid);
    p->uuid.bytes[15] = (char)device;
    p->pciBusID = device;
    p->totalGlobalMem = cuda_cpu_device_memory();
    p->sharedMemPerBlock = attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    p->regsPerBlock = attribute(cudaDevAttrMaxRegistersPerBlock);
    p->warpSize = attribute(cudaDevAttrWarpSize);
    p->memPitch = attribute(cudaDevAttrMaxPitch);
    p->maxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock);
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = attribute(cudaDevAttrMaxBlockDimX + i);
        p->maxGridSize[i] = attribute(cudaDevAttrMaxGridDimX + i);
    }
    p->totalConstMem = attribute(cudaDevAttrTotalConstantMemory);
    p->major = attribute(cudaDevAttrComputeCapabilityMajor);
    p->minor = attribute(cudaDevAttrComputeCapabilityMinor);
    p->multiProcessorCount = attribute(cudaDevAttrMultiProcessorCount);
    p->canMapHostMemory = attribute(cudaDevAttrCanMapHostMemory);
    p->unifiedAddressing = attribute(cudaDevAttrUnifiedAddressing);
    p->l2CacheSize = attribute(cudaDevAttrL2CacheSize);
    p->maxThreadsPerMultiProcessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    p->globalL1CacheSupported = attribute(cudaDevAttrGlobalL1CacheSupported);
    p->localL1CacheSupported = attribute(cudaDevAttrLocalL1CacheSupported);
    p->sharedMemPerMultiprocessor = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    p->regsPerMultiprocessor = attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
    p->managedMemory = attribute(cudaDevAttrManagedMemory);
    p->hostNativeAtomicSupported = attribute(cudaDevAttrHostNativeAtomicSupported);
    p->pageableMemoryAccess = attribute(cudaDevAttrPageableMemoryAccess);
    p->concurrentManagedAccess = attribute(cudaDevAttrConcurrentManagedAccess);
    p->computePreemptionSupported = attribute(cudaDevAttrComputePreemptionSupported);
    p->cooperativeLaunch = attribute(cudaDevAttrCooperativeLaunch);
    p->clusterLaunch = attribute(cudaDevAttrClusterLaunch);
    p->sharedMemPerBlockOptin = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    p->directManagedMemAccessFromHost = attribute(cudaDevAttrDirectManagedMemAccessFromHost);
    p->maxBlocksPerMultiProcessor = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
    p->reservedSharedMemPerBlock = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    p->textureAlignment = p->surfaceAlignment = 512;
    p->texturePitchAlignment = 32;
    p->maxTexture1D = p->maxSurface1D = p->maxTexture2D[0] = p->maxSurface2D[0] = 128 << 10;
    p->maxTexture2D[1] = p->maxSurface2D[1] = 64 << 10;
    p->maxTexture1DLayered[0] = p->maxTexture2DLayered[0] = p->maxTexture2DLayered[1] = 32 << 10;
    p->maxTexture1DLayered[1] = p->maxTexture2DLayered[2] = 2048;
    for (int i = 0; i < 3; i++)
        p->maxTexture3D[i] = p->maxSurface3D[i] = 16 << 10;
    p->pageableMemoryAccessUsesHostPageTables =
        attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    p->memoryPoolsSupported = attribute(cudaDevAttrMemoryPoolsSupported);
    p->hostRegisterSupported = attribute(cudaDevAttrHostRegisterSupported);
    /* Members that CUDA 13 dropped: what is not 0 (unknown, or no). */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    p->singleToDoublePrecisionPerfRatio = attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio);
#pragma GCC diagnostic pop
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    cudaError_t error;

    HOOK(awaited);
    error = cuda_cpu_finish_device(cuda_cpu_current_device);
    if (error)
        return cuda_cpu_error(error);
    return cuda_cpu_error(cuda_cpu_is_lost()                ? cudaErrorInitializationError
                          : cuda_cpu_is_any_capturing() ? cudaErrorStreamCaptureUnsupported : cudaSuccess);
}

static size_t limit_values[] = { 1024, 1 << 20, 8 << 20, 2, 2048, 64, 0 };

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    if ((unsigned int)limit > cudaLimitPersistingL2CacheSize)
        return cuda_cpu_error(cudaErrorUnsupportedLimit);
    limit_values[limit] = value;
    if (limit == cudaLimitPrintfFifoSize)
        cuda_cpu_set_printing_limit(value);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if ((unsigned int)limit > cudaLimitPersistingL2CacheSize)
        return cuda_cpu_error(cudaErrorUnsupportedLimit);
    if (!value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *value = limit_values[limit];
    return cudaSuccess;
}

static enum cudaFuncCache cache_config;

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    cache_config = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    if (!config)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *config = cache_config;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    if (!config)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;        /* the banks are 4 bytes wide */
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }

cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config) { return cudaDeviceGetCacheConfig(config); }

cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }

cudaError_t cudaProfilerStart(void) { return cudaSuccess; }

cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

cudaError_t cudaDriverGetVersion(int *version)
{
    if (!version)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }
