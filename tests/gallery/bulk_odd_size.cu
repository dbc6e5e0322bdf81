/* Needs sm_90: 30 ints are 120 bytes, and a bulk copy moves multiples of 16. Right: round down, and let threads copy the
 * rest. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { N = 30 };

__global__ void turn_around(const int *in, int *out)
{
    __shared__ alignas(16) int tile[N];
    __shared__ uint64_t arrived;
#ifdef FIXED
    unsigned n = N / 4 * 4;
#else
    unsigned n = N;
#endif

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, n * sizeof(int));
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, n * sizeof(int), &arrived); /* BUG: fault */
    }
    if (threadIdx.x >= n)
        tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {
    }
    out[threadIdx.x] = tile[N - 1 - threadIdx.x];
}

int main(void)
{
    int *in = device_values(N), *out = device_ints(N);

    turn_around<<<1, N>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(N - 1 - i); });
}
