/* functions.c: queries about kernels, and their settings. */
#include "cuda_runtime_api.h"

#include "../engine/engine.h"

#include <string.h>

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
    int i = 0, most = 0;

    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (!kernel)
        return cuda_cpu_error(cudaErrorInvalidDeviceFunction);
    if (attribute_ == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess;
    if (attribute_ != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0
        || value > most)
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
