/* Branches at which the lanes of a warp part: each counts once, at the line of the program where it
 * stands. The comments say how often it does so in the three warps; a line without one has none. Not
 * counted is what the CPU device's own headers do. Compared by tests/40_inspect.t. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void plain(int *a)
{
    unsigned t = threadIdx.x;
    if (t % 32 == 0) /* parts 3 */
        a[t] = 1;
    if (t / 32 == 1)
        a[t] = 2;
}

/* The condition asks the group. */
__global__ void ranks(int *a)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    if (block.thread_rank() == 40) /* parts 1 */
        a[0] = 1;
    if (warp.thread_rank() == 0) /* parts 3 */
        a[1 + warp.meta_group_rank()] = 1;
    a[10 + threadIdx.x] = warp.thread_rank() < warp.meta_group_size() ? a[900] : 0; /* parts 3 */
    if (warp.thread_rank() < warp.size())
        a[200 + threadIdx.x] = 1;
    for (unsigned i = 0; i < warp.thread_rank() % 4; i++) /* parts 9 */
        a[300 + threadIdx.x] += i;
}

/* Tiles of a warp run together: one shuffle, one branch. */
__global__ void tiles(int *a)
{
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int sum = tile.shfl_xor((int)threadIdx.x, 1);
    if (tile.thread_rank() == 0) /* parts 3 */
        a[tile.meta_group_rank()] = sum;
    sum = cg::reduce(tile, sum, cg::plus<int>());
    tile.sync();
    if (tile.thread_rank() == 3) /* parts 3 */
        a[100 + tile.meta_group_rank()] = sum;
}
/* count tiles shuffles 9
 * count tiles warp_syncs 3 */

/* Behind a barrier or a shuffle, with nothing between. */
__global__ void behind(int *a)
{
    unsigned t = threadIdx.x;
    a[t] = 1;
    __syncthreads();
    if (t % 32 < 5) /* parts 3 */
        a[t] = 2;
    __syncwarp();
    if (t % 32 > 5) /* parts 3 */
        a[t] = 3;
    if (__shfl_down_sync(0xffffffffu, (int)t, 1) % 32 < 5) /* parts 3 */
        a[t] = 4;
    if (__any_sync(0xffffffffu, t == 40))
        a[t] = 5;
    if ((__ballot_sync(0xffffffffu, t % 3) >> t % 32 & 1) == 0) /* parts 3 */
        a[t] = 6;
    cg::this_thread_block().sync();
    if (t > 40) /* parts 1 */
        a[t] = 7;
}

/* The condition calls other functions of the headers, and of the program. */
__device__ bool is_low(unsigned i) { return i < 5; }

__device__ bool is_odd(unsigned i)
{
    if (i % 2) /* parts 6 */
        return true;
    return false;
}

__device__ bool meets(unsigned i)
{
    __syncwarp();
    return i > 20;
}

__global__ void called(int *a)
{
    unsigned t = threadIdx.x % 32, i = 0;
    if (__popc(t) > 2) /* parts 3 */
        a[threadIdx.x] = 1;
    if (max(t, 7u) == 9) /* parts 3 */
        a[threadIdx.x] = 2;
    if (atomicAdd(&a[200 + threadIdx.x / 32], 1) == 3) /* parts 3 */
        a[threadIdx.x] = 3;
    if (atomicMax(&a[210 + threadIdx.x], (int)t) > 30)
        a[threadIdx.x] = 4;
    if (is_low(t)) /* parts 3 */
        a[threadIdx.x] = 5;
    i = t;
    do {
        i++;
    } while (is_low(i)); /* parts 12 */
    while (__popc(i) > 4) /* parts 3 */
        i &= i - 1;
    if (is_odd(t)) /* parts 3 */
        a[threadIdx.x] = 6;
    if (threadIdx.x == 0 || is_odd(t)) /* parts 4 */
        a[threadIdx.x] = 7;
    if (meets(t)) /* parts 3 */
        a[threadIdx.x] = 8;
    a[threadIdx.x] = (int)i;
}

/* g++ would test such a condition once more. */
__global__ void shortcut(int *a)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned t = threadIdx.x % 32;
    if (threadIdx.x < 40 && warp.thread_rank() == 0) /* parts 3 */
        a[threadIdx.x] = 1;
    if (meets(t) || t == 7 || is_low(t)) /* parts 9 */
        a[threadIdx.x] = 2;
}

/* The same function from both sides of an if; the lanes meet in it. */
__device__ int meet(int value)
{
    return __shfl_xor_sync(0xffffffffu, value, 1);
}

__global__ void both_sides(int *a)
{
    int value = (int)threadIdx.x, x;
    if (threadIdx.x % 2) /* parts 3 */
        x = meet(value);
    else
        x = meet(value + 1);
    if (value % 2) /* parts 3 */
        x += __shfl_xor_sync(0xffffffffu, x, 1);
    else
        x -= __shfl_xor_sync(0xffffffffu, x, 1);
    a[threadIdx.x] = x;
}

/* What the headers decide by themselves is theirs. What they call is the program's. */
struct larger {
    __device__ int operator()(int a, int b) const
    {
        return a > b ? a : b; /* parts 15 */
    }
};

__global__ void theirs(int *a)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int value = (int)(threadIdx.x * 7 % 32);
    a[threadIdx.x] = cg::reduce(warp, value, cg::less<int>()) + cg::exclusive_scan(warp, value);
    a[threadIdx.x] += cg::reduce(warp, value, larger());
    cg::invoke_one(warp, [=] { a[100] = 1; });
    if (warp.thread_rank() % 2) { /* parts 3 */
        cg::coalesced_group some = cg::coalesced_threads();
        a[threadIdx.x] += some.shfl_down(value, 3) + cg::reduce(some, value, cg::plus<int>());
        if (some.thread_rank() == 0) /* parts 3 */
            a[101 + threadIdx.x / 32] = 1;
    }
}

/* The first thread of all that comes to a __shared__ variable does more than the others. */
template <class T> __device__ T sum_of(T x)
{
    __shared__ T sums[3];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = x; /* parts 3 */
    __syncthreads();
    return sums[0] + sums[1] + sums[2];
}

__global__ void first_pass(int *a)
{
    __shared__ int one; if (threadIdx.x == 1) one = 1; /* parts 1 */
    __syncthreads();
    a[threadIdx.x] = sum_of(one);
    if (threadIdx.x >= 64) { /* another warp's first thread */
        __shared__ int last[32];
        last[threadIdx.x % 32] = a[threadIdx.x] + 1;
        a[threadIdx.x] = last[threadIdx.x % 32];
    }
}

int main(void)
{
    int *a;

    cudaMalloc((void **)&a, 4096);
#define RUN(kernel) cudaMemset(a, 0, 4096); kernel<<<1, 96>>>(a);
    RUN(plain) RUN(ranks) RUN(tiles) RUN(behind) RUN(called) RUN(shortcut) RUN(both_sides) RUN(theirs)
    RUN(first_pass)
    return cudaDeviceSynchronize() != cudaSuccess;
}
