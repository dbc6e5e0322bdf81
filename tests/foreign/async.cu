/* libcu++ in kernels: atomics that hand a value over, a barrier in two halves, a pipeline of two stages, and copies
 * to shared memory that a thread or a group starts. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include <cstdio>
#include <utility>

namespace cg = cooperative_groups;
enum { SIZE = 64, TILES = 6 };

__device__ int payload;

__global__ void hand_over(int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);

    if (blockIdx.x == 0) {
        payload = 42;
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        *out = payload;
    }
}

__global__ void count(int *n)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> all(*n);
    int seen = all.load();

    all.fetch_add(1, cuda::memory_order_relaxed);
    all++;
    while (!all.compare_exchange_weak(seen, seen + 1))
        ;
}

__global__ void with_barrier(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[SIZE];
    auto block = cg::this_thread_block();
    int sum = 0;

    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    for (int i = 0; i < TILES; i++) {
        cuda::memcpy_async(block, tile, in + i * SIZE, sizeof tile, bar);
        bar.arrive_and_wait();
        sum += tile[SIZE - 1 - threadIdx.x];
        auto token = bar.arrive();
        bar.wait(std::move(token));
    }
    out[threadIdx.x] = sum;
}

__global__ void with_pipeline(const int *in, int *out)
{
    constexpr int stages = 2;
    __shared__ int tile[stages][SIZE];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0, fetched = 0;

    for (int i = 0; i < TILES; i++) {
        for (; fetched < TILES && fetched < i + stages; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % stages], in + fetched * SIZE,
                               cuda::aligned_size_t<16>(sizeof tile[0]), pipe);
            pipe.producer_commit();
        }
#ifndef NO_WAIT
        pipe.consumer_wait();
#endif
        sum += tile[i % stages][SIZE - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void with_group(const int *in, int *out)
{
    __shared__ int tile[SIZE];
    auto block = cg::this_thread_block();

    cg::memcpy_async(block, tile, in, sizeof tile);
#ifndef NO_WAIT
    cg::wait(block);
#endif
    out[threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
}

__global__ void by_thread(const int *in, int *out)
{
    __shared__ int tile[SIZE];

    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
}

static int wrong(const int *out, int tiles)
{
    int bad = 0;

    cudaDeviceSynchronize();
    for (int i = 0; i < SIZE; i++)
        bad += out[i] != tiles * (SIZE - 1 - i) + SIZE * tiles * (tiles - 1) / 2;
    return bad;
}

int main()
{
    int *in, *out, *one, bad = 0;

    cudaMallocManaged(&in, TILES * SIZE * sizeof *in);
    cudaMallocManaged(&out, SIZE * sizeof *out);
    cudaMallocManaged(&one, 2 * sizeof *one);
    for (int i = 0; i < TILES * SIZE; i++)
        in[i] = i;
    one[0] = one[1] = 0;
    hand_over<<<2, 1>>>(one, out);
    cudaDeviceSynchronize();
    bad += out[0] != 42;
    count<<<4, 32>>>(one + 1);
    cudaDeviceSynchronize();
    bad += one[1] != 3 * 128;
    with_barrier<<<1, SIZE>>>(in, out);
    bad += wrong(out, TILES);
    with_pipeline<<<1, SIZE>>>(in, out);
    bad += wrong(out, TILES);
    with_group<<<1, SIZE>>>(in, out);
    bad += wrong(out, 1);
    by_thread<<<1, SIZE>>>(in, out);
    bad += wrong(out, 1);
    printf("%s\n", bad ? "FAILED" : "passed");
    return bad != 0;
}
