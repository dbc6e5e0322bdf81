/* Lesson 29: bulk copies
 *
 * What is in flight needs a place to arrive in. So far that was registers: each thread starts a few loads, waits,
 * adds. From compute capability 9.0 on, one thread can order a whole tile, 8 KiB here, with one instruction. It
 * goes from global to shared memory while the threads do something else. A barrier in shared memory, an mbarrier,
 * counts what has arrived. Its phase is complete when one thread has arrived and said how many bytes to expect,
 * and when that many have come. A ring of tiles, the stages: while the block adds up one, the others fill.
 *
 *     stage 0   | copy tile 0 | add 0 | copy tile 3 ...         | add 3 |
 *     stage 1   | copy tile 1 |       | add 1 | copy tile 4 ...
 *     stage 2   | copy tile 2 |               | add 2 | copy tile 5 ...
 */
#include "lesson.h"
#include "lesson_share.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { TILE = 2048 }; /* elements */

#if __CUDA_ARCH__ >= 900 /* older GPUs have no bulk copies: for them the kernel below is empty */
/* Orders a tile. The barrier must know how many bytes to expect, or its phase will not wait for them. */
__device__ void order(int4 *stage, uint64_t *full, const int *in, size_t tile)
{
    const uint32_t bytes = TILE * sizeof *in;
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, in + tile * TILE, bytes, full);
}

/* Returns when the phase of this parity, 0 or 1, is complete. */
__device__ void wait_for(uint64_t *full, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(full, parity)) {
    }
}
#endif

/* This block's tiles are blockIdx.x, blockIdx.x + gridDim.x, ... */
template <unsigned stages>
__global__ void __launch_bounds__(1024, 1) bulk_pipeline(const int *in, int *partial, size_t n)
{
#if __CUDA_ARCH__ >= 900
    __shared__ alignas(16) int4 stage[stages][TILE / 4];
    __shared__ uint64_t full[stages];
    size_t tiles = n / TILE, step = gridDim.x;
    int sum = 0;

    if (threadIdx.x == 0) {
        for (unsigned s = 0; s < stages; s++)
            ptx::mbarrier_init(&full[s], 1); /* one thread arrives: in order() */
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); /* for the copies to see */
        for (unsigned s = 0; s < stages && blockIdx.x + s * step < tiles; s++)
            order(stage[s], &full[s], in, blockIdx.x + s * step);
    }
    __syncthreads();

    unsigned k = 0; /* how many tiles have been added up */
    for (size_t tile = blockIdx.x; tile < tiles; tile += step, k++) {
        unsigned s = k % stages;
        wait_for(&full[s], k / stages % 2);
        for (unsigned i = threadIdx.x; i < TILE / 4; i += blockDim.x) {
            int4 x = stage[s][i];
            sum += (x.x + x.y) + (x.z + x.w);
        }
        __syncthreads(); /* nobody needs this stage any more */
        if (threadIdx.x == 0 && tile + stages * step < tiles)
            order(stage[s], &full[s], in, tile + stages * step);
    }

    if (blockIdx.x == 0) /* the rest is no whole tile: ordinary loads */
        for (size_t i = tiles * TILE + threadIdx.x; i < n; i += blockDim.x)
            sum += in[i];
    sum = lesson_block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
#endif
}

/* Lesson 23's, to compare with: each thread has four loads of 16 bytes in flight, in registers. */
__global__ void __launch_bounds__(1024, 1) vec4_x4(const int *in, int *partial, size_t n)
{
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

template <void (*kernel)(const int *in, int *partial, size_t n)>
static void launch(struct reduction *r)
{
    lesson_share_grid(r, kernel);
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

template <unsigned stages> static void launch_bulk(struct reduction *r)
{
    if (!r->asked_grid)
        r->grid = blocks_for(r->n, TILE); /* whatever the block is */
    launch<bulk_pipeline<stages>>(r);
}

static const struct lesson_about about = {
    .title = "bulk copies",
    .part = "V",
    .step_from = "lesson23",
    .needs = "9.0",
    .offers = LESSON_INT | LESSON_GRID | LESSON_ALIGNED,
    .defaults = "-n 2^29",
    .kernel = "bulk_pipeline_2",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "vec4_x4", launch<vec4_x4>, LESSON_SHARE);
    lesson_run(&l, "bulk_pipeline_1", launch_bulk<1>, 1);
    lesson_run(&l, "bulk_pipeline_2", launch_bulk<2>, 1);
    lesson_run(&l, "bulk_pipeline_4", launch_bulk<4>, 1);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
