/* Needs sm_90: the thread that starts the copy arrives, but does not say how many bytes will come. So the phase is
 * complete before they have. Right: an arrival that expects them. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { N = 256 };

__global__ void turn_around(const int *in, int *out)
{
    __shared__ alignas(16) int tile[N];
    __shared__ uint64_t arrived;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof tile, &arrived); /* BUG: race */
#ifdef FIXED
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof tile);
#else
        ptx::mbarrier_arrive(&arrived);
#endif
    }
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {
    }
    out[threadIdx.x] = tile[N - 1 - threadIdx.x]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(N), *out = device_ints(N);

    turn_around<<<1, N>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(N - 1 - i); });
}
