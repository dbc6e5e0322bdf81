/* Lesson 17: grid sync
 *
 * Lesson 04 needed a launch for each round. In a cooperative launch all blocks are resident at the
 * same time, so they can wait for each other: grid.sync(), and one launch is enough. In each round
 * every block that has a share adds it up and leaves one partial sum:
 *
 *     round 1   2^29 elements   a share for each of 1056 blocks     grid.sync()
 *     round 2   1056 elements   one share: block 0 writes the sum, the others have nothing to do
 *
 * The grid must fit: what the occupancy query says one multiprocessor (SM) holds, times their
 * number. What to expect: one block of 256 per SM does not keep memory busy; all that fit do. For
 * small arrays a cooperative launch takes longer than two ordinary ones.
 *
 *     H200, block 256: one per SM     all that fit    two launches    atomic
 *           2^29 ints   1265 GB/s       4504 GB/s      4519 GB/s     4512 GB/s
 *           2^16 ints   5.05 us         5.06 us        3.51 us       3.75 us
 */
#include "lesson.h"
#include "lesson_block.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

enum { AT_ONCE = 16 }; /* elements that a thread takes at a time */

/* The sum of this block's share when `blocks` blocks share n elements: every blocks-th piece. */
template <class T>
__device__ T share_sum(const T *in, size_t n, unsigned blocks)
{
    __shared__ T sums[32];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    size_t piece = AT_ONCE * blockDim.x;
    T sum = lesson_thread_sum<AT_ONCE>(in, blockIdx.x * piece + threadIdx.x, n, blockDim.x,
                                       blocks * piece);
    sum = cg::reduce(warp, sum, cg::plus<T>());
    if (warp.thread_rank() == 0)
        sums[warp.meta_group_rank()] = sum;
    __syncthreads();
    sum = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
    return cg::reduce(warp, sum, cg::plus<T>());
}

template <class T>
__global__ void full_reduce_sum(const T *in, T *partial, T *scratch, T *result, size_t n)
{
    for (unsigned round = 0;; round++) {
        size_t pieces = (n + AT_ONCE * blockDim.x - 1) / (AT_ONCE * blockDim.x);
        unsigned blocks = pieces < gridDim.x ? (unsigned)pieces : gridDim.x; /* with a share */
        T *to = blocks == 1 ? result : round % 2 ? scratch : partial;
        if (blockIdx.x < blocks) {
            T sum = share_sum(in, n, blocks);
            if (threadIdx.x == 0)
                to[blockIdx.x] = sum;
        }
        if (blocks == 1)
            return;
        cg::this_grid().sync(); /* every block, with a share or without */
        in = to;
        n = blocks;
    }
}

template <class T, int atomic>
__global__ void reduce_shares(const T *in, T *to, size_t n)
{
    T sum = share_sum(in, n, gridDim.x);
    if (threadIdx.x == 0 && atomic)
        atomicAdd(to, sum);
    else if (threadIdx.x == 0)
        to[blockIdx.x] = sum;
}

enum way { ONE_PER_SM, ALL_THAT_FIT, TWO_LAUNCHES, ATOMIC };

template <class T>
static void enqueue(struct reduction *r, enum way way)
{
    const T *in = (const T *)r->in;
    T *partial = (T *)r->partial, *result = (T *)r->result;
    void *arguments[] = {&in, &partial, &r->scratch, &result, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, full_reduce_sum<T>,
                                                             r->block, 0));
    unsigned most = (way == ONE_PER_SM ? 1 : fit) * r->sm_count;
    lesson_cooperative_grid(r, fit, r->grid < most ? r->grid : most);
    if (way == TWO_LAUNCHES) {
        reduce_shares<T, 0><<<r->grid, r->block, 0, r->stream>>>(in, partial, r->n);
        reduce_shares<T, 0><<<1, r->block, 0, r->stream>>>(partial, result, r->grid);
    } else if (way == ATOMIC) {
        CUDA_CHECK(cudaMemsetAsync(result, 0, sizeof(T), r->stream));
        reduce_shares<T, 1><<<r->grid, r->block, 0, r->stream>>>(in, result, r->n);
        r->chain = r->grid;
    } else {
        CUDA_CHECK(cudaLaunchCooperativeKernel(full_reduce_sum<T>, r->grid, r->block, arguments,
                                               0, r->stream));
    }
}

template <enum way way>
static void launch(struct reduction *r)
{
    r->is_float ? enqueue<float>(r, way) : enqueue<int>(r, way);
}

static const struct lesson_about about = {
    .title = "grid sync",
    .part = "IV",
    .step_from = "lesson16",
    .offers = LESSON_INT | LESSON_FLOAT | LESSON_GRID,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_require_cooperative(&l);
    lesson_run(&l, "full_reduce_sum_sm", launch<ONE_PER_SM>, AT_ONCE);
    lesson_run(&l, "full_reduce_sum_occupancy", launch<ALL_THAT_FIT>, AT_ONCE);
    lesson_run(&l, "full_reduce_two_launches", launch<TWO_LAUNCHES>, AT_ONCE);
    lesson_run(&l, "full_reduce_atomic", launch<ATOMIC>, AT_ONCE);
    return lesson_end(&l);
}
