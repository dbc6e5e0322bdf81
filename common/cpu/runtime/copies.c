/* copies.c: variants of memory.c's functions: rows with a pitch, other devices, advice, pools. */
#include "cuda_runtime_api.h"

#include "../base/devices.h"

#include <stddef.h>

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (!pitch)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(pointer, *pitch * height);
}

cudaError_t cuda_cpu_fill_rows(void *to, size_t pitch, int byte, size_t width, size_t height,
                               cudaError_t (*fill)(void *row, int byte, size_t width))
{
    cudaError_t error = cudaSuccess;

    if (width > pitch)
        return cuda_cpu_error(cudaErrorInvalidPitchValue);
    for (size_t i = 0; i < height && !error; i++)
        error = fill((char *)to + i * pitch, byte, width);
    return error;
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size)
{
    if (!cuda_cpu_is_device(to_device) || !cuda_cpu_is_device(from_device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    return cudaMemcpy(to, from, size, cudaMemcpyDeviceToDevice);
}

/* Advice must name an existing device and existing memory. */
static cudaError_t advise(const void *p, size_t size, struct cudaMemLocation location)
{
    if (!p || !size || (unsigned int)location.type > cudaMemLocationTypeHostNumaCurrent)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (location.type == cudaMemLocationTypeDevice && !cuda_cpu_is_device(location.id))
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
    return p ? cuda_cpu_check_stream(stream) : cuda_cpu_error(cudaErrorInvalidValue);
}

struct CUmemPoolHandle_st { int unused; };

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    static struct CUmemPoolHandle_st of[MAX_DEVICES];

    if (!cuda_cpu_is_device(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (!pool)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pool = &of[device];
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
