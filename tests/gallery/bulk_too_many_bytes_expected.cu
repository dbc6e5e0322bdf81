/* Needs sm_90: the last tile is shorter, but as many bytes are expected as for the others. They never come, and the block
 * waits forever. Right: expect what is copied. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { WIDTH = 64, N = 2 * WIDTH + 20 };

__global__ void copy(const int *in, int *out)
{
    __shared__ alignas(16) int tile[WIDTH];
    __shared__ uint64_t arrived;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    for (unsigned k = 0, from = 0; from < N; k++, from += WIDTH) {
        unsigned left = N - from, n = left < (unsigned)WIDTH ? left : (unsigned)WIDTH, bytes = n * sizeof(int);

        __syncthreads();
        if (threadIdx.x == 0) {
#ifdef FIXED
            unsigned expected = bytes;
#else
            unsigned expected = sizeof tile;
#endif
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, expected);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + from, bytes, &arrived);
        }
        while (!ptx::mbarrier_try_wait_parity(&arrived, k % 2)) { /* BUG: deadlock */
        }
        if (threadIdx.x < n)
            out[from + threadIdx.x] = tile[threadIdx.x];
    }
}

int main(void)
{
    int *in = device_values(N), *out = device_ints(N);

    copy<<<1, WIDTH>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(i); });
}
