/* Exercise 20b: how long is the list? (find the bug)
 *
 * A long row would keep one warp busy when all others are done. So in the first phase a warp puts a
 * long row on a list, cut into chunks, and in the second phase all warps take chunks. In the author's
 * tests all sums were right. On another card some are too small, or 0.
 *
 * Required: no mistake, and one grid-wide barrier. See docs/lessons/20_dynamic_work.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
enum { CHUNK = 512 };

struct queue {                     /* lies in r.scratch, cleared before each launch */
    unsigned next_row, next_chunk; /* that nobody has taken yet */
    unsigned chunks;               /* on the list */
    struct chunk { unsigned row, number; } chunk[];
};

/* A warp takes the next `count` of something. Returns the first of them, in all lanes. */
__device__ unsigned take(unsigned *next, unsigned count)
{
    unsigned first = threadIdx.x % 32 == 0 ? atomicAdd(next, count) : 0;
    return __shfl_sync(0xffffffff, first, 0);
}

/* The sum of elements begin to end - 1, in all lanes. */
__device__ int warp_sum(const int *in, size_t begin, size_t end)
{
    int sum = lesson_thread_sum<4>(in, begin + threadIdx.x % 32, end, 32, 128);
    return lesson_warp_total(sum, lesson_plus());
}

__global__ void ragged_redistribute(const int *in, const size_t *row_begin, unsigned rows,
                                    int *result, struct queue *queue)
{
    unsigned lane = threadIdx.x % 32;
    for (;;) {
        unsigned row = take(&queue->next_row, 1);
        if (row >= rows)
            break;
        size_t from = row_begin[row], to = row_begin[row + 1];
        int is_long = to - from > CHUNK;
        int sum = is_long ? 0 : warp_sum(in, from, to);
        if (lane == 0)
            result[row] = sum; /* the sums of a long row's chunks will be added to it */
        if (!is_long)
            continue;
        unsigned count = blocks_for(to - from, CHUNK), first = take(&queue->chunks, count);
        for (unsigned k = lane; k < count; k += 32)
            queue->chunk[first + k] = {row, k};
    }
/* ---- your code begins: whatever is wrong is in here ---- */
    /* The list is complete when no warp of the grid has any more rows. Before the barrier it may still
     * grow, and each warp may read another length. */
    cg::this_grid().sync();
    unsigned chunks = queue->chunks; /* nobody adds to it any more, so once is enough */
/* ---- your code ends ---- */
    for (;;) {
        unsigned c = take(&queue->next_chunk, 1);
        if (c >= chunks)
            break;
        struct queue::chunk chunk = queue->chunk[c];
        size_t from = row_begin[chunk.row] + (size_t)chunk.number * CHUNK;
        size_t end = row_begin[chunk.row + 1];
        int sum = warp_sum(in, from, from + CHUNK < end ? from + CHUNK : end);
        if (lane == 0)
            atomicAdd(&result[chunk.row], sum);
    }
}

static void launch(struct reduction *r)
{
    int per_sm = 0;
    if (r->block > 256) /* there would not be enough scratch memory for the list */
        lesson_fail(LESSON_USAGE, "--block %u: 256 threads at most, here", r->block);
    struct queue *queue = (struct queue *)r->scratch;
    void *arguments[] = {&r->in, &r->row_begin, &r->batch, &r->result, &queue};
    CUDA_CHECK(cudaMemsetAsync(queue, 0, sizeof *queue, r->stream));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, ragged_redistribute,
                                                             r->block, 0));
    lesson_cooperative_grid(r, per_sm, r->sm_count);
    CUDA_CHECK(cudaLaunchCooperativeKernel(ragged_redistribute, r->grid, r->block, arguments, 0,
                                           r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise20b", LESSON_INT | LESSON_RAGGED,
                                       "-n 1,129,1000,4097,65536" EXERCISE_LARGE " -b 32,64,256");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "ragged_redistribute", launch, 1, 2, 1);
    exercise_count(&e, launch, 1, 65536, 64);
    exercise_at_most(&e, "barriers per block", 1, 3);
    return exercise_end(&e);
}
