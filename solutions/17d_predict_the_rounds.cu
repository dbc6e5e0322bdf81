/* Exercise 17d: what do the rounds cost? (predict)
 *
 * This is lesson 17's kernel, but each thread takes one element at a time, and the grid has at most
 * 40 blocks, as on a small device. There are 2000 elements, and blocks of 32 threads. Before you
 * run it: how many rounds are there, how many blocks have a share in each round, and what do all
 * blocks of the grid do together?
 *
 * A barrier counts once for each block that comes to it, __syncthreads() and grid.sync() alike. A
 * load or store of a warp in global memory counts as one request, however many of its lanes take
 * part; it does not count if none does. See docs/lessons/17_grid_sync.md.
 */
#include "exercise.h"
#include <cooperative_groups.h>

/* ---- your code begins: three numbers ---- */
/* Three rounds: 2000 elements are 63 pieces of 32, shared by 40 blocks; their 40 sums are 2 pieces,
 * those 2 sums are one. */
static const int stores = 43;    /* 40 + 2 sums, and the result */
static const int loads = 66;     /* one for each piece: 63 + 2 + 1 */
static const int barriers = 123; /* 40 + 2 + 1 in share_sum; and all 40 blocks come to grid.sync()
                                  * twice, with a share or without; not after the last round */
/* ---- your code ends ---- */

static const unsigned most_blocks = 40;

__device__ int share_sum(const int *in, size_t n, unsigned blocks)
{
    __shared__ int sums[32];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)blocks * blockDim.x)
        sum += in[i];
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    sum = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    return sum;
}

__global__ void full_reduce_sum(const int *in, int *partial, int *scratch, int *result, size_t n)
{
    for (unsigned round = 0;; round++) {
        size_t pieces = (n + blockDim.x - 1) / blockDim.x;
        unsigned blocks = pieces < gridDim.x ? (unsigned)pieces : gridDim.x; /* with a share */
        int *to = partial; /* not the array that is read in this round */
        if (blocks == 1)
            to = result;
        else if (round % 2)
            to = scratch;
        if (blockIdx.x < blocks) {
            int sum = share_sum(in, n, blocks);
            if (threadIdx.x == 0)
                to[blockIdx.x] = sum;
        }
        if (blocks == 1)
            return;
        cooperative_groups::this_grid().sync();
        in = to;
        n = blocks;
    }
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->partial, &r->scratch, &r->result, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, full_reduce_sum, r->block, 0));
    lesson_cooperative_grid(r, fit, r->grid < most_blocks ? r->grid : most_blocks);
    CUDA_CHECK(cudaLaunchCooperativeKernel(full_reduce_sum, r->grid, r->block, arguments, 0,
                                           r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise17d", LESSON_INT,
                                       "-n 1,33,2000,20011" EXERCISE_LARGE " -b 32,256");
    lesson_require_cooperative(&e.lesson);
    exercise_sums(&e, "full_reduce_sum", launch, 1, 1, 1);
    exercise_count(&e, launch, 1, 2000, 32);
    exercise_predict(&e, "global store requests", stores, 1);
    exercise_predict(&e, "global load requests", loads, 2);
    exercise_predict(&e, "barriers", barriers, 3);
    return exercise_end(&e);
}
