/* Lesson 20: dynamic work
 *
 * So far all blocks had the same to do. Here rows have different lengths, from nothing to a
 * fortieth of 2^29 elements, and each wants its own sum. Which warp adds up which rows?
 *
 *     static          dealt out beforehand: every warp gets as many as any other
 *     queue           a warp that is free takes the next 8 from a counter in global memory
 *     redistribute    the queue again, but rows of more than 4096 elements are only put on a list,
 *                     in chunks; grid.sync(): the list is complete, and all warps take from it;
 *                     grid.sync(): the chunks' sums are there, and are added up row by row
 *
 * And normalise: every block needs a sum and a maximum of the whole array before it can go on.
 *
 * What to expect: the queue balances rows, and one warp still has the longest one to itself.
 *
 *     H200, 2^29 floats, block 256: static 169 GB/s, queue 115, redistribute 3517; normalise 2581
 *     elements of the busiest block, in times of the mean: 20, 31, 1.6
 */
#include "lesson.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
enum { LOADS = 16, ROWS = 8, CHUNK = 4096 };

struct queue {                     /* lies in r.scratch, cleared before each launch; there is
                                      room for 2 n / CHUNK chunks, and never more of them */
    unsigned next_row, next_chunk; /* that nobody has taken yet */
    unsigned chunks;               /* on the list */
    struct chunk { unsigned row, number; } chunk[];
};

/* A warp takes the next `count` of something: the first of them, in all lanes. */
__device__ unsigned take(unsigned *next, unsigned count)
{
    unsigned first = threadIdx.x % 32 == 0 ? atomicAdd(next, count) : 0;
    return __shfl_sync(~0u, first, 0);
}

/* A warp adds up elements begin to end - 1. */
__device__ void add_up(const float *in, size_t begin, size_t end, float *result,
                       struct lesson_work *work)
{
    long long start = clock64();
    float sum = lesson_thread_sum<LOADS>(in, begin + threadIdx.x % 32, end, 32, 32 * LOADS);
    sum = lesson_warp_total(sum, lesson_plus());
    if (threadIdx.x % 32 == 0) {
        *result = sum;
        lesson_did(work, end - begin, start);
    }
}

__global__ void ragged_static(struct reduction r)
{
    size_t warps = cg::this_grid().size() / 32;
    for (size_t row = cg::this_grid().thread_rank() / 32; row < r.batch; row += warps)
        add_up(r.in_float, r.row_begin[row], r.row_begin[row + 1], &r.result_float[row], r.work);
}

/* Adds up rows from the queue, but puts those that are longer than `longest` on the list. */
__device__ void add_up_queue(const struct reduction &r, size_t longest)
{
    struct queue *queue = (struct queue *)r.scratch;
    for (unsigned row, end; (row = take(&queue->next_row, ROWS)) < r.batch;)
        for (end = min(row + ROWS, r.batch); row < end; row++) {
            size_t from = r.row_begin[row], to = r.row_begin[row + 1];
            if (to - from <= longest) {
                add_up(r.in_float, from, to, &r.result_float[row], r.work);
                continue;
            }
            unsigned chunks = blocks_for(to - from, CHUNK), first = take(&queue->chunks, chunks);
            for (unsigned k = threadIdx.x % 32; k < chunks; k += 32)
                queue->chunk[first + k] = {row, k};
        }
}

__global__ void ragged_queue(struct reduction r) { add_up_queue(r, r.n); }

__global__ void ragged_redistribute(struct reduction r)
{
    struct queue *queue = (struct queue *)r.scratch;
    add_up_queue(r, CHUNK);
    cg::this_grid().sync();
    for (unsigned c; (c = take(&queue->next_chunk, 1)) < queue->chunks;) {
        struct queue::chunk chunk = queue->chunk[c];
        size_t from = r.row_begin[chunk.row] + (size_t)chunk.number * CHUNK;
        size_t to = min(from + CHUNK, r.row_begin[chunk.row + 1]);
        add_up(r.in_float, from, to, &r.partial_float[c], r.work);
    }
    cg::this_grid().sync();
    size_t warps = cg::this_grid().size() / 32;
    for (size_t c = cg::this_grid().thread_rank() / 32; c < queue->chunks; c += warps) {
        unsigned row = queue->chunk[c].row;
        size_t chunks = blocks_for(r.row_begin[row + 1] - r.row_begin[row], CHUNK);
        if (queue->chunk[c].number == 0) /* the others of the row follow it */
            add_up(r.partial_float, c, c + chunks, &r.result_float[row], r.work);
    }
}

__global__ void __launch_bounds__(1024) normalise(struct reduction r) /* registers for 1024 */
{
    size_t stride = cg::this_grid().size(), pieces = (r.n - 1) / (LOADS * stride) + 1;
    size_t first = cg::this_grid().thread_rank();
    float x[LOADS], sum = 0, largest = 0, *sums = r.partial_float, *largests = r.scratch_float;
    for (size_t i = first; i < r.n; i += LOADS * stride) {
        lesson_load(x, r.in_float, i, r.n, stride);
        for (unsigned k = 0; k < LOADS; k++) {
            sum += x[k];
            largest = fmaxf(largest, fabsf(x[k]));
        }
    }
    sum = lesson_block_total(sum, lesson_plus());
    largest = lesson_block_total(largest, lesson_larger());
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largests[blockIdx.x] = largest;
    }
    cg::this_grid().sync(); /* every block has published, every block reads all */

    sum = largest = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) {
        sum += sums[b];
        largest = fmaxf(largest, largests[b]);
    }
    float mean = lesson_block_total(sum, lesson_plus()) / r.n;
    float scale = 1 / lesson_block_total(largest, lesson_larger());
    for (size_t piece = pieces; piece-- > 0;) { /* backwards: what was read last is in L2 */
        size_t i = first + piece * LOADS * stride;
        lesson_load(x, r.in_float, i, r.n, stride);
        for (unsigned k = 0; k < LOADS; k++)
            if (i + k * stride < r.n)
                r.out_float[i + k * stride] = (x[k] - mean) * scale;
    }
}

/* As many blocks as fit, and no more than there are pieces of 16 elements per thread. */
#define LAUNCH(kernel)                                                                             \
    int per_sm = 0;                                                                                \
    void *arguments[] = {r};                                                                       \
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, r->block, 0));       \
    lesson_cooperative_grid(r, per_sm, blocks_for(r->n, LOADS * r->block));                        \
    CUDA_CHECK(cudaLaunchCooperativeKernel(kernel, r->grid, r->block, arguments, 0, r->stream))
#define LAUNCH_WITH_QUEUE(kernel)                                                                  \
    CUDA_CHECK(cudaMemsetAsync(r->scratch, 0, sizeof(struct queue), r->stream));                   \
    LAUNCH(kernel)
static void launch_static(struct reduction *r) { LAUNCH(ragged_static); }
static void launch_queue(struct reduction *r) { LAUNCH_WITH_QUEUE(ragged_queue); }
static void launch_redistribute(struct reduction *r) { LAUNCH_WITH_QUEUE(ragged_redistribute); }
static void launch_normalise(struct reduction *r) { LAUNCH(normalise); }

static const struct lesson_about about = {
    .title = "dynamic work",
    .part = "IV",
    .offers = LESSON_FLOAT | LESSON_RAGGED | LESSON_GRID | LESSON_OUTPUT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_require_cooperative(&l);
    lesson_run(&l, "ragged_static", launch_static, LOADS);
    lesson_run(&l, "ragged_queue", launch_queue, LOADS);
    lesson_run(&l, "ragged_redistribute", launch_redistribute, LOADS);
    lesson_run_normalise(&l, "normalise", launch_normalise, LOADS);
    return lesson_end(&l);
}
