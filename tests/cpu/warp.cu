/* warp.cu: shuffles, votes, matches, warp reductions, __syncwarp and __activemask. */
#include "check.h"

template <typename T> __device__ void shuffles(int *failures)
{
    const unsigned mask = 0xffffffffu;
    int lane = threadIdx.x % 32;
    T v = (T)(lane * 3 + 1);

    VERIFY(__shfl_sync(mask, v, 5) == (T)16, failures);
    VERIFY(__shfl_sync(mask, v, lane ^ 31) == (T)((lane ^ 31) * 3 + 1), failures);
    VERIFY(__shfl_sync(mask, v, 33) == (T)4, failures);         /* modulo the width */
    VERIFY(__shfl_sync(mask, v, 9, 8) == (T)((lane / 8 * 8 + 1) * 3 + 1), failures);
    for (int d = 0; d < 32; d++) {
        for (int width = 1; width <= 32; width *= 2) {
            int start = lane / width * width, end = start + width - 1;
            T down = __shfl_down_sync(mask, v, d, width), up = __shfl_up_sync(mask, v, d, width);

            VERIFY(down == (T)((lane + d > end ? lane : lane + d) * 3 + 1), failures);
            VERIFY(up == (T)((lane - d < start ? lane : lane - d) * 3 + 1), failures);
            T other = __shfl_xor_sync(mask, v, d, width);
            int source = (lane ^ d) > end ? lane : lane ^ d;
            VERIFY(other == (T)(source * 3 + 1), failures);
        }
    }
}

__global__ void all_shuffles(int *failures)
{
    shuffles<int>(failures);
    shuffles<unsigned>(failures);
    shuffles<long>(failures);
    shuffles<unsigned long>(failures);
    shuffles<long long>(failures);
    shuffles<unsigned long long>(failures);
    shuffles<float>(failures);
    shuffles<double>(failures);
    VERIFY(__shfl_sync(0xffffffffu, -5000000000ll - threadIdx.x % 32, 2) == -5000000002ll,
           failures);
    VERIFY(__shfl_sync(0xffffffffu, 0.1 + threadIdx.x % 32, 3) == 0.1 + 3, failures);
}

__global__ void votes(int *failures)
{
    unsigned lane = threadIdx.x % 32, mask = 0xffffffffu;
    int same;

    VERIFY(__ballot_sync(mask, lane % 3 == 0) == 0x49249249u, failures);
    VERIFY(__ballot_sync(mask, 0) == 0, failures);
    VERIFY(__any_sync(mask, lane == 31), failures);
    VERIFY(!__any_sync(mask, 0), failures);
    VERIFY(__all_sync(mask, 256), failures);
    VERIFY(!__all_sync(mask, lane != 4), failures);
    VERIFY(__match_any_sync(mask, lane / 8) == 0xffu << lane / 8 * 8, failures);
    VERIFY(__match_any_sync(mask, (double)(lane % 2)) == (lane % 2 ? 0xaaaaaaaau : 0x55555555u),
           failures);
    VERIFY(__match_all_sync(mask, 5ll, &same) == mask && same, failures);
    VERIFY(__match_all_sync(mask, lane == 9, &same) == 0 && !same, failures);
    /* Halves of a warp on their own. */
    mask = lane < 16 ? 0xffffu : 0xffff0000u;
    VERIFY(__ballot_sync(mask, lane % 2) == (0xaaaaaaaau & mask), failures);
    if (lane < 16)
        VERIFY(__all_sync(0xffffu, 1), failures);
    else
        VERIFY(!__any_sync(0xffff0000u, 0), failures);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void reductions(int *failures)
{
    int lane = threadIdx.x % 32, v = lane * 5 - 70;
    unsigned mask = 0xffffffffu, u = (unsigned)v;

    VERIFY(__reduce_add_sync(mask, v) == 31 * 16 * 5 - 70 * 32, failures);
    VERIFY(__reduce_add_sync(mask, u) == (unsigned)(31 * 16 * 5 - 70 * 32), failures);
    VERIFY(__reduce_min_sync(mask, v) == -70, failures);
    VERIFY(__reduce_max_sync(mask, v) == 85, failures);
    VERIFY(__reduce_min_sync(mask, u) == 0, failures);
    VERIFY(__reduce_max_sync(mask, u) == (unsigned)-5, failures);
    VERIFY(__reduce_and_sync(mask, 0xf0u | lane) == 0xf0u, failures);
    VERIFY(__reduce_or_sync(mask, 1u << lane) == mask, failures);
    VERIFY(__reduce_xor_sync(mask, (unsigned)lane * lane) == 896, failures);
    if (lane % 4 == 1)
        VERIFY(__reduce_add_sync(0x22222222u, 1) == 8, failures);
}
#else
__global__ void reductions(int *) {}
#endif

/* The last warp of the block is not full, and lanes leave: the live ones still meet. */
__global__ void incomplete(int *out)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned mask = warp == 0 ? 0xffffffffu : 0xffu;

    if (lane >= 4 + 2 * warp)
        return;
    mask &= (1u << (4 + 2 * warp)) - 1;
    int v = lane + 1;
    for (unsigned d = 1; d < 4 + 2 * warp; d *= 2) {
        int other = __shfl_down_sync(mask, v, d);
        if (lane + d < 4 + 2 * warp)
            v += other;
    }
    __syncwarp(mask);
    if (lane == 0)
        out[warp] = v;
}

/* Lanes that have ended need not come, whether they end before the others wait or after. */
__global__ void leavers(int *failures)
{
    unsigned lane = threadIdx.x % 32;

    if (threadIdx.x < 32 ? lane >= 16 : lane < 16)
        return;
    unsigned here = threadIdx.x < 32 ? 0x0000ffffu : 0xffff0000u;
    VERIFY(__ballot_sync(0xffffffffu, 1) == here, failures);
    __syncwarp();
    VERIFY(__all_sync(0xffffffffu, lane < 40), failures);
    if (lane % 16 == 3)
        return;
    VERIFY(__ballot_sync(0xffffffffu, 1) == (here & ~0x00080008u), failures);
}

/* A tree in shared memory within each warp: read, sync, write, sync. */
__global__ void tree(int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x, lane = t % 32, v = s[t] = t;

    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
        if (lane + step < 32)
            v += s[t + step];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
    if (lane == 0)
        out[t / 32] = v;
}

/* Two halves of each warp go their own ways, meeting others of their half only. */
__global__ void branches(int *out)
{
    int lane = threadIdx.x % 32, v = lane;

    if (lane < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_xor_sync(0x0000ffffu, v, d);
    } else {
        for (int d = 1; d < 16; d *= 2) {
            v += __shfl_xor_sync(0xffff0000u, v, d, 16);
            __syncwarp(0xffff0000u);
        }
    }
    __syncwarp();
    out[threadIdx.x] = v;
}

/* What the hardware's scheduler decides here, the CPU device decides for the most lanes. */
__device__ unsigned together() { return __activemask(); }

__global__ void converged(int *failures)
{
    unsigned lane = threadIdx.x % 32;

    VERIFY(__activemask() >> lane & 1, failures);
    if (lane % 4 == 0) {
        unsigned m = __activemask();
        VERIFY((m & 0x11111111u) == m && m >> lane & 1, failures);
#ifdef CUDA_CPU_DEVICE
        VERIFY(m == 0x11111111u, failures);
#endif
    }
#ifdef CUDA_CPU_DEVICE
    VERIFY(__activemask() == 0xffffffffu, failures);
    unsigned m;
    if (lane < 20)
        m = together() + 1;
    else
        m = 3 * together();
    VERIFY(m == (lane < 20 ? 0x100000u : 3 * 0xfff00000u), failures);
    for (unsigned i = 0; i < lane; i++)
        VERIFY(__activemask() == 0xffffffffu << (i + 1), failures);
    if (lane == 0)
        return;
    VERIFY(__activemask() == 0xfffffffeu, failures);
#endif
}

int main(void)
{
    int *out, *failures;

    CHECK(cudaMallocManaged(&out, 256 * sizeof *out));
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;
    RUN(all_shuffles<<<2, 64>>>(failures));
    RUN(votes<<<2, 96>>>(failures));
    RUN(reductions<<<2, 96>>>(failures));
    RUN(converged<<<3, 64>>>(failures));
    RUN(leavers<<<3, 64>>>(failures));
    EXPECT(*failures == 0);

    RUN(incomplete<<<1, 40>>>(out));
    EXPECT(out[0] == 10 && out[1] == 21);
    RUN(tree<<<1, 256>>>(out));
    for (int i = 0; i < 8; i++)
        EXPECT(out[i] == 31 * 16 + 32 * 32 * i);
    RUN(branches<<<1, 64>>>(out));
    for (int i = 0; i < 64; i++)
        EXPECT(out[i] == (i % 32 < 16 ? 120 : 376));
    return 0;
}
