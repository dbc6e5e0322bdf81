/* functions.c: queries about kernels, and their settings. */
#include "cuda_runtime_api.h"

#include "../engine/engine.h"

#include <string.h>

/* What the program sets for a kernel, and the shape of its clusters. */
struct settings { const void *kernel; size_t shared; int non_portable; unsigned int cluster[3]; };
static struct settings settings[256];
static int count;
static size_t highest_limit = 48 << 10;

static struct settings *find(const void *kernel)
{
    for (int i = 0; i < count; i++)
        if (settings[i].kernel == kernel)
            return &settings[i];
    return NULL;
}

/* The same; NULL only if there is no room. */
static struct settings *find_or_add(const void *kernel)
{
    struct settings *s = find(kernel);

    if (s || count == (int)(sizeof settings / sizeof *settings))
        return s;
    s = &settings[count++];
    s->kernel = kernel;
    s->shared = 48 << 10;
    return s;
}

size_t cuda_cpu_shared_limit(const void *kernel)
{
    if (!kernel)
        return highest_limit;
    return find(kernel) ? find(kernel)->shared : 48 << 10;
}

cudaError_t cuda_cpu_func_set(const void *kernel, enum cudaFuncAttribute attribute_, int value)
{
    struct settings *s;
    int most = 0;

    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (!kernel)
        return cuda_cpu_error(cudaErrorInvalidDeviceFunction);
    if (attribute_ == cudaFuncAttributePreferredSharedMemoryCarveout
        || attribute_ == cudaFuncAttributeClusterSchedulingPolicyPreference)
        return cudaSuccess;
    if ((attribute_ != cudaFuncAttributeMaxDynamicSharedMemorySize
         && attribute_ != cudaFuncAttributeNonPortableClusterSizeAllowed) || value < 0 || value > most)
        return cuda_cpu_error(cudaErrorInvalidValue);
    s = find_or_add(kernel);
    if (!s)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    if (attribute_ == cudaFuncAttributeNonPortableClusterSizeAllowed) {
        s->non_portable = value != 0;
        return cudaSuccess;
    }
    s->shared = (size_t)value;
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
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = (int)cuda_cpu_shared_limit(kernel);
    if (find(kernel)) {
        attributes->nonPortableClusterSizeAllowed = find(kernel)->non_portable;
        attributes->requiredClusterWidth = (int)find(kernel)->cluster[0];
        attributes->requiredClusterHeight = (int)find(kernel)->cluster[1];
        attributes->requiredClusterDepth = (int)find(kernel)->cluster[2];
    }
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

int cuda_cpu_set_cluster(const void *kernel, unsigned int x, unsigned int y, unsigned int z)
{
    struct settings *s = find_or_add(kernel);

    if (s) {
        s->cluster[0] = x;
        s->cluster[1] = y;
        s->cluster[2] = z;
    }
    return s != NULL;
}

const unsigned int *cuda_cpu_cluster_of(const void *kernel)
{
    const struct settings *s = find(kernel);

    return s && s->cluster[0] ? s->cluster : NULL;
}

unsigned int cuda_cpu_most_in_cluster(const void *kernel)
{
    return find(kernel) && find(kernel)->non_portable ? 16 : 8;
}

cudaError_t cuda_cpu_active(int *clusters, const void *kernel, int threads, size_t shared, const unsigned int *shape)
{
    unsigned int blocks = shape[0] * shape[1] * shape[2];

    if (!clusters || threads < 1)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *clusters = 0;
    if (!cuda_cpu_has_clusters())
        return cuda_cpu_error(cudaErrorNotSupported);
    if (!blocks || blocks > cuda_cpu_most_in_cluster(kernel))
        return cuda_cpu_error(cudaErrorInvalidClusterSize);
    if (shared <= cuda_cpu_shared_limit(kernel))
        *clusters = cuda_cpu_active_clusters((unsigned int)threads, shared, blocks);
    return cudaSuccess;
}

cudaError_t cuda_cpu_largest_cluster(int *blocks, const void *kernel, int threads, size_t shared)
{
    if (!blocks || threads < 1)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *blocks = 0;
    if (!cuda_cpu_has_clusters())
        return cuda_cpu_error(cudaErrorNotSupported);
    for (unsigned int n = cuda_cpu_most_in_cluster(kernel); n && !*blocks; n /= 2)
        if (shared <= cuda_cpu_shared_limit(kernel) && cuda_cpu_active_clusters((unsigned int)threads, shared, n))
            *blocks = (int)n;
    return cudaSuccess;
}
