/* Exercise 29: order a tile (fill the gap)
 *
 * A block has a ring of four stages in shared memory, each with an mbarrier in `full`. One thread of the block
 * calls order() to have a tile copied. All threads wait until the phase is complete, and then add up the tile.
 * The barriers expect one arrival in each phase.
 *
 * Write order(). You can use:
 *
 *     ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, BARRIER, BYTES)
 *         one arrival; the phase is not complete before that many bytes have come, too
 *     ptx::mbarrier_arrive(BARRIER)
 *         one arrival
 *     ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, TO, FROM, BYTES, BARRIER)
 *         starts a copy, and goes on; the barrier counts its bytes when they have come
 *
 * Required: right sums, no mistake, each tile copied once, and no element of it loaded in another way. See
 * docs/lessons/29_bulk_copies.md.
 */
#include "exercise.h"
#include "lesson_share.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { TILE = 1024, STAGES = 4 }; /* elements of a tile; tiles of the ring */

#if __CUDA_ARCH__ >= 900
/* Starts to copy elements tile * TILE, ... of `in` to `stage`. */
__device__ void order(int *stage, uint64_t *full, const int *in, size_t tile)
{
/* ---- your code begins: about 3 lines ---- */
    ptx::mbarrier_arrive(full); /* and where is the tile? */
/* ---- your code ends ---- */
}
#endif

__global__ void bulk_pipeline(const int *in, int *partial, size_t n)
{
#if __CUDA_ARCH__ >= 900
    __shared__ alignas(16) int stage[STAGES][TILE];
    __shared__ uint64_t full[STAGES];
    size_t tiles = n / TILE, step = gridDim.x;
    int sum = 0;

    if (threadIdx.x == 0) {
        for (unsigned s = 0; s < STAGES; s++)
            ptx::mbarrier_init(&full[s], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        for (unsigned s = 0; s < STAGES && blockIdx.x + s * step < tiles; s++)
            order(stage[s], &full[s], in, blockIdx.x + s * step);
    }
    __syncthreads();
    unsigned k = 0;
    for (size_t tile = blockIdx.x; tile < tiles; tile += step, k++) {
        unsigned s = k % STAGES;
        while (!ptx::mbarrier_try_wait_parity(&full[s], k / STAGES % 2)) {
        }
        for (unsigned i = threadIdx.x; i < TILE; i += blockDim.x)
            sum += stage[s][i];
        __syncthreads();
        if (threadIdx.x == 0 && tile + STAGES * step < tiles)
            order(stage[s], &full[s], in, tile + STAGES * step);
    }
    if (blockIdx.x == 0)
        for (size_t i = tiles * TILE + threadIdx.x; i < n; i += blockDim.x)
            sum += in[i];
    sum = lesson_block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
#endif
}

/* Two blocks, so that each has many tiles. */
static void launch(struct reduction *r)
{
    r->grid = 2;
    bulk_pipeline<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise29", LESSON_INT,
                                       "-n 1,1024,2048,20481,33333 -b 64,32,256", "9.0");
    exercise_sums(&e, "bulk_pipeline", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 16384 + 5, 64);
    exercise_exactly(&e, "bulk copies", 16, 3, "one for each tile");
    exercise_exactly(&e, "bulk copy bytes", 65536, 3);
    exercise_at_most(&e, "global load lanes", 5, 3, "those after the last tile");
    return exercise_end(&e);
}
