/* streams.c: streams, and what they remember. Waiting for them is in events.c, their work in queues.c. */
#define _GNU_SOURCE
#include "cuda_runtime_api.h"
#include "handles.h"
#include "queues.h"

#include "../base/devices.h"
#include "../base/process.h"

static struct handles streams = { .size = sizeof(struct CUstream_st) };

static int has_blocking;                /* streams that the default stream orders, but not with each other */

static int is_own_stream(cudaStream_t s) { return cuda_cpu_is_handle(&streams, s) && s->is_live; }

int cuda_cpu_is_stream(cudaStream_t s)
{
    return !s || s == cudaStreamLegacy || s == cudaStreamPerThread || is_own_stream(s);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    (void)priority;
    if (!stream || flags > cudaStreamNonBlocking)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_is_lost())
        return cuda_cpu_error(cudaErrorInitializationError);
    *stream = cuda_cpu_new_handle(&streams);
    if (!*stream)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    (*stream)->is_live = 1;
    (*stream)->device = cuda_cpu_current_device;
    (*stream)->flags = flags;
    if (flags == cudaStreamNonBlocking || has_blocking)
        cuda_cpu_host_can_tell();
    has_blocking |= flags != cudaStreamNonBlocking;
    if (cuda_cpu_has_queues())
        cuda_cpu_begin_queue(*stream);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithFlags(stream, 0); }

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (!is_own_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    cuda_cpu_end_queue(stream);
    stream->is_live = 0;
    return cudaSuccess;
}

cudaError_t cuda_cpu_check_stream(cudaStream_t stream)
{
    if (cuda_cpu_is_lost())
        return cuda_cpu_error(cudaErrorInitializationError);
    return cuda_cpu_error(cuda_cpu_is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

struct cuda_cpu_capture_at *cuda_cpu_capture_of(cudaStream_t stream)
{
    static __thread struct cuda_cpu_capture_at of_thread;

    if (stream == cudaStreamPerThread)
        return &of_thread;
    return is_own_stream(stream) ? &stream->captured : NULL;
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
    return cuda_cpu_check_stream(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    if (!flags)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_is_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    *flags = !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread
                 ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}

static cudaStreamAttrValue *hint_of(cudaStream_t stream, cudaStreamAttrID id)
{
    static struct CUstream_st first;    /* the default stream's hints */

    if (!cuda_cpu_is_stream(stream) || (unsigned int)id >= HINTS)
        return NULL;
    return stream && stream != cudaStreamLegacy && stream != cudaStreamPerThread ? &stream->hint[id]
                                                                                : &first.hint[id];
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID id, const cudaStreamAttrValue *value)
{
    cudaStreamAttrValue *hint = hint_of(stream, id);

    if (!hint || !value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *hint = *value;
    return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID id, cudaStreamAttrValue *value)
{
    const cudaStreamAttrValue *hint = hint_of(stream, id);

    if (!hint || !value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *value = *hint;
    return cudaSuccess;
}
