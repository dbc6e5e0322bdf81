/* runtime.c: the CUDA runtime API of the CPU device but for memory: device, streams, errors. */
#define _GNU_SOURCE
#include "cuda_runtime_api.h"
#include "engine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Errors -------------------------------------------------------------------------------- */

static __thread cudaError_t last_error;

cudaError_t cuda_cpu_error(cudaError_t error)
{
    if (error)
        last_error = error;
    return error;
}

cudaError_t cudaPeekAtLastError(void) { return last_error; }

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = last_error;

    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
#define X(name, number, text) case number: return #name;
    switch ((int)error) {
    CUDA_CPU_ERRORS(X)
    default: return "unrecognized error code";
    }
#undef X
}

const char *cudaGetErrorString(cudaError_t error)
{
#define X(name, number, text) case number: return text;
    switch ((int)error) {
    CUDA_CPU_ERRORS(X)
    default: return "unrecognized error code";
    }
#undef X
}

/* ---- Device -------------------------------------------------------------------------------- */

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return cuda_cpu_error(device ? cudaErrorInvalidDevice : cudaSuccess);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    return cuda_cpu_error(flags > 31 ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    if (!value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (device)
        return cuda_cpu_error(cudaErrorInvalidDevice);
#define X(name, number, result) case number: *value = result; return cudaSuccess;
    switch ((int)attribute) {
    CUDA_CPU_ATTRIBUTES(X)
    default: return cuda_cpu_error(cudaErrorInvalidValue);
    }
#undef X
}

static int attribute(enum cudaDeviceAttr which)
{
    int value = 0;

    cudaDeviceGetAttribute(&value, which, 0);
    return value;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    if (!p)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (device)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    strcpy(p->name, "CPU device");
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
    p->sharedMemPerBlockOptin = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    p->directManagedMemAccessFromHost = attribute(cudaDevAttrDirectManagedMemAccessFromHost);
    p->maxBlocksPerMultiProcessor = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
    p->reservedSharedMemPerBlock = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    p->memoryPoolsSupported = attribute(cudaDevAttrMemoryPoolsSupported);
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }

cudaError_t cudaDriverGetVersion(int *version)
{
    if (!version)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }

/* ---- Streams and events -------------------------------------------------------------------- */

enum { STREAM = 0x57ea3, EVENT = 0xe5e27 };     /* marks live handles */

struct CUstream_st { int mark; };
struct CUevent_st { int mark; unsigned int flags; int recorded; struct timespec time; };

static int is_stream(cudaStream_t s)
{
    return !s || s == cudaStreamLegacy || s == cudaStreamPerThread || s->mark == STREAM;
}

static int is_event(cudaEvent_t event) { return event && event->mark == EVENT; }

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    (void)priority;
    if (!stream || flags > cudaStreamNonBlocking)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *stream = malloc(sizeof **stream);
    if (!*stream)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    (*stream)->mark = STREAM;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithFlags(stream, 0); }

/* Destroyed handles stay allocated (a few bytes), so that a later use is recognised. */
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread
        || stream->mark != STREAM)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    stream->mark = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return cuda_cpu_error(is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    (void)flags;
    return cuda_cpu_error(is_stream(stream) && is_event(event) ? cudaSuccess
                                                     : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = 0;
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    if (!event || flags > (cudaEventBlockingSync | cudaEventDisableTiming))
        return cuda_cpu_error(cudaErrorInvalidValue);
    *event = calloc(1, sizeof **event);
    if (!*event)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    (*event)->mark = EVENT;
    (*event)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!is_event(event) || !is_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    event->recorded = 1;
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return cuda_cpu_error(is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    if (!milliseconds)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!is_event(start) || !is_event(end) || !start->recorded || !end->recorded
        || ((start->flags | end->flags) & cudaEventDisableTiming))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    *milliseconds = (float)((double)(end->time.tv_sec - start->time.tv_sec) * 1e3
                            + (double)(end->time.tv_nsec - start->time.tv_nsec) * 1e-6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!is_event(event))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    event->mark = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    (void)stream, (void)mode;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    (void)stream;
    if (graph)
        *graph = NULL;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    (void)graph, (void)flags;
    if (exec)
        *exec = NULL;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    (void)exec, (void)stream;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { (void)exec; return cudaSuccess; }

cudaError_t cudaGraphDestroy(cudaGraph_t graph) { (void)graph; return cudaSuccess; }

/* ---- Kernels ------------------------------------------------------------------------------- */

static struct { const void *kernel; size_t shared; } limits[64];    /* set by the program */
static int limit_count;
static size_t highest_limit = 48 << 10;

size_t cuda_cpu_shared_limit(const void *kernel)
{
    if (!kernel)
        return highest_limit;
    for (int i = 0; i < limit_count; i++)
        if (limits[i].kernel == kernel)
            return limits[i].shared;
    return 48 << 10;
}

cudaError_t cuda_cpu_func_set(const void *kernel, enum cudaFuncAttribute attribute_, int value)
{
    int i = 0;

    if (!kernel)
        return cuda_cpu_error(cudaErrorInvalidDeviceFunction);
    if (attribute_ == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess;
    if (attribute_ != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0
        || value > attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin))
        return cuda_cpu_error(cudaErrorInvalidValue);
    while (i < limit_count && limits[i].kernel != kernel)
        i++;
    if (i == (int)(sizeof limits / sizeof *limits))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    if (i == limit_count)
        limit_count++;
    limits[i].kernel = kernel;
    limits[i].shared = (size_t)value;
    if (highest_limit < (size_t)value)
        highest_limit = (size_t)value;
    return cudaSuccess;
}

cudaError_t cuda_cpu_func_attributes(struct cudaFuncAttributes *attributes, const void *kernel)
{
    if (!attributes || !kernel)
        return cuda_cpu_error(cudaErrorInvalidDeviceFunction);
    memset(attributes, 0, sizeof *attributes);
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 80;
    attributes->maxDynamicSharedSizeBytes = (int)cuda_cpu_shared_limit(kernel);
    return cudaSuccess;
}

cudaError_t cuda_cpu_occupancy(int *blocks, const void *kernel, int threads, size_t shared)
{
    if (!blocks || threads < 1)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *blocks = shared > cuda_cpu_shared_limit(kernel)
                  ? 0 : cuda_cpu_blocks_per_sm((unsigned int)threads, shared);
    return cudaSuccess;
}
