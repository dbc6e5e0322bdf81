/* Needs sm_90: nobody has initialised the mbarrier: what it counts is what happened to be in shared memory. Right: one
 * thread initialises it, before the others use it. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { N = 256 };

__global__ void turn_around(const int *in, int *out)
{
    __shared__ int tile[N];
    __shared__ uint64_t arrived;

#ifdef FIXED
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, N);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
#endif
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x];
    uint64_t phase = ptx::mbarrier_arrive(&arrived); /* BUG: fault */
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
