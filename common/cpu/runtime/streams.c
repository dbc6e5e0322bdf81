/* streams.c: streams and events. See queues.c. */
#define _GNU_SOURCE
#include "cuda_runtime_api.h"
#include "handles.h"
#include "queues.h"

#include "../base/devices.h"
#include "../base/hooks.h"
#include "../base/process.h"

#include <string.h>
#include <time.h>

static struct handles streams = { .size = sizeof(struct CUstream_st) };
static struct handles events = { .size = sizeof(struct CUevent_st) };

static int has_blocking;                /* streams that the default stream orders, but not with each other */

static int is_own_stream(cudaStream_t s) { return cuda_cpu_is_handle(&streams, s) && s->is_live; }

static int is_stream(cudaStream_t s)
{
    return !s || s == cudaStreamLegacy || s == cudaStreamPerThread || is_own_stream(s);
}

static int is_event(cudaEvent_t event) { return cuda_cpu_is_handle(&events, event) && event->is_live; }

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
    return cuda_cpu_error(is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

struct cuda_cpu_capture_at *cuda_cpu_capture_of(cudaStream_t stream)
{
    static __thread struct cuda_cpu_capture_at of_thread;

    if (stream == cudaStreamPerThread)
        return &of_thread;
    return is_own_stream(stream) ? &stream->captured : NULL;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    cudaError_t error = cuda_cpu_is_capturing(stream) ? cuda_cpu_capture_must_not(stream) : cuda_cpu_check_stream(stream);

    return error || cuda_cpu_is_finished(stream) ? error : cudaErrorNotReady;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    cudaError_t error = cuda_cpu_is_capturing(stream) ? cuda_cpu_capture_must_not(stream) : cuda_cpu_check_stream(stream);

    HOOK(awaited);
    return error ? error : cuda_cpu_error(cuda_cpu_finish_stream(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    (void)flags;
    HOOK(awaited);
    if (!is_stream(stream) || !is_event(event))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (cuda_cpu_is_deferred(stream) && !cuda_cpu_is_capturing(stream) && !event->captured.capture && event->records)
        cuda_cpu_defer_event(stream, event, 1);
    return cuda_cpu_capture_join(stream, &event->captured);
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
    if (!is_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    *flags = !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread
                 ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}

static cudaStreamAttrValue *hint_of(cudaStream_t stream, cudaStreamAttrID id)
{
    static struct CUstream_st first;    /* the default stream's hints */

    if (!is_stream(stream) || (unsigned int)id >= HINTS)
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

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    if (!function)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!is_stream(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (cuda_cpu_is_deferred(stream))
        return cuda_cpu_capture_call(stream, function, data);
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
    if (cuda_cpu_is_capturing(stream))
        return cuda_cpu_capture_must_not(stream);
    cuda_cpu_finish_stream(stream);
    function(stream, cudaSuccess, data);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    if (!event || flags > (cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_is_lost())
        return cuda_cpu_error(cudaErrorInitializationError);
    *event = cuda_cpu_new_handle(&events);
    if (!*event)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    (*event)->is_live = 1;
    (*event)->device = cuda_cpu_current_device;
    (*event)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!is_event(event) || !is_stream(stream) || event->device != cuda_cpu_device_of(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    cuda_cpu_capture_note(&event->captured, stream);
    if (event->captured.capture)
        return cudaSuccess;
    event->recorded = 1;
    if (cuda_cpu_is_deferred(stream))
        cuda_cpu_defer_event(stream, event, 0);
    else
        clock_gettime(CLOCK_MONOTONIC, &event->time);
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    return flags ? cuda_cpu_error(cudaErrorInvalidValue) : cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    HOOK(awaited);
    return cuda_cpu_error(is_event(event) ? cuda_cpu_finish_event(event) : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    if (is_event(event) && !cuda_cpu_is_reached(event))
        return cudaErrorNotReady;
    return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    if (!milliseconds)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!is_event(start) || !is_event(end) || !start->recorded || !end->recorded
        || ((start->flags | end->flags) & cudaEventDisableTiming) || start->device != end->device)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (!cuda_cpu_is_reached(start) || !cuda_cpu_is_reached(end))
        return cudaErrorNotReady;
    *milliseconds = (float)((double)(end->time.tv_sec - start->time.tv_sec) * 1e3
                            + (double)(end->time.tv_nsec - start->time.tv_nsec) * 1e-6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!is_event(event))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    event->is_live = 0;
    return cudaSuccess;
}

/* ---- Between processes --------------------------------------------------------------------- */

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p)
{
    (void)p;
    if (!handle)
        return cuda_cpu_error(cudaErrorInvalidValue);
    memset(handle, 0, sizeof *handle);
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned int flags)
{
    (void)handle, (void)flags;
    if (!p)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *p = NULL;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcCloseMemHandle(void *p)
{
    (void)p;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    (void)event;
    if (!handle)
        return cuda_cpu_error(cudaErrorInvalidValue);
    memset(handle, 0, sizeof *handle);
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    (void)handle;
    if (!event)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *event = NULL;
    return cuda_cpu_error(cudaErrorNotSupported);
}
