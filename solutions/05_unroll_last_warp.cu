/* Exercise 05: the last warp alone (fill the gap)
 *
 * The loop stops at s = 32, and all warps but the first have ended. The last six steps of the tree
 * are missing. They are for the 32 lanes that are left, and have no barrier of the block:
 *
 *     s = 32    0+32   1+33  ...  31+63
 *     s = 16    0+16   1+17  ...  15+31
 *     ...
 *     s = 1     0+1
 *
 * A block may have only 32 threads; then it has only 32 sums. Lanes of a warp do not run in step.
 *
 * Required: right sums for any n and block, no mistake, and 3 barriers in a block of 256. See
 * docs/lessons/05_unroll_last_warp.md.
 */
#include "exercise.h"

__global__ void reduce5(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
/* ---- your code begins: about 16 lines ---- */
        if (blockDim.x >= 64) /* a block of 32 has no sums[32] */
            sums[tid] += sums[tid + 32];
        __syncwarp(); /* the next step reads what other lanes have written in this one */
        if (tid < 16) /* not all lanes: the upper half may not change what the lower half reads */
            sums[tid] += sums[tid + 16];
        __syncwarp();
        if (tid < 8)
            sums[tid] += sums[tid + 8];
        __syncwarp();
        if (tid < 4)
            sums[tid] += sums[tid + 4];
        __syncwarp();
        if (tid < 2)
            sums[tid] += sums[tid + 2];
        __syncwarp();
        if (tid == 0)
            sums[0] += sums[1];
/* ---- your code ends ---- */
        if (tid == 0)
            partial[blockIdx.x] = sums[0];
    }
}

static void launch(struct reduction *r)
{
    reduce5<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise05", LESSON_INT);
    exercise_sums(&e, "reduce5", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_at_most(&e, "barriers per block", 3, 2);
    exercise_at_most(&e, "shared load wavefronts per block", 26, 3);
    return exercise_end(&e);
}
