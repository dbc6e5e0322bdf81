/* Exercise 29c: round the ring (predict)
 *
 * One block of 64 threads adds up 22000 elements by bulk copies: tiles of 2048, a ring of three stages. It orders
 * as many tiles as there are stages. Then, after each tile that it has added up, it orders the next one for the
 * stage that is free. It loads the rest, which is not a whole tile, in the ordinary way.
 *
 * Before it runs: how many copies does it order, and for how many bytes in all? How many elements are loaded in
 * the ordinary way? In which stage is its last tile, and which parity does it wait for there? How many bytes are
 * on their way before the first tile has arrived? See docs/lessons/29_bulk_copies.md.
 */
#include "exercise.h"
#include "lesson_share.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

/* ---- your code begins: six numbers ---- */
/* 22000 / 2048 = 10, and 1520 are left. The tiles are numbered 0 to 9: tile 9 is in stage 9 % 3, in round 9 / 3 =
 * 3, whose parity is 1. Three tiles are on their way at first: 3 * 8192 bytes. */
static const int copies = 10;
static const int bytes_in_all = 81920;
static const int ordinary_loads = 1520;
static const int last_stage = 0;
static const int last_parity = 1;
static const int bytes_at_first = 24576;
/* ---- your code ends ---- */

enum { TILE = 2048, STAGES = 3 };

/* What the kernel notes about itself. */
struct notes { int last_stage, last_parity, bytes_at_first; };
__device__ struct notes notes;

#if __CUDA_ARCH__ >= 900
__device__ void order(int *stage, uint64_t *full, const int *in, size_t tile)
{
    const uint32_t bytes = TILE * sizeof(int);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, in + tile * TILE, bytes, full);
}
#endif

__global__ void bulk_pipeline(const int *in, int *result, size_t n)
{
#if __CUDA_ARCH__ >= 900
    __shared__ alignas(16) int stage[STAGES][TILE];
    __shared__ uint64_t full[STAGES];
    unsigned tiles = (unsigned)(n / TILE);
    int sum = 0;

    if (threadIdx.x == 0) {
        notes = {-1, -1, 0};
        for (unsigned s = 0; s < STAGES; s++)
            ptx::mbarrier_init(&full[s], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        for (unsigned s = 0; s < STAGES && s < tiles; s++) {
            order(stage[s], &full[s], in, s);
            notes.bytes_at_first = (int)((s + 1) * sizeof stage[s]);
        }
    }
    __syncthreads();
    for (unsigned k = 0; k < tiles; k++) {
        unsigned s = k % STAGES, parity = k / STAGES % 2;
        while (!ptx::mbarrier_try_wait_parity(&full[s], parity)) {
        }
        for (unsigned i = threadIdx.x; i < TILE; i += blockDim.x)
            sum += stage[s][i];
        __syncthreads();
        if (threadIdx.x == 0) {
            if (k + STAGES < tiles)
                order(stage[s], &full[s], in, k + STAGES);
            notes.last_stage = (int)s;
            notes.last_parity = (int)parity;
        }
    }
    for (size_t i = (size_t)tiles * TILE + threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    sum = lesson_block_sum(sum);
    if (threadIdx.x == 0)
        *result = sum;
#endif
}

static void launch(struct reduction *r)
{
    r->grid = 1;
    bulk_pipeline<<<1, r->block, 0, r->stream>>>(r->in, r->result, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise29c", LESSON_INT,
                                       "-n 1,2048,22000 -b 64", "9.0");
    struct notes seen;
    exercise_sums(&e, "bulk_pipeline", launch, 1, 1, 1);
    exercise_count(&e, launch, 1, 22000, 64);
    CUDA_CHECK(cudaMemcpyFromSymbol(&seen, notes, sizeof seen));
    exercise_predict(&e, "bulk copies", copies, 1);
    exercise_predict(&e, "bulk copy bytes", bytes_in_all, 1);
    exercise_predict(&e, "global load lanes", ordinary_loads, 1);
    exercise_predict_value(&e, "last_stage", last_stage, seen.last_stage, 0, 2);
    exercise_predict_value(&e, "last_parity", last_parity, seen.last_parity, 0, 2);
    exercise_predict_value(&e, "bytes_at_first", bytes_at_first, seen.bytes_at_first, 0, 3);
    return exercise_end(&e);
}
