/* lesson_rows.h: rows that stay on the chip: the threads that share a row, its loads and stores. For lessons whose
 * results depend on whole rows.
 *
 *     struct lesson_team<level> team(lanes)      which row is this thread's, and which of its elements
 *     lesson_load_packs, lesson_store_packs      16 bytes at a time, all loads before the first use
 *     lesson_keep_packs, lesson_kept_packs       the same, of this thread's place in shared memory
 *     team.total(x, combine)                     one number or struct of each thread, combined over the row
 *     lesson_rows_launch(r, ...)                 as many threads for a row as its length feeds
 *     lesson_row_threads(n, most)                the same for a kernel with a block for each row, which keeps nothing
 *
 * A row belongs to some lanes of a warp, to a block, or to a cluster of blocks (lesson 28): to the smallest of these that
 * can hold it in its registers, and what is too much for them in shared memory. Numbers of threads are powers of two. */
#ifndef LESSON_ROWS_H
#define LESSON_ROWS_H

#include "harness/device.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

/* Threads that an SM can hold: launch bounds must not ask for more. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
enum { LESSON_SM_THREADS = 1024 };
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200)
enum { LESSON_SM_THREADS = 1536 };
#else
enum { LESSON_SM_THREADS = 2048 };
#endif

/* For launch bounds: `wanted` blocks of that many threads, or as many as an SM holds. */
constexpr unsigned lesson_blocks_in_sm(unsigned threads, unsigned wanted)
{
    return wanted * threads > LESSON_SM_THREADS ? LESSON_SM_THREADS / threads : wanted;
}

enum lesson_team_level { LESSON_LANES, LESSON_BLOCK, LESSON_CLUSTER };

template <int level> struct lesson_team {
    size_t row;
    unsigned thread, threads; /* this thread's number in the row's team, and how many there are */

    /* `lanes` share a row, if the level is LESSON_LANES */
    __device__ lesson_team(unsigned lanes)
    {
        unsigned block = blockIdx.x, tid = threadIdx.x;
        row = level == LESSON_LANES ? (size_t)block * (blockDim.x / lanes) + tid / lanes : block;
        thread = level == LESSON_LANES ? tid % lanes : tid;
        threads = level == LESSON_LANES ? lanes : blockDim.x;
#if __CUDA_ARCH__ >= 900
        if (level == LESSON_CLUSTER) {
            unsigned blocks = cooperative_groups::this_cluster().num_blocks();
            thread += block % blocks * threads;
            threads *= blocks;
            row /= blocks;
        }
#endif
    }

    /* Combines x over the row's team; all get the result. The operator must be associative and commutative. All threads of
     * the block must call it, and a kernel may do so once for each type and operator. */
    template <class T, class Operator> __device__ T total(T x, Operator combine)
    {
        __shared__ T of_warp[32];
        if (level == LESSON_LANES)
            return lesson_lanes_total(x, threads, combine);
        unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
        x = lesson_lanes_total(x, 32, combine);
        if (lane == 0)
            of_warp[threadIdx.x / 32] = x;
        __syncthreads();
        x = lesson_lanes_total(of_warp[lane % warps], warps, combine); /* every warp does, so all have it */
#if __CUDA_ARCH__ >= 900
        if (level == LESSON_CLUSTER) {
            __shared__ T of_block;
            cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
            if (threadIdx.x == 0)
                of_block = x;
            cluster.sync();
            x = *cluster.map_shared_rank(&of_block, lane % cluster.num_blocks());
            x = lesson_lanes_total(x, cluster.num_blocks(), combine);
        }
#endif
        return x;
    }

    /* To be called once at the end if total() was: no block may end while others read its shared memory. */
    __device__ void leave()
    {
#if __CUDA_ARCH__ >= 900
        if (level == LESSON_CLUSTER)
            cooperative_groups::this_cluster().sync();
#endif
    }
};

/* How many packs there are from i on, before `end`; 2^31 - 1, if there are more, which leaves room to add to. */
__host__ __device__ inline unsigned lesson_left(size_t i, size_t end)
{
    return i >= end ? 0 : end - i > 0x7fffffffu ? 0x7fffffffu : (unsigned)(end - i);
}

/* How many of the packs i, i + stride, ... there are before `end`, but `most` at most. Both are less than 2^31. */
__host__ __device__ inline unsigned lesson_count_packs(size_t i, size_t end, unsigned stride, unsigned most)
{
    unsigned count = (lesson_left(i, end) + stride - 1) / stride;
    return count < most ? count : most;
}

/* A load that asks L2 to keep what it brings longer than other bytes (PTX: evict_last), so what leaves L2 meanwhile is what
 * others wrote. On an H200 a row that is read once and written once takes up to 5 % less time so, with the same bytes from
 * and to memory; docs/lessons/38_row_norms.md has the figures. Of 16 bytes, and from compute capability 8.0 on; else an
 * ordinary load. */
template <class Pack> __device__ inline Pack lesson_load_to_keep(const Pack *from)
{
#if __CUDA_ARCH__ >= 800
    if constexpr (sizeof(Pack) == 16) {
        unsigned long long policy;
        uint4 x;
        Pack pack;
        asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
        asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                     : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w) : "l"(from), "l"(policy));
        memcpy((void *)&pack, &x, sizeof x);
        return pack;
    } else
#endif
        return *from;
}

/* Loads packs i, i + stride, ... of a row of `end` packs: float4, uint4 ..., made of Ts. All loads are on their way before
 * the first is needed. Elements of packs from `end` on are `otherwise`. is_shared: other rows need them, too. */
template <class Pack, unsigned packs, bool is_shared = false, class T>
__device__ inline void lesson_load_packs(T (&x)[packs * sizeof(Pack) / sizeof(T)], const T *row, size_t i, size_t end,
                                         unsigned stride, T otherwise)
{
    enum { AT_ONCE = sizeof(Pack) / sizeof(T) };
    const Pack *from = (const Pack *)row + i;
    unsigned left = lesson_left(i, end);
    Pack p[packs], none;
    T nothing[AT_ONCE];
#pragma unroll
    for (unsigned e = 0; e < AT_ONCE; e++)
        nothing[e] = otherwise;
    memcpy((void *)&none, nothing, sizeof none);
#pragma unroll
    for (unsigned k = 0; k < packs; k++) {
        p[k] = none;
        if (k * stride < left)
            p[k] = is_shared ? from[k * stride] : lesson_load_to_keep(from + k * stride);
    }
#pragma unroll
    for (unsigned k = 0; k < packs; k++)
        memcpy((void *)&x[k * AT_ONCE], &p[k], sizeof(Pack));
}

/* The same for stores. */
template <class Pack, unsigned packs, class T>
__device__ inline void lesson_store_packs(T *row, const T (&x)[packs * sizeof(Pack) / sizeof(T)], size_t i, size_t end,
                                          unsigned stride)
{
    enum { AT_ONCE = sizeof(Pack) / sizeof(T) };
    Pack *to = (Pack *)row + i;
    unsigned left = lesson_left(i, end);
#pragma unroll
    for (unsigned k = 0; k < packs; k++)
        if (k * stride < left) {
            Pack p;
            memcpy((void *)&p, &x[k * AT_ONCE], sizeof(Pack));
            to[k * stride] = p;
        }
}

/* Puts x into shared memory, for this thread only: place number `turn`. */
template <class Pack, unsigned packs, class T>
__device__ inline void lesson_keep_packs(unsigned turn, const T (&x)[packs * sizeof(Pack) / sizeof(T)])
{
    extern __shared__ uint4 lesson_kept[];
    Pack *to = (Pack *)lesson_kept + turn * packs * blockDim.x + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < packs; k++)
        memcpy((void *)&to[k * blockDim.x], &x[k * sizeof(Pack) / sizeof(T)], sizeof(Pack));
}

/* And gets it back. */
template <class Pack, unsigned packs, class T>
__device__ inline void lesson_kept_packs(T (&x)[packs * sizeof(Pack) / sizeof(T)], unsigned turn)
{
    extern __shared__ uint4 lesson_kept[];
    const Pack *from = (const Pack *)lesson_kept + turn * packs * blockDim.x + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < packs; k++)
        memcpy((void *)&x[k * sizeof(Pack) / sizeof(T)], &from[k * blockDim.x], sizeof(Pack));
}

/* The power of two from x on. */
static inline size_t lesson_power_from(size_t x)
{
    size_t power = 1;
    while (power < x)
        power *= 2;
    return power;
}

/* As many threads as give each of them four elements of a row, but at least a warp, and at most `most`. */
static inline unsigned lesson_row_threads(size_t n, unsigned most)
{
    size_t threads = lesson_power_from((n + 3) / 4);
    return (unsigned)(threads < 32 ? 32 : threads < most ? threads : most);
}

/* An attribute of the current device. */
static inline int lesson_device_has(enum cudaDeviceAttr attribute)
{
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    return lesson_attribute(attribute, device);
}

/* Launches a kernel of rows of r->n elements, which threads take in turns of `packs` packs; a pack and an element have so
 * many bytes. One of three, for each level, with the parameters in, out, n, rows, lanes, kept and whatever is more: `kept` of a row's turns, but not
 * the last, have a place in shared memory. A row gets threads for one turn, but at most a block of r->block; if they cannot
 * hold it, a cluster of up to eight blocks, where there are clusters. */
template <class Kernel, class T, class... More>
static inline void lesson_rows_launch(struct reduction *r, unsigned packs, size_t pack, size_t element, Kernel of_lanes,
                                      Kernel of_block, Kernel of_cluster, const T *in, T *out, More... more)
{
    enum { CLUSTER = 8, SECTOR = 8 }; /* at least so many lanes, if they have something to load: their loads make whole
                                         sectors */
    size_t at_once = pack / element, turn = packs * at_once, wanted = lesson_power_from((r->n + turn - 1) / turn), rows = r->batch, blocks = 1;
    size_t useful = lesson_power_from((r->n + at_once - 1) / at_once), places = 0;
    unsigned lanes = (unsigned)(useful < SECTOR ? useful : wanted < SECTOR ? (size_t)SECTOR : wanted < 32 ? wanted : 32);
    Kernel kernel = wanted <= 32 ? of_lanes : of_block;
    cudaLaunchAttribute attribute[1] = {};
    cudaLaunchConfig_t config = {};

    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    config.stream = r->stream;
    config.attrs = attribute;
    config.gridDim = blocks_for(rows, r->block / lanes);
    config.blockDim = r->block;
    if (wanted > 32) {
        int fit = 0; /* clusters at a time */
        r->block = wanted < r->block ? (unsigned)wanted : r->block;
        config.blockDim = r->block;
        turn *= r->block; /* of the block */
        size_t most = ((size_t)lesson_device_has(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024) / (turn * element);
        if (lesson_device_has(cudaDevAttrComputeCapabilityMajor) >= 9)
            while (blocks < CLUSTER && (most + 1) * turn * blocks < r->n)
                blocks *= 2;
        for (;; blocks /= 2) {
            places = (r->n - 1) / (turn * blocks); /* one turn less than there are */
            places = places < most ? places : most;
            kernel = blocks > 1 ? of_cluster : of_block;
            attribute[0].val.clusterDim.x = (unsigned)blocks;
            config.gridDim = (unsigned)(rows * blocks);
            config.dynamicSmemBytes = places * turn * element;
            config.numAttrs = blocks > 1;
            CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            (int)config.dynamicSmemBytes));
            if (blocks > 1)
                CUDA_CHECK(cudaOccupancyMaxActiveClusters(&fit, kernel, &config));
            if (blocks == 1 || fit > 0)
                break;
        }
    }
    r->grid = config.gridDim.x;
    r->chain = r->n / (blocks * r->block) + packs * at_once + 20; /* and the steps of the totals */
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, in, out, r->n, rows, lanes, (unsigned)places, more...));
}

#endif
