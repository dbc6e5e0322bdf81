/* Exercise 29b: from one tile to four (find the bug)
 *
 * The author began with a ring of one stage, and everything was right. Then STAGES became 4, and all loops and
 * indices were adapted. Small arrays are still right. But the inspector reports a mistake as soon as a block has
 * more tiles than its ring.
 *
 * Required: right sums and no mistake, each tile copied once, with four stages. One expression is wrong. See
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
    const uint32_t bytes = TILE * sizeof(int);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, in + tile * TILE, bytes, full);
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
    unsigned k = 0; /* how many tiles have been added up */
    for (size_t tile = blockIdx.x; tile < tiles; tile += step, k++) {
/* ---- your code begins: whatever is wrong is in here ---- */
        unsigned s = k % STAGES;
        unsigned parity = k % 2;
        while (!ptx::mbarrier_try_wait_parity(&full[s], parity)) {
        }
/* ---- your code ends ---- */
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
    struct exercise e = exercise_begin(argc, argv, "exercise29b", LESSON_INT,
                                       "-n 1,1024,2048,20481,33333 -b 64,32,256", "9.0");
    exercise_sums(&e, "bulk_pipeline", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 16384 + 5, 64);
    exercise_exactly(&e, "bulk copies", 16, 3, "one for each tile");
    exercise_exactly(&e, "bulk copy bytes", 65536, 3);
    exercise_at_most(&e, "global load lanes", 5, 3, "those after the last tile");
    return exercise_end(&e);
}
