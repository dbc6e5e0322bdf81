/* waits.h: what a thread can wait for. */
#ifndef CUDA_CPU_WAITS_H
#define CUDA_CPU_WAITS_H

/* Barriers of the block, and of the grid; with the sum, AND or OR over the block's predicates. */
enum { CUDA_CPU_BARRIER = 1, CUDA_CPU_COUNT, CUDA_CPU_AND, CUDA_CPU_OR, CUDA_CPU_GRID };

/* Operations of a warp. */
enum {
    CUDA_CPU_SYNCWARP = 8, CUDA_CPU_SHFL, CUDA_CPU_SHFL_UP, CUDA_CPU_SHFL_DOWN, CUDA_CPU_SHFL_XOR,
    CUDA_CPU_BALLOT, CUDA_CPU_ALL, CUDA_CPU_MATCH_ANY, CUDA_CPU_MATCH_ALL, CUDA_CPU_ADD,
    CUDA_CPU_MIN_S, CUDA_CPU_MAX_S, CUDA_CPU_MIN_U, CUDA_CPU_MAX_U, CUDA_CPU_BITAND,
    CUDA_CPU_BITOR, CUDA_CPU_BITXOR, CUDA_CPU_KINDS
};

/* Other waits: a tile of several warps, __activemask(), room for the inspector's records. */
enum { CUDA_CPU_TILE = CUDA_CPU_KINDS, CUDA_CPU_PARKED, CUDA_CPU_ROOM_FULL };

/* Waits that another block of the cluster can end: its barrier; an mbarrier's phase. */
enum { CUDA_CPU_CLUSTER = CUDA_CPU_ROOM_FULL + 1, CUDA_CPU_MBARRIER };

/* The lane whose value a lane gets from a shuffle, if it names `from`. Beyond the end of its segment of `width` lanes, it
 * keeps its own. */
static inline __attribute__((always_inline)) unsigned int cuda_cpu_shuffle_source(int kind, unsigned int lane,
                                                                                  unsigned int from, unsigned int width)
{
    unsigned int start = lane & (0u - width), end = start + width - 1;

    switch (kind) {
    case CUDA_CPU_SHFL: return start + (from & (width - 1));
    case CUDA_CPU_SHFL_UP: return from > lane - start ? lane : lane - from;
    case CUDA_CPU_SHFL_DOWN: return from > end - lane ? lane : lane + from;
    default: return (lane ^ from) > end ? lane : lane ^ from;
    }
}

/* Its name in the program: "__syncthreads()". */
#ifdef __cplusplus
extern "C"
#endif
const char *cuda_cpu_wait_name(unsigned int kind);

#endif
