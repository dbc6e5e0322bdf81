/* lesson_rows.h: rows that stay on the chip: the threads that share a row, its loads and stores. For lessons whose
 * results depend on whole rows.
 *
 *     struct lesson_team<level> team(lanes)      which row is this thread's, and which of its elements
 *     lesson_cut_row<Pack, is_ragged>(...)       where its packs begin, if rows do not begin at multiples of 16 bytes
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

/* A row cut into packs: up to 15 bytes before the first multiple of 16 bytes, packs, and up to 15 bytes behind them. */
struct lesson_cut {
    size_t first; /* the array's element where the packs begin */
    size_t packs;
    size_t edge;  /* the array's element before or behind them that this thread has, or, if it has none, ... */
    bool has_edge;
};

/* Cuts the row of n elements T whose first is element `begin` of its array. Number `thread` of the row's team has at most one
 * of the elements at the edges; so there must be twice as many threads as a pack has elements, less two. If not is_ragged, all
 * rows begin and end at multiples of a pack. */
template <class Pack, class T, bool is_ragged> __device__ inline struct lesson_cut lesson_cut_row(size_t begin, size_t n, unsigned thread)
{
    enum { AT_ONCE = sizeof(Pack) / sizeof(T) };
    struct lesson_cut c = {begin, n / AT_ONCE, 0, false};
    if (is_ragged) {
        size_t head = (AT_ONCE - begin % AT_ONCE) % AT_ONCE;
        head = head < n ? head : n;
        c.first = begin + head;
        c.packs = (n - head) / AT_ONCE;
        size_t edge = thread < head ? thread : thread + c.packs * AT_ONCE;
        c.edge = begin + edge;
        c.has_edge = edge < n;
    }
    return c;
}

/* How a pack is loaded. TO_KEEP: it asks L2 to keep what it brings longer than other bytes (PTX: evict_last), so what leaves
 * L2 meanwhile is what others wrote. On an H200 a row that is read once and written once takes up to 5 % less time so, with
 * the same bytes from and to memory; docs/lessons/38_row_norms.md has the figures. From compute capability 8.0 on; else an
 * ordinary load, as FOR_ALL, for what other rows need, too. UNALIGNED: an element at a time. */
enum lesson_load_how { LESSON_TO_KEEP, LESSON_FOR_ALL, LESSON_UNALIGNED };

template <class Pack, int how, class T> __device__ inline Pack lesson_load_pack(const T *from)
{
    static_assert(sizeof(Pack) == 16, "a pack has 16 bytes");
    Pack pack;
    if constexpr (how == LESSON_UNALIGNED) {
        T x[sizeof(Pack) / sizeof(T)];
#pragma unroll
        for (unsigned e = 0; e < sizeof(Pack) / sizeof(T); e++)
            x[e] = from[e];
        memcpy((void *)&pack, x, sizeof pack);
        return pack;
    }
#if __CUDA_ARCH__ >= 800
    if constexpr (how == LESSON_TO_KEEP) {
        unsigned long long policy;
        uint4 x;
        asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
        asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                     : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w) : "l"(from), "l"(policy));
        memcpy((void *)&pack, &x, sizeof x);
        return pack;
    }
#endif
    return *(const Pack *)from;
}

/* Loads packs i, i + stride, ... of the `end` packs that begin at `from`: float4, uint4 ...; Word is what they are made of in
 * registers. All loads are on their way before the first is needed. Packs from `end` on consist of `otherwise`. is_whole: the
 * caller knows, of the whole team, that all of these packs exist. */
template <class Pack, unsigned packs, int how, class Word, class T>
__device__ inline void lesson_load_packs(Word (&x)[packs * sizeof(Pack) / sizeof(Word)], const T *from, size_t i, size_t end,
                                         unsigned stride, Word otherwise, bool is_whole = false)
{
    enum { WORDS = sizeof(Pack) / sizeof(Word), AT_ONCE = sizeof(Pack) / sizeof(T) };
    unsigned left = lesson_left(i, end);
    Pack p[packs];
    from += i * AT_ONCE;
    if (is_whole) { /* no condition between the loads */
#pragma unroll
        for (unsigned k = 0; k < packs; k++)
            p[k] = lesson_load_pack<Pack, how>(from + k * stride * AT_ONCE);
    } else {
        Word nothing[WORDS];
#pragma unroll
        for (unsigned e = 0; e < WORDS; e++)
            nothing[e] = otherwise;
#pragma unroll
        for (unsigned k = 0; k < packs; k++) {
            memcpy((void *)&p[k], nothing, sizeof(Pack));
            if (k * stride < left)
                p[k] = lesson_load_pack<Pack, how>(from + k * stride * AT_ONCE);
        }
    }
#pragma unroll
    for (unsigned k = 0; k < packs; k++)
        memcpy((void *)&x[k * WORDS], &p[k], sizeof(Pack));
}

/* The same for stores. */
template <class Pack, unsigned packs, class Word, class T>
__device__ inline void lesson_store_packs(T *to, const Word (&x)[packs * sizeof(Pack) / sizeof(Word)], size_t i, size_t end,
                                          unsigned stride, bool is_whole = false)
{
    enum { WORDS = sizeof(Pack) / sizeof(Word) };
    unsigned left = lesson_left(i, end);
    Pack *there = (Pack *)to + i;
#pragma unroll
    for (unsigned k = 0; k < packs; k++)
        if (is_whole || k * stride < left) {
            Pack p;
            memcpy((void *)&p, &x[k * WORDS], sizeof(Pack));
            there[k * stride] = p;
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

/* Launches a kernel of rows of r->n elements T, which threads take in turns of `packs` Packs. One of three, for each level, with
 * the parameters in, out, n, rows, lanes, kept and whatever is more: `kept` of a row's turns, but not the last, have a place
 * in shared memory. A row gets threads for one turn, but at most a block of r->block; if they cannot hold it, a cluster of up
 * to eight blocks, where there are clusters. is_ragged: rows do not begin at multiples of a pack. */
template <class Pack, unsigned packs, bool is_ragged, class Kernel, class T, class... More>
static inline void lesson_rows_launch(struct reduction *r, Kernel of_lanes, Kernel of_block, Kernel of_cluster, const T *in, T *out,
                                      More... more)
{
    enum { CLUSTER = 8, FEWEST = 2 }; /* at least so many lanes, if they have something to load: 32 bytes, a sector */
    size_t at_once = sizeof(Pack) / sizeof(T), turn = packs * at_once, rows = r->batch, blocks = 1, places = 0;
    size_t wanted = lesson_power_from((r->n + turn - 1) / turn), useful = lesson_power_from((r->n + at_once - 1) / at_once);
    size_t fewest = is_ragged ? 2 * at_once : useful < FEWEST ? useful : (size_t)FEWEST;
    unsigned lanes = (unsigned)(wanted < fewest ? fewest : wanted < 32 ? wanted : 32);
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
        size_t most = ((size_t)lesson_device_has(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024) / (turn * sizeof(T));
        if (lesson_device_has(cudaDevAttrComputeCapabilityMajor) >= 9)
            while (blocks < CLUSTER && (most + 1) * turn * blocks < r->n)
                blocks *= 2;
        for (;; blocks /= 2) {
            places = (r->n - 1) / (turn * blocks); /* one turn less than there are */
            places = places < most ? places : most;
            kernel = blocks > 1 ? of_cluster : of_block;
            attribute[0].val.clusterDim.x = (unsigned)blocks;
            config.gridDim = (unsigned)(rows * blocks);
            config.dynamicSmemBytes = places * turn * sizeof(T);
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
