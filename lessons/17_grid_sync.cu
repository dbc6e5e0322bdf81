/* Lesson 17: grid sync
 *
 * Lesson 15 needed a launch for each round. In a cooperative launch all blocks are resident at the
 * same time, so they can wait for each other: grid.sync(). Then one launch is enough:
 *
 *     round 1   2^29 elements   each of 660 blocks adds up its share    grid.sync()
 *     round 2   660 sums        block 0 adds them up, the others have nothing to do
 *
 * The grid must fit on the device. The occupancy query helps to choose it. With few blocks, each
 * thread needs many loads in flight, so it needs many registers: __launch_bounds__ allows them.
 */
#include "lesson.h"
#include "lesson_block.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

enum { AT_ONCE = 16 }; /* elements that a thread takes at a time */

/* The sum of this block's share when `blocks` blocks share n elements: every blocks-th piece. */
template <class T> __device__ T share_sum(const T *in, size_t n, unsigned blocks)
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

/* At most 1024 threads, and one such block must fit on an SM: so a thread may have 64 registers,
 * but no more, or the block could not start. */
template <class T>
__global__ void __launch_bounds__(1024, 1)
full_reduce_sum(const T *in, T *partial, T *scratch, T *result, size_t n)
{
    for (unsigned round = 0;; round++) {
        size_t pieces = (n + AT_ONCE * blockDim.x - 1) / (AT_ONCE * blockDim.x);
        unsigned blocks = pieces < gridDim.x ? (unsigned)pieces : gridDim.x; /* with a share */
        T *to = partial; /* not the array that is read in this round */
        if (blocks == 1)
            to = result;
        else if (round % 2)
            to = scratch;
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

/* The same in ordinary launches, to compare with: each block leaves its sum, ... */
template <class T>
__global__ void __launch_bounds__(1024, 1) reduce_shares(const T *in, T *partial, size_t n)
{
    T sum = share_sum(in, n, gridDim.x);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* ... or adds it to the result. */
template <class T>
__global__ void __launch_bounds__(1024, 1) add_shares(const T *in, T *result, size_t n)
{
    T sum = share_sum(in, n, gridDim.x);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

/* Sets r->grid for this kernel: at most `most` blocks, no more than the device holds, and none
 * without a share. */
template <class Kernel>
static void choose_grid(struct reduction *r, Kernel *kernel, unsigned most)
{
    int fit = 0; /* on one SM: this kernel, with its registers */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, r->block, 0));
    lesson_cooperative_grid(r, fit, r->grid < most ? r->grid : most);
}

template <class T> static void launch_full(struct reduction *r, unsigned most)
{
    void *arguments[] = {&r->in, &r->partial, &r->scratch, &r->result, &r->n};
    choose_grid(r, full_reduce_sum<T>, most);
    CUDA_CHECK(cudaLaunchCooperativeKernel(full_reduce_sum<T>, r->grid, r->block, arguments, 0,
                                           r->stream));
}

template <class T> static void launch_sm(struct reduction *r) { launch_full<T>(r, r->sm_count); }

template <class T> static void launch_occupancy(struct reduction *r) { launch_full<T>(r, r->grid); }

template <class T> static void launch_two(struct reduction *r)
{
    T *partial = (T *)r->partial, *result = (T *)r->result;
    choose_grid(r, reduce_shares<T>, r->grid);
    reduce_shares<T><<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, partial, r->n);
    reduce_shares<T><<<1, r->block, 0, r->stream>>>(partial, result, r->grid);
}

template <class T> static void launch_atomic(struct reduction *r)
{
    T *result = (T *)r->result;
    choose_grid(r, add_shares<T>, r->grid);
    r->chain = r->grid;
    CUDA_CHECK(cudaMemsetAsync(result, 0, sizeof *result, r->stream));
    add_shares<T><<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, result, r->n);
}

template <class T> static void run(struct lesson *l)
{
    lesson_run(l, "full_reduce_sum_sm", launch_sm<T>, AT_ONCE);
    lesson_run(l, "full_reduce_sum_occupancy", launch_occupancy<T>, AT_ONCE);
    lesson_run(l, "full_reduce_two_launches", launch_two<T>, AT_ONCE);
    lesson_run(l, "full_reduce_atomic", launch_atomic<T>, AT_ONCE);
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
    if (l.plan.is_float)
        run<float>(&l);
    else
        run<int>(&l);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
