/* groups.cu: cooperative groups of a block. Grid groups are in cooperative.cu. */
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void block(int *failures)
{
    cg::thread_block b = cg::this_thread_block();
    unsigned t = threadIdx.x + blockDim.x * threadIdx.y;

    VERIFY(b.thread_rank() == t && b.size() == 96 && b.num_threads() == 96, failures);
    VERIFY(b.group_index().x == blockIdx.x && b.thread_index().y == threadIdx.y, failures);
    VERIFY(b.dim_threads().x == 48 && b.group_dim().y == 2, failures);
    __shared__ int s;
    if (t == 95)
        s = blockIdx.x;
    b.sync();
    VERIFY(s == (int)blockIdx.x, failures);
    cg::sync(b);
    VERIFY(cg::thread_rank(b) == t && cg::group_size(b) == 96, failures);
    cg::thread_group g = b;
    g.sync();
    VERIFY(g.size() == 96 && g.thread_rank() == t, failures);
    cg::invoke_one(b, [&] { atomicAdd(&s, 1); });
    b.sync();
    VERIFY(s == (int)blockIdx.x + 1, failures);
}

template <int size> __device__ void tile(int *failures)
{
    cg::thread_block b = cg::this_thread_block();
    auto t = cg::tiled_partition<size>(b);
    unsigned all = size == 32 ? 0xffffffffu : (1u << size) - 1;
    int rank = threadIdx.x % size, first = threadIdx.x - rank, same, v = threadIdx.x;

    VERIFY(t.size() == size && t.num_threads() == size, failures);
    VERIFY((int)t.thread_rank() == rank, failures);
    VERIFY(t.meta_group_rank() == threadIdx.x / size, failures);
    VERIFY(t.meta_group_size() == blockDim.x / size, failures);
    VERIFY(t.shfl(v, size - 1) == first + size - 1, failures);
    VERIFY(t.shfl_down(v, 1) == (rank + 1 < size ? v + 1 : v), failures);
    VERIFY(t.shfl_up(v, 1) == (rank > 0 ? v - 1 : v), failures);
    VERIFY(t.shfl_xor(v, size / 2) == first + (rank ^ (size / 2)), failures);
    VERIFY(t.ballot(1) == all && t.ballot(rank == 0) == 1, failures);
    VERIFY(t.any(rank == 0) && !t.any(0) && t.all(1), failures);
    VERIFY(t.match_any(5) == all && t.match_all(5, same) == all && same, failures);
    t.sync();
    VERIFY(cg::reduce(t, v, cg::plus<int>()) == size * first + size * (size - 1) / 2, failures);
    VERIFY(cg::reduce(t, v, cg::less<int>()) == first, failures);
    VERIFY(cg::reduce(t, v, cg::greater<int>()) == first + size - 1, failures);
    VERIFY(cg::reduce(t, 1.5, cg::plus<double>()) == 1.5 * size, failures);
    VERIFY(cg::reduce(t, 1u << rank, cg::bit_or<unsigned>()) == all, failures);
    VERIFY(cg::reduce(t, 0xf0u, cg::bit_and<unsigned>()) == 0xf0u, failures);
    VERIFY(cg::reduce(t, v, [](int a, int c) { return a > c ? a : c; }) == first + size - 1,
           failures);
    VERIFY(cg::inclusive_scan(t, 2) == 2 * (rank + 1), failures);
    VERIFY(cg::exclusive_scan(t, 2) == 2 * rank, failures);
    VERIFY(cg::inclusive_scan(t, rank, cg::greater<int>()) == rank, failures);
}

__device__ int sum_of_tile(cg::thread_block_tile<32> t, int v)
{
    for (int d = t.size() / 2; d > 0; d /= 2)
        v += t.shfl_down(v, d);
    return t.shfl(v, 0);
}

struct triple { int a, b, c; };

__global__ void tiles(int *failures)
{
    tile<1>(failures);
    tile<2>(failures);
    tile<4>(failures);
    tile<8>(failures);
    tile<16>(failures);
    tile<32>(failures);

    cg::thread_block b = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(b);
    auto four = cg::tiled_partition<4>(warp);
    VERIFY(sum_of_tile(warp, 2) == 64, failures);
    VERIFY(four.meta_group_rank() == threadIdx.x % 32 / 4 && four.meta_group_size() == 8,
           failures);
    cg::thread_block_tile<4> plain = four;
    VERIFY(plain.meta_group_size() == 8 && plain.shfl(threadIdx.x, 0) == threadIdx.x / 4 * 4,
           failures);
    triple x = { (int)threadIdx.x, 7, -(int)threadIdx.x };
    triple y = warp.shfl(x, 3);
    VERIFY(y.a % 32 == 3 && y.b == 7 && y.c == -y.a, failures);

    cg::thread_group dynamic = cg::tiled_partition(b, 8);
    VERIFY(dynamic.size() == 8 && dynamic.thread_rank() == threadIdx.x % 8, failures);
    dynamic.sync();
    if (threadIdx.x % 32 < 16) {
        auto half = cg::tiled_partition<16>(b);
        VERIFY(cg::reduce(half, 1, cg::plus<int>()) == 16, failures);
    }
}

template <int size> __global__ void large_tiles(int *failures)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    cg::thread_block b = cg::this_thread_block();
#else
    __shared__ cg::block_tile_memory<512> memory;
    cg::thread_block b = cg::this_thread_block(memory);
#endif
    auto t = cg::tiled_partition<size>(b);
    int rank = threadIdx.x % size, first = threadIdx.x - rank, v = threadIdx.x;
    __shared__ int s[512];

    VERIFY(t.size() == size && (int)t.thread_rank() == rank, failures);
    VERIFY(t.meta_group_rank() == threadIdx.x / size, failures);
    VERIFY(t.meta_group_size() == blockDim.x / size, failures);
    for (int i = 0; i < 3; i++) {
        s[threadIdx.x] = v + i;
        t.sync();
        VERIFY(s[first + (rank + 33) % size] == first + (rank + 33) % size + i, failures);
        t.sync();
    }
    VERIFY(t.shfl(v, size - 3) == first + size - 3, failures);
    VERIFY(t.any(rank == 40) && !t.any(0) && t.all(1) && !t.all(rank != 40), failures);
    VERIFY(cg::reduce(t, v, cg::plus<int>()) == size * first + size * (size - 1) / 2, failures);
    VERIFY(cg::reduce(t, v, cg::greater<int>()) == first + size - 1, failures);
    if (t.meta_group_rank() == 0)       /* the other tiles need not come */
        VERIFY(cg::reduce(t, 1, cg::plus<int>()) == size, failures);
#ifdef CUDA_CPU_DEVICE                  /* nor, here, threads that end */
    if (rank >= size / 2)
        return;
    s[threadIdx.x] = 1;
    t.sync();
    VERIFY(s[first + (rank + 1) % (size / 2)] == 1, failures);
#endif
}

/* A counter that one thread of each group adds to, for all of them. */
__device__ int one_for_all(int *counter)
{
    cg::coalesced_group g = cg::coalesced_threads();
    int place = 0;

    if (g.thread_rank() == 0)
        place = atomicAdd(counter, g.size());
    return g.shfl(place, 0) + g.thread_rank();
}

__global__ void coalesced(int *counters, int *seen, int *failures)
{
    int lane = threadIdx.x % 32;

    if (lane % 3 == 0)
        atomicAdd(&seen[one_for_all(&counters[0])], 1);
    else
        atomicAdd(&seen[200 + one_for_all(&counters[1])], 1);

    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto part = cg::labeled_partition(warp, lane % 5);
    int same;
    VERIFY(part.size() == (lane % 5 < 2 ? 7u : 6u), failures);
    VERIFY((int)part.thread_rank() == lane / 5, failures);
    VERIFY(part.shfl(lane, 2) == lane % 5 + 10, failures);
    VERIFY(part.shfl_down(lane, 1) == (part.thread_rank() + 1 < part.size() ? lane + 5 : lane),
           failures);
    VERIFY(part.shfl_up(lane, 1) == (lane >= 5 ? lane - 5 : lane), failures);
    VERIFY(part.ballot(lane / 5 == 2) == 4 && part.any(lane / 5 == 0) && part.all(1), failures);
    VERIFY(part.match_any(lane / 10) >> part.thread_rank() & 1, failures);
    VERIFY(part.match_all(1, same) == (1u << part.size()) - 1 && same, failures);
    part.sync();
    VERIFY(cg::reduce(part, 1, cg::plus<int>()) == (int)part.size(), failures);
    VERIFY(cg::reduce(part, lane, cg::less<int>()) == lane % 5, failures);
    VERIFY(cg::exclusive_scan(part, 1) == lane / 5, failures);
    auto two = cg::binary_partition(warp, lane < 11);
    VERIFY(two.size() == (lane < 11 ? 11u : 21u), failures);
    auto small = cg::tiled_partition(two, 4);
    VERIFY(small.thread_rank() == (lane < 11 ? lane : lane - 11) % 4u, failures);
    if (lane < 10) {
        cg::coalesced_group g = cg::coalesced_threads();
        VERIFY(g.size() <= 10 && g.thread_rank() < g.size(), failures);
        VERIFY(cg::reduce(g, 2, cg::plus<int>()) == 2 * (int)g.size(), failures);
#ifdef CUDA_CPU_DEVICE
        VERIFY(g.size() == 10, failures);
#endif
    }
}

int main(void)
{
    int *failures, *counters, *seen;

    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    CHECK(cudaMallocManaged(&counters, 2 * sizeof *counters));
    CHECK(cudaMallocManaged(&seen, 400 * sizeof *seen));
    CHECK(cudaMemset(counters, 0, 2 * sizeof *counters));
    CHECK(cudaMemset(seen, 0, 400 * sizeof *seen));
    *failures = 0;
    RUN(block<<<3, dim3(48, 2)>>>(failures));
    RUN(tiles<<<2, 128>>>(failures));
    RUN(large_tiles<64><<<2, 512>>>(failures));
    RUN(large_tiles<128><<<2, 512>>>(failures));
    RUN(large_tiles<256><<<2, 512>>>(failures));
    RUN(large_tiles<512><<<2, 512>>>(failures));
    RUN(coalesced<<<2, 128>>>(counters, seen, failures));
    EXPECT(*failures == 0);
    EXPECT(counters[0] == 88 && counters[1] == 168);
    for (int i = 0; i < 200; i++)
        EXPECT(seen[i] == (i < 88) && seen[200 + i] == (i < 168));
    return 0;
}
