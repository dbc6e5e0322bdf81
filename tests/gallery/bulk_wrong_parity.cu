/* Needs sm_90: an mbarrier counts its phases only by their parity: 0, 1, 0, 1, ... Whoever waits with parity 0 each time
 * passes the second phase at once, because the one before it is complete. Right: the parity changes with each tile. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { WIDTH = 64, TILES = 4 };

__global__ void sum_tiles(const int *in, int *out)
{
    __shared__ alignas(16) int tile[WIDTH];
    __shared__ uint64_t arrived;
    int sum = 0;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    for (unsigned k = 0; k < TILES; k++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof tile);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + k * WIDTH, sizeof tile, &arrived); /* BUG: race */
        }
#ifdef FIXED
        unsigned parity = k % 2;
#else
        unsigned parity = 0;
#endif
        while (!ptx::mbarrier_try_wait_parity(&arrived, parity)) {
        }
        sum += tile[threadIdx.x]; /* BUG: race */
    }
    out[threadIdx.x] = sum;
#ifndef FIXED
    while (!ptx::mbarrier_try_wait_parity(&arrived, 1)) {
    }
#endif
}

int main(void)
{
    int *in = device_values(TILES * WIDTH), *out = device_ints(WIDTH);

    sum_tiles<<<1, WIDTH>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, WIDTH, [](size_t i) {
        int sum = 0;
        for (size_t k = 0; k < TILES; k++)
            sum += value(k * WIDTH + i);
        return sum;
    });
}
