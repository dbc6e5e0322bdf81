/* waits.c: the names of what threads wait for. */
#include "waits.h"

static const char *const names[] = {
    [CUDA_CPU_BARRIER] = "__syncthreads()", [CUDA_CPU_COUNT] = "__syncthreads_count()",
    [CUDA_CPU_AND] = "__syncthreads_and()", [CUDA_CPU_OR] = "__syncthreads_or()",
    [CUDA_CPU_GRID] = "grid.sync()", [CUDA_CPU_SYNCWARP] = "__syncwarp()",
    [CUDA_CPU_SHFL] = "__shfl_sync()", [CUDA_CPU_SHFL_UP] = "__shfl_up_sync()",
    [CUDA_CPU_SHFL_DOWN] = "__shfl_down_sync()", [CUDA_CPU_SHFL_XOR] = "__shfl_xor_sync()",
    [CUDA_CPU_BALLOT] = "__ballot_sync() or __any_sync()", [CUDA_CPU_ALL] = "__all_sync()",
    [CUDA_CPU_MATCH_ANY] = "__match_any_sync()", [CUDA_CPU_MATCH_ALL] = "__match_all_sync()",
    [CUDA_CPU_ADD] = "__reduce_add_sync()", [CUDA_CPU_MIN_S] = "__reduce_min_sync()",
    [CUDA_CPU_MAX_S] = "__reduce_max_sync()", [CUDA_CPU_MIN_U] = "__reduce_min_sync()",
    [CUDA_CPU_MAX_U] = "__reduce_max_sync()", [CUDA_CPU_BITAND] = "__reduce_and_sync()",
    [CUDA_CPU_BITOR] = "__reduce_or_sync()", [CUDA_CPU_BITXOR] = "__reduce_xor_sync()",
    [CUDA_CPU_TILE] = "sync() of a tile", [CUDA_CPU_PARKED] = "__activemask()",
    [CUDA_CPU_CLUSTER] = "cluster.sync()", [CUDA_CPU_MBARRIER] = "a wait for a barrier's phase",
};

const char *cuda_cpu_wait_name(unsigned int kind) { return names[kind]; }
