/* Needs sm_90: a pipeline of two stages. The next copy into a stage starts as soon as the last one has arrived, while
 * other threads still read it. Right: a second mbarrier for each stage, at which its readers arrive when they are done;
 * the copy waits for that. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { WIDTH = 64, STAGES = 2, TILES = 7 };

__device__ void wait_for(uint64_t *barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
    }
}

__global__ void sum_tiles(const int *in, int *out)
{
    __shared__ alignas(16) int stage[STAGES][WIDTH];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    int sum = 0;

    if (threadIdx.x == 0) {
        for (unsigned s = 0; s < STAGES; s++) {
            ptx::mbarrier_init(&full[s], 1);
            ptx::mbarrier_init(&empty[s], WIDTH);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == WIDTH) {         /* the producer */
        for (unsigned k = 0; k < TILES; k++) {
            unsigned s = k % STAGES;

#ifdef FIXED
            wait_for(&empty[s], (k / STAGES + 1) % 2);
#else
            if (k >= STAGES)
                wait_for(&full[s], (k / STAGES + 1) % 2);
#endif
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], sizeof stage[s]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[s], in + k * WIDTH, sizeof stage[s], &full[s]); /* BUG: race */
        }
    } else if (threadIdx.x < WIDTH) {   /* consumers */
        for (unsigned k = 0; k < TILES; k++) {
            unsigned s = k % STAGES;

            wait_for(&full[s], k / STAGES % 2);
            sum += stage[s][WIDTH - 1 - threadIdx.x]; /* BUG: race */
            ptx::mbarrier_arrive(&empty[s]);
        }
        out[threadIdx.x] = sum;
    }
}

int main(void)
{
    int *in = device_values(TILES * WIDTH), *out = device_ints(WIDTH);

    sum_tiles<<<1, WIDTH + 32>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, WIDTH, [](size_t i) {
        int sum = 0;
        for (size_t k = 0; k < TILES; k++)
            sum += value(k * WIDTH + WIDTH - 1 - i);
        return sum;
    });
}
