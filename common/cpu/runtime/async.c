/* async.c: what is enqueued in a stream: memory, copies, fills. While a stream is captured it becomes a node of the graph, and
 * where streams have queues it waits there; else it is done at once. */
#include "cuda_runtime_api.h"

#include "../base/allocations.h"
#include "../base/devices.h"

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    cudaError_t error = cudaMalloc(pointer, size);

    /* A graph has its memory from now on, also when it does not run. */
    if (!error && cuda_cpu_is_capturing(stream))
        error = cuda_cpu_capture(stream, cudaGraphNodeTypeMemAlloc, NULL);
    return error;
}

static void free_now(void *pointer) { cudaFree(pointer); }

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    if (cuda_cpu_is_capturing(stream))
        return cuda_cpu_capture(stream, cudaGraphNodeTypeMemFree, NULL);
    if (cuda_cpu_is_deferred(stream) && cuda_cpu_is_allocation(pointer))
        return cuda_cpu_capture_call(stream, free_now, pointer);
    return cudaFree(pointer);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    if (cuda_cpu_is_deferred(stream))
        return cuda_cpu_capture_rows(stream, to, size, from, size, size, 1, kind);
    return cudaMemcpy(to, from, size, kind);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    if (cuda_cpu_is_deferred(stream))
        return cuda_cpu_capture_rows(stream, to, to_pitch, from, from_pitch, width, height, kind);
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream)
{
    if (cuda_cpu_is_deferred(stream) && cuda_cpu_is_device(to_device) && cuda_cpu_is_device(from_device))
        return cuda_cpu_capture_rows(stream, to, size, from, size, size, 1, cudaMemcpyDeviceToDevice);
    return cudaMemcpyPeer(to, to_device, from, from_device, size);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream)
{
    if (cuda_cpu_is_deferred(stream))
        return copy ? cuda_cpu_capture_copy(stream, copy) : cuda_cpu_error(cudaErrorInvalidValue);
    return cudaMemcpy3D(copy);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    size_t row = 0;
    char *place = cuda_cpu_place_in(to, x, y, width, height, &row);

    if (place && cuda_cpu_is_deferred(stream))
        return cuda_cpu_capture_rows(stream, place, row, from, pitch, width, height, kind);
    return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    size_t row = 0;
    char *place = cuda_cpu_place_in(from, x, y, width, height, &row);

    if (place && cuda_cpu_is_deferred(stream))
        return cuda_cpu_capture_rows(stream, to, pitch, place, row, width, height, kind);
    return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
}

/* What the host fills is in order with the default stream, but the host does not wait for it. */
cudaError_t cudaMemset(void *to, int byte, size_t size)
{
    cudaError_t error;

    if (!cuda_cpu_is_deferred(0))
        return cuda_cpu_fill(to, byte, size);
    error = cuda_cpu_check_fill(to, size);
    return error || !size ? error : cudaMemsetAsync(to, byte, size, 0);
}

cudaError_t cudaMemsetAsync(void *to, int byte, size_t size, cudaStream_t stream)
{
    struct cudaMemsetParams fill = { to, size, (unsigned int)byte & 0xff, 1, size, 1 };

    return cuda_cpu_is_deferred(stream) ? cuda_cpu_capture_fill(stream, &fill) : cudaMemset(to, byte, size);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height)
{
    return cuda_cpu_fill_rows(to, pitch, byte, width, height, cudaMemset);
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream)
{
    struct cudaMemsetParams fill = { to, pitch, (unsigned int)byte & 0xff, 1, width, height };

    return cuda_cpu_is_deferred(stream) ? cuda_cpu_capture_fill(stream, &fill)
                                         : cudaMemset2D(to, pitch, byte, width, height);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int byte, struct cudaExtent extent)
{
    cudaError_t error = cudaSuccess;

    for (size_t z = 0; z < extent.depth && !error; z++)
        error = cudaMemset2D((char *)to.ptr + z * to.pitch * to.ysize, to.pitch, byte, extent.width, extent.height);
    return error;
}
