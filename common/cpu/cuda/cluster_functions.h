/* cluster_functions.h: clusters of blocks, and kernels that begin before the one before them has ended: what a kernel
 * can call on the CPU device. cooperative_groups.h has the same as a group, cluster_group. */
#ifndef CUDA_CPU_CLUSTER_FUNCTIONS_H
#define CUDA_CPU_CLUSTER_FUNCTIONS_H

#include "device_functions.h"

CUDA_CPU_FN cuda_cpu_cluster cuda_cpu_my_cluster()
{
    cuda_cpu_cluster c;

    cuda_cpu_this_cluster(&c);
    return c;
}

/* The cluster's shape and size in blocks, this block's place in it, the cluster's place in the grid. */
CUDA_CPU_FN dim3 __clusterDim()
{
    const cuda_cpu_cluster c = cuda_cpu_my_cluster();

    return {c.shape[0], c.shape[1], c.shape[2]};
}

CUDA_CPU_FN unsigned __clusterSizeInBlocks() { return cuda_cpu_my_cluster().blocks; }
CUDA_CPU_FN unsigned __clusterRelativeBlockRank() { return cuda_cpu_my_cluster().rank; }
CUDA_CPU_FN unsigned __clusterDimIsSpecified() { return (unsigned)cuda_cpu_my_cluster().is_asked; }

CUDA_CPU_FN dim3 __clusterRelativeBlockIdx()
{
    const dim3 n = __clusterDim();

    return {blockIdx.x % n.x, blockIdx.y % n.y, blockIdx.z % n.z};
}

CUDA_CPU_FN dim3 __clusterIdx()
{
    const dim3 n = __clusterDim();

    return {blockIdx.x / n.x, blockIdx.y / n.y, blockIdx.z / n.z};
}

CUDA_CPU_FN dim3 __clusterGridDimInClusters()
{
    const dim3 n = __clusterDim();

    return {gridDim.x / n.x, gridDim.y / n.y, gridDim.z / n.z};
}

/* The cluster's barrier. In a cluster of one block it is the block's. */
CUDA_CPU_FN void __cluster_barrier_arrive(CUDA_CPU_PLACE)
{
    if (__clusterSizeInBlocks() > 1)
        cuda_cpu_cluster_arrive(file, line);
}

CUDA_CPU_FN void __cluster_barrier_wait(CUDA_CPU_PLACE)
{
    if (__clusterSizeInBlocks() > 1)
        cuda_cpu_cluster_wait(file, line);
    else
        cuda_cpu_syncthreads(file, line);
}

CUDA_CPU_FN void __cluster_barrier_sync(CUDA_CPU_PLACE)
{
    if (__clusterSizeInBlocks() > 1)
        cuda_cpu_cluster_sync(file, line);
    else
        cuda_cpu_syncthreads(file, line);
}

/* The address of the same variable in another block; the rank of the block that an address is in. */
CUDA_CPU_FN void *__cluster_map_shared_rank(const void *address, unsigned rank, CUDA_CPU_PLACE)
{
    return cuda_cpu_map_shared(address, rank, file, line);
}

CUDA_CPU_FN unsigned __cluster_query_shared_rank(const void *address, CUDA_CPU_PLACE)
{
    return cuda_cpu_shared_rank(address, file, line);
}

/* In a launch that may begin early: waits until the launch before it in its stream has ended. Elsewhere, and here, it
 * has already; but an inspected program reports who uses its results and does not wait. The other lets the next launch
 * begin, which here it does not. */
CUDA_CPU_FN void cudaGridDependencySynchronize() { CUDA_CPU_AWAIT_GRID(); }
CUDA_CPU_FN void cudaTriggerProgrammaticLaunchCompletion() {}

#endif
