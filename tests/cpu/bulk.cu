/* bulk.cu: bulk copies, and the mbarriers that count them. */
#include "check.h"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
typedef cuda::barrier<cuda::thread_scope_block> block_barrier;

enum { TILE = 256, STAGES = 3, TILES = 8, BLOCKS = 5 };

__device__ void wait_for(uint64_t *barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
    }
}

/* A producer warp fills stages in turn, the others use them. */
__global__ void pipeline(const int *in, int *out)
{
    __shared__ alignas(128) int stage[STAGES][TILE];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    unsigned consumers = blockDim.x - 32;
    int sum = 0;

    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            ptx::mbarrier_init(&full[s], 1);
            ptx::mbarrier_init(&empty[s], consumers);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == consumers) {
        for (int k = 0; k < TILES; k++) {
            int s = k % STAGES;

            wait_for(&empty[s], (k / STAGES + 1) % 2);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], sizeof stage[s]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[s], in + (blockIdx.x * TILES + k) * TILE,
                               sizeof stage[s], &full[s]);
        }
    }
    if (threadIdx.x >= consumers)
        return;
    for (int k = 0; k < TILES; k++) {
        wait_for(&full[k % STAGES], k / STAGES % 2);
        for (unsigned i = threadIdx.x; i < TILE; i += consumers)
            sum += stage[k % STAGES][i];
        ptx::mbarrier_arrive(&empty[k % STAGES]);
    }
    atomicAdd(&out[blockIdx.x], sum);
}

/* The same with cuda::barrier, one stage, all threads arrive; and back to global memory. */
__global__ void there_and_back(const int *in, int *out)
{
    __shared__ alignas(128) int tile[TILE];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ block_barrier arrived;

    if (threadIdx.x == 0) {
        init(&arrived, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        block_barrier::arrival_token token;

        if (threadIdx.x == 0) {
            cuda::device::memcpy_async_tx(tile, in + (blockIdx.x * 3 + k) * TILE, cuda::aligned_size_t<16>(sizeof tile), arrived);
            token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof tile);
        } else {
            token = arrived.arrive();
        }
        arrived.wait(std::move(token));
        for (unsigned i = threadIdx.x; i < TILE; i += blockDim.x)
            tile[i] += k;
        ptx::fence_proxy_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + (blockIdx.x * 3 + k) * TILE, tile, sizeof tile);
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

/* Several groups under way; bytes that are expected first and arrive in pieces; the other waits. */
__global__ void pieces(const int *in, int *out)
{
    __shared__ alignas(128) int tile[4][TILE];
    __shared__ uint64_t arrived;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 2);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 0; k < 4; k++) {
            ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &arrived, sizeof tile[k]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[k], in + k * TILE, sizeof tile[k], &arrived);
        }
        uint64_t token = ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, 2);
        while (!ptx::mbarrier_test_wait(&arrived, token)) {
        }
        for (int k = 0; k < 4; k++) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + k * TILE, tile[3 - k], sizeof tile[k]);
            ptx::cp_async_bulk_commit_group();
        }
        ptx::cp_async_bulk_wait_group(ptx::n32_t<1>());
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    while (!ptx::mbarrier_test_wait_parity(&arrived, 0)) {
    }
}

/* Barriers that count only arrivals: with a drop, and a wait that gives up for a while. */
__global__ void arrivals(int *failures)
{
    __shared__ int value;
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ block_barrier all;

    if (threadIdx.x == 0)
        init(&all, blockDim.x);
    __syncthreads();
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x == blockDim.x - 1)
            value = round;
        all.arrive_and_wait();
        VERIFY(value == round, failures);
        all.arrive_and_wait();
    }
    if (threadIdx.x >= blockDim.x / 2) {
        all.arrive_and_drop();
        return;
    }
    block_barrier::arrival_token token = all.arrive();
    while (!ptx::mbarrier_try_wait(cuda::device::barrier_native_handle(all), token)) {
    }
    all.arrive_and_wait();
}

/* A thread that polls does something for the others in between. */
__global__ void polling(int *out)
{
    __shared__ uint64_t mine, theirs;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&mine, 1);
        ptx::mbarrier_init(&theirs, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int helped = 0;

        while (!ptx::mbarrier_try_wait_parity(&mine, 0))
            if (!helped++)
                ptx::mbarrier_arrive(&theirs);
        *out = 7;
    } else if (threadIdx.x == 32) {
        wait_for(&theirs, 0);
        ptx::mbarrier_arrive(&mine);
    }
}

/* Block 0 gives a tile to every block of its cluster; they tell it when they are done, at a barrier in its memory. */
__global__ void __cluster_dims__(4, 1, 1) cluster(const int *in, int *out, int *failures)
{
    __shared__ alignas(128) int tile[TILE], pushed[TILE];
    __shared__ uint64_t arrived, done;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), n = cluster.num_blocks();

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::mbarrier_init(&done, n);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived,
                                       sizeof tile + sizeof pushed);
    }
    cluster.sync();
    if (rank == 0 && threadIdx.x == 0) {
#ifdef CUDA_CPU_DEVICE                  /* to all at once; nvcc has it for sm_90a, not for sm_90 */
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof tile, &arrived, (uint16_t)((1u << n) - 1));
#else
        for (unsigned i = 0; i < n; i++)
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, cluster.map_shared_rank(tile, i), in, sizeof tile,
                               cluster.map_shared_rank(&arrived, i));
#endif
    }
    if (threadIdx.x == 0)               /* to the next block's memory, and counted there */
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, cluster.map_shared_rank(pushed, (rank + 1) % n),
                           in + (1 + rank) * TILE, sizeof pushed, cluster.map_shared_rank(&arrived, (rank + 1) % n));
    wait_for(&arrived, 0);
    for (unsigned i = threadIdx.x; i < TILE; i += blockDim.x) {
        VERIFY(tile[i] == in[i], failures);
        out[blockIdx.x * TILE + i] = tile[i] + pushed[i];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&done, 0));
    if (rank == 0)
        wait_for(&done, 0);
    cluster.sync();
}

int main()
{
    int *in, *out, *failures, n = BLOCKS * TILES * TILE;

    CHECK(cudaMallocManaged(&in, n * sizeof *in));
    CHECK(cudaMallocManaged(&out, n * sizeof *out));
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;
    for (int i = 0; i < n; i++) {
        in[i] = (int)((i + 1) * 2654435761u % 2001) - 1000;
        out[i] = 0;
    }
    RUN(pipeline<<<BLOCKS, 96>>>(in, out));
    for (int b = 0; b < BLOCKS; b++) {
        int sum = 0;

        for (int i = 0; i < TILES * TILE; i++)
            sum += in[b * TILES * TILE + i];
        EXPECT(out[b] == sum);
    }
    RUN(there_and_back<<<BLOCKS, 64>>>(in, out));
    for (int i = 0; i < BLOCKS * 3 * TILE; i++)
        EXPECT(out[i] == in[i] + i / TILE % 3);
    RUN(pieces<<<1, 32>>>(in, out));
    for (int i = 0; i < 4 * TILE; i++)
        EXPECT(out[i] == in[(3 - i / TILE) * TILE + i % TILE]);
    RUN(arrivals<<<3, 100>>>(failures));
    EXPECT(*failures == 0);
    RUN(polling<<<1, 64>>>(out));
    EXPECT(out[0] == 7);
    RUN(cluster<<<8, 64>>>(in, out, failures));
    EXPECT(*failures == 0);
    for (int i = 0; i < 8 * TILE; i++)
        EXPECT(out[i] == in[i % TILE] + in[(1 + (i / TILE + 3) % 4) * TILE + i % TILE]);
    return 0;
}
