/* Needs sm_90: one thread initialises the mbarrier, and others may use it before. Right: a barrier of the block in
 * between. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { N = 256 };

__global__ void turn_around(const int *in, int *out)
{
    __shared__ int tile[N];
    __shared__ uint64_t arrived;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, N); /* BUG: race */
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
#ifdef FIXED
    __syncthreads();
#endif
    tile[threadIdx.x] = in[threadIdx.x];
    uint64_t phase = ptx::mbarrier_arrive(&arrived); /* BUG: race */
    while (!ptx::mbarrier_try_wait(&arrived, phase)) {
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
