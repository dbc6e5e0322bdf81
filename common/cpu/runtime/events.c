/* events.c: events, and how the host waits for streams. */
#define _GNU_SOURCE
#include "cuda_runtime_api.h"
#include "handles.h"
#include "queues.h"

#include "../base/devices.h"
#include "../base/hooks.h"
#include "../base/process.h"

#include <string.h>
#include <time.h>

static struct handles events = { .size = sizeof(struct CUevent_st) };

static int is_event(cudaEvent_t event) { return cuda_cpu_is_handle(&events, event) && event->is_live; }

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
    if (!cuda_cpu_is_stream(stream) || !is_event(event))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (cuda_cpu_is_deferred(stream) && !cuda_cpu_is_capturing(stream) && !event->captured.capture && event->records)
        cuda_cpu_defer_event(stream, event, 1);
    return cuda_cpu_capture_join(stream, &event->captured);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    if (!function)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_is_stream(stream))
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
    if (!cuda_cpu_is_stream(stream))
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
    if (!is_event(event) || !cuda_cpu_is_stream(stream) || event->device != cuda_cpu_device_of(stream))
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
