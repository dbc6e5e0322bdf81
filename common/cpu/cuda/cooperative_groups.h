/* cooperative_groups.h: groups of threads that work together, on the CPU device.
 *
 * thread_block, thread_block_tile<1 ... 512>, coalesced_group, cluster_group, grid_group and their base
 * thread_group; partitions of them. Reductions over a group: cooperative_groups/reduce.h, prefix
 * sums: cooperative_groups/scan.h. Missing: split barriers, except a cluster's. */
#ifndef COOPERATIVE_GROUPS_H
#define COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

namespace details {

/* This thread's number in its block. */
CUDA_CPU_FN unsigned rank_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

CUDA_CPU_FN unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }

/* The aligned run of `size` lanes (up to 32) of its warp that this thread is in. */
CUDA_CPU_FN unsigned mask_of_tile(unsigned size)
{
    return (size == 32 ? 0xffffffffu : (1u << size) - 1) << (rank_in_block() % 32 & ~(size - 1));
}

CUDA_CPU_FN unsigned rank_in_mask(unsigned mask)
{
    return __popc(mask & ((1u << rank_in_block() % 32) - 1));
}

CUDA_CPU_FN unsigned lane_of_rank(unsigned mask, unsigned rank)
{
    return __fns(mask, 0, (int)rank + 1);
}

/* A shuffle of any plain type, 8 bytes at a time. */
template <class T>
CUDA_CPU_FN T shuffle(int kind, unsigned mask, T value, unsigned from, unsigned width,
                      const char *file, int line)
{
    uint64_t words[(sizeof(T) + 7) / 8] = {};

    memcpy(words, &value, sizeof value);
    for (uint64_t &word : words)
        word = cuda_cpu_shuffle(kind, mask, word, from, width, file, line);
    memcpy(&value, words, sizeof value);
    return value;
}

} // namespace details

/* Any group, for functions that do not care which kind: only sync, size and rank. */
class thread_group {
public:
    void sync(CUDA_CPU_PLACE) const
    {
        if (kind == block_kind)
            __syncthreads(file, line);
        else if (kind == grid_kind)
            cuda_cpu_barrier(CUDA_CPU_GRID, 0, file, line);
        else if (kind == cluster_kind)
            __cluster_barrier_sync(file, line);
        else
            __syncwarp(lanes, file, line);
    }

    unsigned long long num_threads() const
    {
        if (kind == lanes_kind)
            return __popc(lanes);
        if (kind == cluster_kind)
            return (unsigned long long)details::threads_of_block() * __clusterSizeInBlocks();
        return details::threads_of_block()
               * (kind == grid_kind ? (unsigned long long)gridDim.x * gridDim.y * gridDim.z : 1);
    }

    unsigned long long size() const { return num_threads(); }

    unsigned long long thread_rank() const
    {
        if (kind == lanes_kind)
            return details::rank_in_mask(lanes);
        if (kind == cluster_kind)
            return details::rank_in_block() + __clusterRelativeBlockRank() * details::threads_of_block();
        return details::rank_in_block()
               + (kind == grid_kind
                      ? (blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y
                                                                    * blockIdx.z))
                            * details::threads_of_block()
                      : 0);
    }

protected:
    enum group_kind { block_kind, grid_kind, lanes_kind, cluster_kind };
    explicit thread_group(group_kind kind_, unsigned lanes_ = 0) : kind(kind_), lanes(lanes_) {}
    group_kind kind;
    unsigned lanes;                 /* of the warp, if the group is part of one */
    friend thread_group tiled_partition(const thread_group &parent, unsigned size);
};

/* Shared memory that a GPU needs for tiles larger than a warp; here only a placeholder. */
template <unsigned max_threads = 1024> struct block_tile_memory { char unused[16]; };

class thread_block : public thread_group {
public:
    thread_block() : thread_group(block_kind) {}
    static unsigned thread_rank() { return details::rank_in_block(); }
    static unsigned num_threads() { return details::threads_of_block(); }
    static unsigned size() { return num_threads(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
    static void sync(CUDA_CPU_PLACE) { __syncthreads(file, line); }
};

CUDA_CPU_FN thread_block this_thread_block() { return thread_block(); }
template <unsigned n> CUDA_CPU_FN thread_block this_thread_block(block_tile_memory<n> &)
{
    return thread_block();
}

/* All threads of a cooperative launch. */
class grid_group : public thread_group {
public:
    grid_group() : thread_group(grid_kind) {}
    bool is_valid() const { return cuda_cpu_is_cooperative(); }
    void sync(CUDA_CPU_PLACE) const { cuda_cpu_barrier(CUDA_CPU_GRID, 0, file, line); }
    static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank()
    {
        return blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 group_dim() { return gridDim; }
    static dim3 block_index() { return blockIdx; }
    static dim3 dim_clusters() { return __clusterGridDimInClusters(); }
    static dim3 cluster_index() { return __clusterIdx(); }
    static unsigned long long num_clusters() { return num_blocks() / __clusterSizeInBlocks(); }
    static unsigned long long cluster_rank()
    {
        const dim3 of = dim_clusters(), i = cluster_index();
        return i.x + of.x * (i.y + (unsigned long long)of.y * i.z);
    }
};

/* The blocks that run together, and may use each other's shared memory. In an ordinary launch, each is alone. */
class cluster_group : public thread_group {
public:
    struct arrival_token {};

    cluster_group() : thread_group(cluster_kind) {}
    static void sync(CUDA_CPU_PLACE) { __cluster_barrier_sync(file, line); }
    static arrival_token barrier_arrive(CUDA_CPU_PLACE) { return __cluster_barrier_arrive(file, line), arrival_token(); }
    static void barrier_wait(CUDA_CPU_PLACE) { __cluster_barrier_wait(file, line); }
    static void barrier_wait(arrival_token &&, CUDA_CPU_PLACE) { __cluster_barrier_wait(file, line); }

    /* The address of the same variable in the block with that rank; the rank of the block that an address is in. */
    template <class T> static T *map_shared_rank(T *address, int rank, CUDA_CPU_PLACE)
    {
        return (T *)__cluster_map_shared_rank(address, (unsigned)rank, file, line);
    }
    static unsigned query_shared_rank(const void *address, CUDA_CPU_PLACE)
    {
        return __cluster_query_shared_rank(address, file, line);
    }

    static dim3 block_index() { return __clusterRelativeBlockIdx(); }
    static unsigned block_rank() { return __clusterRelativeBlockRank(); }
    static dim3 dim_blocks() { return __clusterDim(); }
    static unsigned num_blocks() { return __clusterSizeInBlocks(); }
    static unsigned thread_rank() { return details::rank_in_block() + block_rank() * details::threads_of_block(); }
    static unsigned num_threads() { return details::threads_of_block() * num_blocks(); }
    static unsigned size() { return num_threads(); }
    static dim3 thread_index()
    {
        const dim3 b = block_index();
        return {b.x * blockDim.x + threadIdx.x, b.y * blockDim.y + threadIdx.y, b.z * blockDim.z + threadIdx.z};
    }
    static dim3 dim_threads()
    {
        const dim3 n = dim_blocks();
        return {n.x * blockDim.x, n.y * blockDim.y, n.z * blockDim.z};
    }
};

CUDA_CPU_FN cluster_group this_cluster() { return cluster_group(); }

CUDA_CPU_FN grid_group this_grid() { return grid_group(); }

/* Some lanes of a warp, numbered in order: those that were together, or that share a label. */
class coalesced_group : public thread_group {
public:
    explicit coalesced_group(unsigned mask, unsigned meta_rank_ = 0, unsigned meta_size_ = 1)
        : thread_group(lanes_kind, mask), meta_rank(meta_rank_), meta_size(meta_size_) {}
    unsigned num_threads() const { return __popc(lanes); }
    unsigned size() const { return num_threads(); }
    unsigned thread_rank() const { return details::rank_in_mask(lanes); }
    unsigned meta_group_rank() const { return meta_rank; }
    unsigned meta_group_size() const { return meta_size; }
    void sync(CUDA_CPU_PLACE) const { __syncwarp(lanes, file, line); }

    template <class T> T shfl(T value, unsigned rank, CUDA_CPU_PLACE) const
    {
        return from_rank(value, rank % num_threads(), file, line);
    }

    /* Beyond the end of the group, these two return the thread's own value. */
    template <class T> T shfl_down(T value, unsigned delta, CUDA_CPU_PLACE) const
    {
        unsigned rank = thread_rank();
        return from_rank(value, delta < num_threads() - rank ? rank + delta : rank, file, line);
    }

    template <class T> T shfl_up(T value, unsigned delta, CUDA_CPU_PLACE) const
    {
        unsigned rank = thread_rank();
        return from_rank(value, delta <= rank ? rank - delta : rank, file, line);
    }

    int any(int predicate, CUDA_CPU_PLACE) const
    {
        return __any_sync(lanes, predicate, file, line);
    }

    int all(int predicate, CUDA_CPU_PLACE) const
    {
        return __all_sync(lanes, predicate, file, line);
    }

    /* Bit i of these is the thread with rank i. */
    unsigned ballot(int predicate, CUDA_CPU_PLACE) const
    {
        return packed(__ballot_sync(lanes, predicate, file, line));
    }

    template <class T> unsigned match_any(T value, CUDA_CPU_PLACE) const
    {
        return packed(__match_any_sync(lanes, value, file, line));
    }

    template <class T> unsigned match_all(T value, int &same, CUDA_CPU_PLACE) const
    {
        return packed(__match_all_sync(lanes, value, &same, file, line));
    }

    unsigned cuda_cpu_mask() const { return lanes; }

private:
    template <class T> T from_rank(T value, unsigned rank, const char *file, int line) const
    {
        return details::shuffle(CUDA_CPU_SHFL, lanes, value, details::lane_of_rank(lanes, rank),
                                32, file, line);
    }

    unsigned packed(unsigned mask) const
    {
        unsigned result = 0, rank = 0;

        for (unsigned m = lanes; m; m &= m - 1, rank++)
            result |= (mask & m & -m ? 1u : 0u) << rank;
        return result;
    }

    unsigned meta_rank, meta_size;
};

/* The threads of a warp that reach this call together. */
static inline __attribute__((always_inline)) coalesced_group coalesced_threads(CUDA_CPU_PLACE)
{
    return coalesced_group(__activemask(file, line));
}

namespace details {

/* A tile of up to a warp: `count` consecutive threads of the block, aligned. */
template <unsigned count, bool in_warp = (count <= 32)> class tile : public thread_group {
public:
    tile() : thread_group(lanes_kind, mask_of_tile(count)) {}
    static constexpr unsigned num_threads() { return count; }
    static constexpr unsigned size() { return count; }
    static unsigned thread_rank() { return rank_in_block() % count; }
    void sync(CUDA_CPU_PLACE) const { __syncwarp(lanes, file, line); }

    template <class T> T shfl(T value, int rank, CUDA_CPU_PLACE) const
    {
        return shuffle(CUDA_CPU_SHFL, lanes, value, rank, count, file, line);
    }

    template <class T> T shfl_down(T value, unsigned delta, CUDA_CPU_PLACE) const
    {
        return shuffle(CUDA_CPU_SHFL_DOWN, lanes, value, delta, count, file, line);
    }

    template <class T> T shfl_up(T value, unsigned delta, CUDA_CPU_PLACE) const
    {
        return shuffle(CUDA_CPU_SHFL_UP, lanes, value, delta, count, file, line);
    }

    template <class T> T shfl_xor(T value, unsigned bits, CUDA_CPU_PLACE) const
    {
        return shuffle(CUDA_CPU_SHFL_XOR, lanes, value, bits, count, file, line);
    }

    int any(int predicate, CUDA_CPU_PLACE) const
    {
        return __any_sync(lanes, predicate, file, line);
    }

    int all(int predicate, CUDA_CPU_PLACE) const
    {
        return __all_sync(lanes, predicate, file, line);
    }

    /* Bit i of these is the thread with rank i. */
    unsigned ballot(int predicate, CUDA_CPU_PLACE) const
    {
        return __ballot_sync(lanes, predicate, file, line) >> __builtin_ctz(lanes);
    }

    template <class T> unsigned match_any(T value, CUDA_CPU_PLACE) const
    {
        return __match_any_sync(lanes, value, file, line) >> __builtin_ctz(lanes);
    }

    template <class T> unsigned match_all(T value, int &same, CUDA_CPU_PLACE) const
    {
        return __match_all_sync(lanes, value, &same, file, line) >> __builtin_ctz(lanes);
    }

    unsigned cuda_cpu_mask() const { return lanes; }
};

/* A tile larger than a warp: 64, 128, 256 or 512 threads. */
template <unsigned count> class tile<count, false> {
public:
    static_assert(count <= 512 && (count & (count - 1)) == 0, "a tile has 1, 2, ... 512 threads");
    static constexpr unsigned num_threads() { return count; }
    static constexpr unsigned size() { return count; }
    static unsigned thread_rank() { return rank_in_block() % count; }
    void sync(CUDA_CPU_PLACE) const
    {
        cuda_cpu_tile_barrier(rank_in_block() - thread_rank(), count, file, line);
    }

    template <class T> T shfl(T value, unsigned rank, CUDA_CPU_PLACE) const
    {
        return combine(value, [=](T *all, unsigned) { return all[rank % count]; }, file, line);
    }

    int any(int predicate, CUDA_CPU_PLACE) const
    {
        return combine(predicate ? 1 : 0, [](int *all, unsigned n) {
            int result = 0;
            for (unsigned i = 0; i < n; i++)
                result |= all[i];
            return result;
        }, file, line);
    }

    int all(int predicate, CUDA_CPU_PLACE) const { return !any(!predicate, file, line); }

    /* Collects the tile's values; its first thread computes f of them for all. */
    template <class T, class F> T combine(T value, F f, const char *file, int line) const
    {
        static thread_local T place[1024];
        unsigned first = rank_in_block() - thread_rank(), n = threads_of_block() - first;

        place[rank_in_block()] = value;
        sync(file, line);
        if (thread_rank() == 0)
            place[first] = f(&place[first], n < count ? n : count);
        sync(file, line);
        value = place[first];
        sync(file, line);
        return value;
    }
};

} // namespace details

/* A tile knows its parent's type at compile time; with void, only its index and the number of tiles. */
template <unsigned count, class Parent = void>
class thread_block_tile : public details::tile<count> {
public:
    explicit thread_block_tile(unsigned meta_rank_ = 0, unsigned meta_size_ = 1)
        : meta_rank(meta_rank_), meta_size(meta_size_) {}
    template <class Other>
    thread_block_tile(const thread_block_tile<count, Other> &other)
        : meta_rank(other.meta_group_rank()), meta_size(other.meta_group_size()) {}
    unsigned meta_group_rank() const { return meta_rank; }
    unsigned meta_group_size() const { return meta_size; }

private:
    unsigned meta_rank, meta_size;
};

/* Divides a block or a larger tile into tiles of a size known at compile time. */
template <unsigned count, class Parent>
CUDA_CPU_FN thread_block_tile<count, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<count, Parent>((unsigned)parent.thread_rank() / count,
                                            (unsigned)(parent.num_threads() + count - 1) / count);
}

/* The same, with a size (up to 32) known at run time. */
inline thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    return thread_group(thread_group::lanes_kind,
                        parent.kind == thread_group::lanes_kind
                            ? parent.lanes & details::mask_of_tile(size)
                            : details::mask_of_tile(size));
}

inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    unsigned part = parent.thread_rank() / size, rank = 0, mask = 0;

    for (unsigned m = parent.cuda_cpu_mask(); m; m &= m - 1, rank++)
        if (rank / size == part)
            mask |= m & -m;
    return coalesced_group(mask, part, (parent.num_threads() + size - 1) / size);
}

/* The threads of part of a warp that share a label. */
template <class Group, class T>
CUDA_CPU_FN coalesced_group labeled_partition(const Group &group, T label, CUDA_CPU_PLACE)
{
    return coalesced_group(__match_any_sync(group.cuda_cpu_mask(), label, file, line));
}

template <class Group>
CUDA_CPU_FN coalesced_group binary_partition(const Group &group, bool label, CUDA_CPU_PLACE)
{
    unsigned yes = __ballot_sync(group.cuda_cpu_mask(), label, file, line);

    return coalesced_group(label ? yes : group.cuda_cpu_mask() & ~yes, label, 2);
}

CUDA_CPU_FN thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }

template <class Group> CUDA_CPU_FN void sync(const Group &group, CUDA_CPU_PLACE)
{
    group.sync(file, line);
}

template <class Group> CUDA_CPU_FN auto thread_rank(const Group &g) { return g.thread_rank(); }
template <class Group> CUDA_CPU_FN auto group_size(const Group &g) { return g.num_threads(); }

/* One thread of the group calls f; with _broadcast, all get its result. */
template <class Group, class F, class... A>
CUDA_CPU_FN void invoke_one(const Group &group, F f, A... arguments)
{
    if (group.thread_rank() == 0)
        f(arguments...);
}

template <class Group, class F, class... A>
CUDA_CPU_FN auto invoke_one_broadcast(const Group &group, F f, A... arguments)
{
    decltype(f(arguments...)) result = {};

    if (group.thread_rank() == 0)
        result = f(arguments...);
    return group.shfl(result, 0);
}

/* Operators for reduce and the scans: less and greater are the minimum and the maximum. */
template <class T> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };

} // namespace cooperative_groups

#endif
