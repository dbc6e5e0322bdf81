/* limits.c: which launches the device can run. */
#include "limits.h"

#include "../base/report.h"
#include "../base/settings.h"
#include "../base/worker.h"
#include "engine.h"

#include <string.h>

int cuda_cpu_blocks_per_sm(unsigned int threads, size_t shared)
{
    unsigned int warps = (threads + LANES - 1) / LANES, n;

    if (!threads || threads > THREADS || shared > SHARED_PER_SM - 1024)
        return 0;
    n = THREADS_PER_SM / LANES / warps;
    if (n > SHARED_PER_SM / (shared + 1024))    /* each block has 1 KiB of overhead */
        n = SHARED_PER_SM / (shared + 1024);
    return n > BLOCKS_PER_SM ? BLOCKS_PER_SM : n;
}

/* CUDA_CPU_COOPERATIVE=0 makes a device without cooperative launches, like some GPUs with some drivers, to
 * test how a program copes. */
int cuda_cpu_can_cooperate(void)
{
    const char *text = cuda_cpu_setting("CUDA_CPU_COOPERATIVE");

    if (text && strcmp(text, "0") && strcmp(text, "1"))
        cuda_cpu_usage("CUDA_CPU_COOPERATIVE=%s: must be 0 or 1; or leave it out", text);
    return !text || *text == '1';
}

/* CUDA_CPU_CAPABILITY=8.0 makes it a device without clusters, to test how a program copes. */
int cuda_cpu_has_clusters(void)
{
    const char *text = cuda_cpu_setting("CUDA_CPU_CAPABILITY");

    if (text && strcmp(text, "8.0") && strcmp(text, "9.0"))
        cuda_cpu_usage("CUDA_CPU_CAPABILITY=%s: must be 8.0 or 9.0; or leave it out", text);
    return !text || *text == '9';
}

int cuda_cpu_active_clusters(unsigned int threads, size_t shared, unsigned int blocks)
{
    return SMS * cuda_cpu_blocks_per_sm(threads, shared) / (int)blocks;
}

/* The same for the clusters that a launch asks for. */
static int refuse_clusters(const struct cuda_cpu_launch *l, uint64_t threads, uint64_t *most)
{
    uint64_t blocks = (uint64_t)l->cluster[0] * l->cluster[1] * l->cluster[2];

    if (!cuda_cpu_has_clusters())
        return 801;                     /* cudaErrorNotSupported */
    *most = l->most_in_cluster;
    if (!blocks || blocks > l->most_in_cluster)
        return 912;                     /* cudaErrorInvalidClusterSize */
    *most = 0;
    for (int i = 0; i < 3; i++)
        if (l->grid[i] % l->cluster[i])
            return 912;
    if (!cuda_cpu_active_clusters((unsigned int)threads, l->shared, (unsigned int)blocks))
        return 701;                     /* cudaErrorLaunchOutOfResources */
    return 0;
}

int cuda_cpu_refuse(const struct cuda_cpu_launch *l, size_t shared_limit, uint64_t *most)
{
    uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];

    for (int i = 0; i < 3; i++)
        if (!l->grid[i] || !l->block[i] || l->block[i] > (i < 2 ? 1024 : 64)
            || l->grid[i] > (i ? 65535 : 0x7fffffff))
            return 9;                   /* cudaErrorInvalidConfiguration */
    if (threads > THREADS)
        return 9;
    if (l->cooperative && !cuda_cpu_can_cooperate())
        return 801;                     /* cudaErrorNotSupported */
    *most = shared_limit;
    if (l->shared > shared_limit)
        return 1;                       /* cudaErrorInvalidValue */
    *most = (uint64_t)SMS * cuda_cpu_blocks_per_sm((unsigned int)threads, l->shared);
    if (l->cooperative && (uint64_t)l->grid[0] * l->grid[1] * l->grid[2] > *most)
        return 720;                     /* cudaErrorCooperativeLaunchTooLarge */
    return l->cluster[0] || l->cluster[1] || l->cluster[2] ? refuse_clusters(l, threads, most) : 0;
}
