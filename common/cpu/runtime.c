/* runtime.c: the CUDA runtime API of the CPU device: device, memory, streams, events, errors. */
#define _GNU_SOURCE
#include "cuda_runtime_api.h"
#include "engine.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* ---- Errors -------------------------------------------------------------------------------- */

static __thread cudaError_t last_error;

static cudaError_t done(cudaError_t error)
{
    if (error)
        last_error = error;
    return error;
}

cudaError_t cuda_cpu_launch_error(cudaError_t error) { return done(error); }

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

/* Half of the machine's memory, as if the other half were the host's. */
static size_t device_memory(void)
{
    return (size_t)sysconf(_SC_PHYS_PAGES) / 2 * (size_t)sysconf(_SC_PAGESIZE);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return done(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return done(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return done(device ? cudaErrorInvalidDevice : cudaSuccess);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    return done(flags > 31 ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    if (!value)
        return done(cudaErrorInvalidValue);
    if (device)
        return done(cudaErrorInvalidDevice);
#define X(name, number, result) case number: *value = result; return cudaSuccess;
    switch ((int)attribute) {
    CUDA_CPU_ATTRIBUTES(X)
    default: return done(cudaErrorInvalidValue);
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
        return done(cudaErrorInvalidValue);
    if (device)
        return done(cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    strcpy(p->name, "CPU device");
    p->totalGlobalMem = device_memory();
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
        return done(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }

/* ---- Memory -------------------------------------------------------------------------------- */

enum { ALIGN = 256, SMALL = 64 << 20, EDGE = 1 << 20 };
static const uint32_t FRESH = 0x7ffadbad;       /* what fresh memory holds: a NaN */
static const unsigned char EDGE_BYTE = 0xb5;    /* around an allocation, checked when it is freed */

/* An allocation is a mapping of its own: [guard][gap][data][gap][guard], data ending close to the
 * guard behind it. */
struct allocation {
    char *data, *map;
    size_t size, map_size;
    enum cudaMemoryType type;           /* Unregistered: a __device__ variable */
    int freed;
    struct allocation *next;
};

static struct allocation *allocations;
static size_t memory_used;
static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;

/* The allocation that holds the address; with `near`, the one that it is closest behind. */
static struct allocation *find(const void *address)
{
    const char *p = address;

    for (struct allocation *a = allocations; a; a = a->next)
        if (!a->freed && p >= a->data && p < a->data + a->size)
            return a;
    return NULL;
}

void cuda_cpu_describe_address(const void *address, char *text, size_t size)
{
    const char *p = address;

    for (struct allocation *a = allocations; a; a = a->next) {
        if (!a->map || p < a->map || p >= a->map + a->map_size)
            continue;
        if (a->freed)
            snprintf(text, size, "in an allocation of %zu bytes that has been freed", a->size);
        else if (p < a->data)
            snprintf(text, size, "%zu bytes before an allocation of %zu bytes",
                     (size_t)(a->data - p), a->size);
        else
            snprintf(text, size, "%zu bytes beyond the end of an allocation of %zu bytes",
                     (size_t)(p - a->data - a->size), a->size);
        return;
    }
    snprintf(text, size, p < (char *)0 + 4096 ? "a null pointer" : "in no allocation");
}

static void fill(char *to, char *end)
{
    for (; to + 4 <= end; to += 4)
        memcpy(to, &FRESH, 4);
}

static cudaError_t allocate(void **pointer, size_t size, enum cudaMemoryType type)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room;
    struct allocation *a;

    if (!pointer)
        return done(cudaErrorInvalidValue);
    *pointer = NULL;
    if (!size)
        return cudaSuccess;
    if (size > device_memory() - memory_used)
        return done(cudaErrorMemoryAllocation);
    room = (size + page - 1) / page * page;
    a = calloc(1, sizeof *a);
    if (!a)
        return done(cudaErrorMemoryAllocation);
    a->map_size = room + 2 * page;
    a->map = mmap(NULL, a->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (a->map == MAP_FAILED) {
        free(a);
        return done(cudaErrorMemoryAllocation);
    }
    a->size = size;
    a->type = type;
    a->data = a->map + page + room - (size + ALIGN - 1) / ALIGN * ALIGN;
    mprotect(a->map, page, PROT_NONE);
    mprotect(a->map + page + room, page, PROT_NONE);
    memset(a->map + page, EDGE_BYTE, (size_t)(a->data - a->map) - page);
    memset(a->data + size, EDGE_BYTE, (size_t)(a->map + page + room - a->data) - size);
    if (size <= SMALL) {
        fill(a->data, a->data + size);
    } else {                            /* the rest of a large one would take too long */
        fill(a->data, a->data + EDGE);
        fill(a->data + (size - EDGE) / 4 * 4, a->data + size);
    }
    pthread_mutex_lock(&memory_lock);
    a->next = allocations;
    allocations = a;
    memory_used += size;
    pthread_mutex_unlock(&memory_lock);
    *pointer = a->data;
    return cudaSuccess;
}

static int edge_is_whole(const char *from, const char *to)
{
    for (; from < to; from++)
        if (*(const unsigned char *)from != EDGE_BYTE)
            return 0;
    return 1;
}

/* Gives the memory back but keeps the addresses, so that a use after this faults. */
static void release(struct allocation *a)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (!edge_is_whole(a->data + a->size, a->map + a->map_size - page))
        cuda_cpu_fail("something wrote just beyond the end of an allocation of %zu bytes", a->size);
    if (!edge_is_whole(a->map + page, a->data))
        cuda_cpu_fail("something wrote just before an allocation of %zu bytes", a->size);
    mmap(a->map, a->map_size, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE | MAP_FIXED, -1, 0);
    a->freed = 1;
    memory_used -= a->size;
}

static cudaError_t deallocate(void *pointer, int host)
{
    cudaError_t error = cudaErrorInvalidValue;
    struct allocation *a;

    if (!pointer)
        return cudaSuccess;
    pthread_mutex_lock(&memory_lock);
    a = find(pointer);
    if (a && a->data == pointer && a->map && host == (a->type == cudaMemoryTypeHost)) {
        release(a);
        error = cudaSuccess;
    }
    pthread_mutex_unlock(&memory_lock);
    return done(error);
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, cudaMemoryTypeDevice);
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    (void)stream;
    return allocate(pointer, size, cudaMemoryTypeDevice);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return done(cudaErrorInvalidValue);
    return allocate(pointer, size, cudaMemoryTypeManaged);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate(pointer, size, cudaMemoryTypeHost);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    (void)flags;
    return allocate(pointer, size, cudaMemoryTypeHost);
}

cudaError_t cudaFree(void *pointer) { return deallocate(pointer, 0); }

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    (void)stream;
    return deallocate(pointer, 0);
}

cudaError_t cudaFreeHost(void *pointer) { return deallocate(pointer, 1); }

cudaError_t cudaDeviceReset(void)
{
    pthread_mutex_lock(&memory_lock);
    for (struct allocation *a = allocations; a; a = a->next)
        if (!a->freed && a->map)
            release(a);
    pthread_mutex_unlock(&memory_lock);
    last_error = cudaSuccess;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *unused, size_t *total)
{
    if (!unused || !total)
        return done(cudaErrorInvalidValue);
    *total = device_memory();
    *unused = *total - memory_used;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p)
{
    struct allocation *a;

    if (!attributes)
        return done(cudaErrorInvalidValue);
    pthread_mutex_lock(&memory_lock);
    a = find(p);
    memset(attributes, 0, sizeof *attributes);
    attributes->type = !a ? cudaMemoryTypeUnregistered : a->map ? a->type : cudaMemoryTypeDevice;
    attributes->device = a ? 0 : -2;
    attributes->devicePointer = a ? (void *)p : NULL;
    attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? NULL : (void *)p;
    pthread_mutex_unlock(&memory_lock);
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    struct allocation *a = find(host);

    if (!device || flags || !a || a->type != cudaMemoryTypeHost)
        return done(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

/* Registers a __device__ or __constant__ variable, whose address the program asked for. */
cudaError_t cuda_cpu_symbol(const void *address, size_t size)
{
    struct allocation *a;

    pthread_mutex_lock(&memory_lock);
    if (!find(address)) {
        a = calloc(1, sizeof *a);
        if (a) {
            a->data = (char *)address;
            a->size = size;
            a->type = cudaMemoryTypeDevice;
            a->next = allocations;
            allocations = a;
        }
    }
    pthread_mutex_unlock(&memory_lock);
    return cudaSuccess;
}

/* Whether [p, p + size) is usable: inside one allocation; on the device if it must be. */
static int usable(const void *p, size_t size, int on_device)
{
    struct allocation *a;
    int result;

    pthread_mutex_lock(&memory_lock);
    a = find(p);
    result = a ? size <= a->size - (size_t)((const char *)p - a->data) : !on_device;
    pthread_mutex_unlock(&memory_lock);
    return result && p;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    if ((unsigned int)kind > cudaMemcpyDefault)
        return done(cudaErrorInvalidMemcpyDirection);
    if (!size)
        return cudaSuccess;
    if (!usable(to, size, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice)
        || !usable(from, size, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice))
        return done(cudaErrorInvalidValue);
    memmove(to, from, size);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy(to, from, size, kind);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    cudaError_t error = cudaSuccess;

    if (width > to_pitch || width > from_pitch)
        return done(cudaErrorInvalidPitchValue);
    for (size_t i = 0; i < height && !error; i++)
        error = cudaMemcpy((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width,
                           kind);
    return error;
}

cudaError_t cudaMemset(void *to, int byte, size_t size)
{
    if (!size)
        return cudaSuccess;
    if (!usable(to, size, 1))
        return done(cudaErrorInvalidValue);
    memset(to, byte, size);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *to, int byte, size_t size, cudaStream_t stream)
{
    (void)stream;
    return cudaMemset(to, byte, size);
}

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
        return done(cudaErrorInvalidValue);
    *stream = malloc(sizeof **stream);
    if (!*stream)
        return done(cudaErrorMemoryAllocation);
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
        return done(cudaErrorInvalidResourceHandle);
    stream->mark = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return done(is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    (void)flags;
    return done(is_stream(stream) && is_event(event) ? cudaSuccess
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
        return done(cudaErrorInvalidValue);
    *event = calloc(1, sizeof **event);
    if (!*event)
        return done(cudaErrorMemoryAllocation);
    (*event)->mark = EVENT;
    (*event)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!is_event(event) || !is_stream(stream))
        return done(cudaErrorInvalidResourceHandle);
    event->recorded = 1;
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return done(is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    if (!milliseconds)
        return done(cudaErrorInvalidValue);
    if (!is_event(start) || !is_event(end) || !start->recorded || !end->recorded
        || ((start->flags | end->flags) & cudaEventDisableTiming))
        return done(cudaErrorInvalidResourceHandle);
    *milliseconds = (float)((double)(end->time.tv_sec - start->time.tv_sec) * 1e3
                            + (double)(end->time.tv_nsec - start->time.tv_nsec) * 1e-6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!is_event(event))
        return done(cudaErrorInvalidResourceHandle);
    event->mark = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    (void)stream, (void)mode;
    return done(cudaErrorNotSupported);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    (void)stream;
    if (graph)
        *graph = NULL;
    return done(cudaErrorNotSupported);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    (void)graph, (void)flags;
    if (exec)
        *exec = NULL;
    return done(cudaErrorNotSupported);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    (void)exec, (void)stream;
    return done(cudaErrorNotSupported);
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
        return done(cudaErrorInvalidDeviceFunction);
    if (attribute_ == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess;
    if (attribute_ != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0
        || value > attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin))
        return done(cudaErrorInvalidValue);
    while (i < limit_count && limits[i].kernel != kernel)
        i++;
    if (i == (int)(sizeof limits / sizeof *limits))
        return done(cudaErrorMemoryAllocation);
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
        return done(cudaErrorInvalidDeviceFunction);
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
        return done(cudaErrorInvalidValue);
    *blocks = shared > cuda_cpu_shared_limit(kernel)
                  ? 0 : cuda_cpu_blocks_per_sm((unsigned int)threads, shared);
    return cudaSuccess;
}
