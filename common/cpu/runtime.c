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
    return cudaSetDevice(device);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    return wanted ? cudaGetDevice(device) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int size, int device)
{
    static const char none[] = "0000:00:00.0";

    if (device)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (!id || size < (int)sizeof none)
        return cuda_cpu_error(cudaErrorInvalidValue);
    memcpy(id, none, sizeof none);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    if (!value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (device)
        return cuda_cpu_error(cudaErrorInvalidDevice);
#define X(name, number, result) case number: *value = result; break;
    switch ((int)attribute) {
    CUDA_CPU_ATTRIBUTES(X)
    default: return cuda_cpu_error(cudaErrorInvalidValue);
    }
#undef X
    if (attribute == cudaDevAttrCooperativeLaunch)
        *value = cuda_cpu_can_cooperate();
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
    p->textureAlignment = p->surfaceAlignment = 512;
    p->texturePitchAlignment = 32;
    p->pageableMemoryAccessUsesHostPageTables =
        attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    p->memoryPoolsSupported = attribute(cudaDevAttrMemoryPoolsSupported);
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }

static size_t limit_values[] = { 1024, 1 << 20, 8 << 20, 2, 2048, 64, 0 };

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    if ((unsigned int)limit > cudaLimitPersistingL2CacheSize)
        return cuda_cpu_error(cudaErrorUnsupportedLimit);
    limit_values[limit] = value;
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

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!can)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *can = 0;
    return cuda_cpu_error(device || peer ? cudaErrorInvalidDevice : cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    (void)peer, (void)flags;
    return cuda_cpu_error(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) { return cudaDeviceEnablePeerAccess(peer, 0); }

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

/* ---- Memory: what the functions of memory.c make possible ---------------------------------- */

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (!pitch)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(pointer, *pitch * height);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height)
{
    cudaError_t error = cudaSuccess;

    if (width > pitch)
        return cuda_cpu_error(cudaErrorInvalidPitchValue);
    for (size_t i = 0; i < height && !error; i++)
        error = cudaMemset((char *)to + i * pitch, byte, width);
    return error;
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream)
{
    (void)stream;
    return cudaMemset2D(to, pitch, byte, width, height);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size)
{
    if (to_device || from_device)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    return cudaMemcpy(to, from, size, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyPeer(to, to_device, from, from_device, size);
}

cudaError_t cudaHostRegister(void *p, size_t size, unsigned int flags)
{
    (void)p, (void)size, (void)flags;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaHostUnregister(void *p)
{
    (void)p;
    return cuda_cpu_error(cudaErrorHostMemoryNotRegistered);
}

/* Advice is about a place that exists, and about memory that is there. */
static cudaError_t advise(const void *p, size_t size, struct cudaMemLocation location)
{
    if (!p || !size || (unsigned int)location.type > cudaMemLocationTypeHostNumaCurrent)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (location.type == cudaMemLocationTypeDevice && location.id)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t size, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream)
{
    (void)flags, (void)stream;
    return advise(p, size, location);
}

cudaError_t cudaMemAdvise(const void *p, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return advise(p, size, location);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t size, unsigned int flags)
{
    (void)size, (void)flags;
    return p ? cudaStreamQuery(stream) : cuda_cpu_error(cudaErrorInvalidValue);
}

struct CUmemPoolHandle_st { int unused; };

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    static struct CUmemPoolHandle_st only;

    if (device)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (!pool)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pool = &only;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr which, void *value)
{
    (void)which;
    return cuda_cpu_error(pool && value ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep)
{
    (void)bytes_to_keep;
    return cuda_cpu_error(pool ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- Streams and events -------------------------------------------------------------------- */

enum { STREAM = 0x57ea3, EVENT = 0xe5e27 };     /* marks live handles */

struct CUstream_st { int mark; unsigned int flags; };
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
    (*stream)->flags = flags;
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

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    if (!priority)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *priority = 0;
    return cudaStreamQuery(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    if (!flags)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!is_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    *flags = !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread
                 ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    if (!function)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!is_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    function(data);
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *data,
                                  unsigned int flags)
{
    if (!function || flags)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!is_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    function(stream, cudaSuccess, data);
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

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    return flags ? cuda_cpu_error(cudaErrorInvalidValue) : cudaEventRecord(event, stream);
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

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    if (!status)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *status = cudaStreamCaptureStatusNone;
    return cudaStreamQuery(stream);
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
