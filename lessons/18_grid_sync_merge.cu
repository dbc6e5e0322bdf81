/* Lesson 18: grid sync and merge
 *
 * Lesson 17 shares out every round, though after the first there is only work for one block. The
 * short form: each block leaves a partial sum, then grid.sync(), then block 0 adds up these sums.
 * That is a reduction, too, of another array with another n: the same function does it.
 *
 *     block    0      1      2      3
 *              sum    sum    sum    sum
 *              ------- grid.sync() -------
 *              merge  (ended)
 *
 * Not every device can launch cooperatively, so ask first. The other way is two ordinary launches.
 */
#include "lesson.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { AT_ONCE = 16 }; /* elements that a thread loads at a time */

/* n elements are divided into `shares`. Returns the sum of number `share`, in every thread. */
__device__ int share_sum(const int *in, size_t n, unsigned share, unsigned shares)
{
    extern __shared__ int sums[];
    cg::thread_block block = cg::this_thread_block();
    unsigned tid = threadIdx.x;
    size_t piece = AT_ONCE * blockDim.x; /* what the block takes at a time */

    sums[tid] = lesson_thread_sum<AT_ONCE>(in, share * piece + tid, n, blockDim.x, shares * piece);
    block.sync(); /* all threads have stored a sum, also those that had nothing to add */
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        block.sync();
    }
    return sums[0];
}

__global__ void __launch_bounds__(1024, 1) /* lesson 17: room for 16 loads in flight */
cooperative_reduction(const int *in, int *partial, int *result, size_t n)
{
    int sum = share_sum(in, n, blockIdx.x, gridDim.x);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cg::this_grid().sync();

    if (blockIdx.x == 0) {
        sum = share_sum(partial, gridDim.x, 0, 1);
        if (threadIdx.x == 0)
            *result = sum;
    }
}

__global__ void __launch_bounds__(1024, 1) reduce_shares(const int *in, int *out, size_t n)
{
    int sum = share_sum(in, n, blockIdx.x, gridDim.x);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

static int can_launch_cooperatively(const struct lesson *l)
{
    int device;
    int supported;

    if (l->options.no_cooperative)
        return 0;
    if (l->options.list) /* names the kernels and asks no device */
        return 1;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device));
    return supported;
}

/* How many blocks of this kernel can be resident on an SM, with the shared memory of the launch. */
template <class Kernel>
static int blocks_per_sm(const struct reduction *r, Kernel *kernel)
{
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, r->block,
                                                             r->block * sizeof(int)));
    return blocks;
}

static void launch_cooperative(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->result, &r->n};
    int fit = blocks_per_sm(r, cooperative_reduction);
    lesson_cooperative_grid(r, fit, r->grid); /* as many as fit, at most r->grid */
    CUDA_CHECK(cudaLaunchCooperativeKernel(cooperative_reduction, r->grid, r->block, arguments,
                                           r->block * sizeof(int), r->stream));
}

static void launch_two(struct reduction *r)
{
    size_t shared = r->block * sizeof(int);
    unsigned fit = blocks_per_sm(r, reduce_shares) * r->sm_count;
    if (!r->asked_grid && r->grid > fit)
        r->grid = fit; /* more would run as well here, one after the other */
    reduce_shares<<<r->grid, r->block, shared, r->stream>>>(r->in, r->partial, r->n);
    reduce_shares<<<1, r->block, shared, r->stream>>>(r->partial, r->result, r->grid);
}

static const struct lesson_about about = {
    .title = "grid sync and merge",
    .part = "IV",
    .step_from = "lesson17",
    .offers = LESSON_INT | LESSON_GRID | LESSON_COOPERATIVE,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    if (can_launch_cooperatively(&l))
        lesson_run(&l, "cooperative_reduction", launch_cooperative, AT_ONCE);
    lesson_run(&l, "two_launch_fallback", launch_two, AT_ONCE);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
