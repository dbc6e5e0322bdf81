/* Lesson 20: dynamic work
 *
 * So far all blocks had equal work. Here an array is cut into rows of different lengths, from no
 * elements to a fortieth of the array. We want the sum of each row. Which warp adds up which rows?
 *
 *     static          every warp gets as many rows as any other, beforehand
 *     queue           a warp that is free takes the next ones from a counter in global memory
 *     redistribute    the queue again, but a row of more than 4096 elements goes on a list, cut
 *                     into chunks; then all warps take chunks from the list; then the sums of the
 *                     chunks are added up row by row */
#include "lesson.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
enum { LOADS = 16, ROWS = 8, CHUNK = 4096 };

struct queue {
    unsigned *next_row, *next_chunk;               /* the first that nobody has taken yet */
    unsigned *chunks;                              /* how many are on the list */
    struct chunk { unsigned row, number; } *chunk; /* the list; there is room for 2 n / CHUNK */
    float *sum;                                    /* of each chunk */
};

/* A warp takes the next `count` of something. Returns the first of them, in all lanes. */
__device__ unsigned take(unsigned *next, unsigned count)
{
    unsigned first = threadIdx.x % 32 == 0 ? atomicAdd(next, count) : 0;
    return __shfl_sync(~0u, first, 0);
}

/* A warp adds up elements begin to end - 1. Only the kernel that is observed tells `work` about it:
 * in the one that is timed there must be nothing of this. */
template <class Run>
__device__ void add_up(const float *in, size_t begin, size_t end, float *result,
                       struct lesson_work *work)
{
    long long start = Run::is_observed ? clock64() : 0;
    float sum = lesson_thread_sum<LOADS>(in, begin + threadIdx.x % 32, end, 32, 32 * LOADS);
    sum = lesson_warp_total(sum, lesson_plus());
    if (threadIdx.x % 32 == 0) {
        *result = sum;
        if (Run::is_observed)
            lesson_did(work, end - begin, start);
    }
}

template <class Run>
__global__ void __launch_bounds__(1024, 1) /* lesson 17: room for 16 loads in flight */
ragged_static(const float *in, const size_t *row_begin, unsigned rows, float *result,
              struct lesson_work *work)
{
    size_t warps = cg::this_grid().size() / 32;
    for (size_t row = cg::this_grid().thread_rank() / 32; row < rows; row += warps)
        add_up<Run>(in, row_begin[row], row_begin[row + 1], &result[row], work);
}

/* Adds up rows from the queue, but puts those that are longer than `longest` on the list. */
template <class Run>
__device__ void add_up_queue(const float *in, const size_t *row_begin, unsigned rows,
                             float *result, struct queue queue, size_t longest,
                             struct lesson_work *work)
{
    for (;;) {
        unsigned row = take(queue.next_row, ROWS);
        if (row >= rows)
            return;
        for (unsigned end = min(row + ROWS, rows); row < end; row++) {
            size_t from = row_begin[row], to = row_begin[row + 1];
            if (to - from <= longest) {
                add_up<Run>(in, from, to, &result[row], work);
                continue;
            }
            unsigned chunks = blocks_for(to - from, CHUNK), first = take(queue.chunks, chunks);
            for (unsigned k = threadIdx.x % 32; k < chunks; k += 32)
                queue.chunk[first + k] = {row, k};
        }
    }
}

template <class Run>
__global__ void __launch_bounds__(1024, 1)
ragged_queue(const float *in, const size_t *row_begin, unsigned rows, float *result,
             struct queue queue, size_t longest, struct lesson_work *work)
{
    add_up_queue<Run>(in, row_begin, rows, result, queue, longest, work);
}

template <class Run>
__global__ void __launch_bounds__(1024, 1)
ragged_redistribute(const float *in, const size_t *row_begin, unsigned rows, float *result,
                    struct queue queue, struct lesson_work *work)
{
    add_up_queue<Run>(in, row_begin, rows, result, queue, CHUNK, work);
    cg::this_grid().sync();
    for (;;) {
        unsigned c = take(queue.next_chunk, 1);
        if (c >= *queue.chunks)
            break;
        struct queue::chunk chunk = queue.chunk[c];
        size_t from = row_begin[chunk.row] + (size_t)chunk.number * CHUNK;
        size_t to = min(from + CHUNK, row_begin[chunk.row + 1]);
        add_up<Run>(in, from, to, &queue.sum[c], work);
    }
    cg::this_grid().sync();
    size_t warps = cg::this_grid().size() / 32;
    for (size_t c = cg::this_grid().thread_rank() / 32; c < *queue.chunks; c += warps) {
        unsigned row = queue.chunk[c].row;
        size_t chunks = blocks_for(row_begin[row + 1] - row_begin[row], CHUNK);
        if (queue.chunk[c].number == 0) /* the others of the row follow it */
            add_up<Run>(queue.sum, c, c + chunks, &result[row], work);
    }
}

/* A cooperative launch: as many blocks as fit, but no more than have 16 elements per thread. The
 * observed kernel needs more registers; the timed one gets the same grid. */
template <class Kernel>
static void launch(struct reduction *r, Kernel *timed, Kernel *observed, void **arguments)
{
    int fit = 0, fit_observed = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, timed, r->block, 0));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit_observed, observed, r->block, 0));
    lesson_cooperative_grid(r, min(fit, fit_observed), blocks_for(r->n, LOADS * r->block));
    CUDA_CHECK(cudaLaunchCooperativeKernel(r->work ? observed : timed, r->grid, r->block,
                                           arguments, 0, r->stream));
}

static void launch_static(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->row_begin, &r->batch, &r->result, &r->work};
    launch(r, ragged_static<lesson_timed>, ragged_static<harness::observed>, arguments);
}

/* In r->scratch: three counters, which begin at 0, and the list. */
static struct queue make_queue(struct reduction *r)
{
    unsigned *counter = (unsigned *)r->scratch;
    CUDA_CHECK(cudaMemsetAsync(counter, 0, 3 * sizeof *counter, r->stream));
    return {counter, counter + 1, counter + 2, (struct queue::chunk *)(counter + 3),
            r->partial_float};
}

static void launch_queue(struct reduction *r)
{
    struct queue queue = make_queue(r); /* no row is longer than n: the list stays empty */
    void *arguments[] = {&r->in, &r->row_begin, &r->batch, &r->result, &queue, &r->n, &r->work};
    launch(r, ragged_queue<lesson_timed>, ragged_queue<harness::observed>, arguments);
}

static void launch_redistribute(struct reduction *r)
{
    struct queue queue = make_queue(r);
    void *arguments[] = {&r->in, &r->row_begin, &r->batch, &r->result, &queue, &r->work};
    launch(r, ragged_redistribute<lesson_timed>, ragged_redistribute<harness::observed>, arguments);
}

static const struct lesson_about about = {
    .title = "dynamic work",
    .part = "IV",
    .offers = LESSON_FLOAT | LESSON_RAGGED | LESSON_GRID,
    .defaults = "-n 2^29",
    .kernel = "ragged_queue",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_require_cooperative(&l);
    lesson_run(&l, "ragged_static", launch_static, LOADS);
    lesson_run(&l, "ragged_queue", launch_queue, LOADS);
    lesson_run(&l, "ragged_redistribute", launch_redistribute, LOADS);
    return lesson_end(&l);
}
