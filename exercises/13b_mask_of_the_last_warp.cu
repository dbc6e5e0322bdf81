/* Exercise 13b: the first warp adds up (find the bug)
 *
 * The first warp adds up the sums of all warps. Published code does it roughly like this: the whole
 * warp votes which lanes have a sum to add, and the answer is the mask of the shuffles. "So no lane
 * takes part for nothing, and the mask is always right." On an H200 all its sums are right, at every
 * size and every block size. (__ballot_sync(mask, x) gives every lane one word, with a bit for each
 * lane whose x is true.)
 *
 * Required: right sums for any n and block, no mistake, and one load of shared memory in each
 * block, as now. The bug is in the last part. See docs/lessons/13_warp_shuffle.md, "The mask".
 */
#include "exercise.h"

#define ALL_LANES 0xffffffffu

__global__ void reduce_shuffle_down(const int *in, int *partial, size_t n)
{
    __shared__ int warp_sums[32];
    unsigned tid = threadIdx.x, warps = blockDim.x / 32;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;
    int sum = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);

    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, d);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum;
    __syncthreads();

    if (tid < 32) {
        /* ---- your code begins: whatever is wrong is in here ---- */
        unsigned mask = __ballot_sync(ALL_LANES, tid < warps); /* the lanes that have a sum */
        if (tid < warps) {
            sum = warp_sums[tid];
            for (unsigned d = 16; d > 0; d /= 2)
                sum += __shfl_down_sync(mask, sum, d);
        }
        /* ---- your code ends ---- */
        if (tid == 0)
            partial[blockIdx.x] = sum;
    }
}

static void launch(struct reduction *r)
{
    reduce_shuffle_down<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise13b", LESSON_INT | LESSON_ANY_BLOCK);
    exercise_sums(&e, "reduce_shuffle_down", launch, 2, 2, 1);
    exercise_count(&e, launch, 2, 8192, 256);
    exercise_at_most(&e, "shared load requests per block", 1, 3);
    return exercise_end(&e);
}
