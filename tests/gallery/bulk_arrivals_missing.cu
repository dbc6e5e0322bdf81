/* Needs sm_90: the barrier is made for all threads of the block, but only one arrives: the others just wait, forever.
 * Right: a barrier for one arrival. */
#include "gallery.h"
#include <cuda/barrier>

typedef cuda::barrier<cuda::thread_scope_block> block_barrier;
enum { N = 256 };

__global__ void turn_around(const int *in, int *out)
{
    __shared__ alignas(16) int tile[N];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ block_barrier arrived;

    if (threadIdx.x == 0) {
#ifdef FIXED
        init(&arrived, 1);
#else
        init(&arrived, blockDim.x);
#endif
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), arrived);
        (void)cuda::device::barrier_arrive_tx(arrived, 1, sizeof tile);
    }
    arrived.wait_parity(false); /* BUG: deadlock */
    out[threadIdx.x] = tile[N - 1 - threadIdx.x];
}

int main(void)
{
    int *in = device_values(N), *out = device_ints(N);

    turn_around<<<1, N>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(N - 1 - i); });
}
