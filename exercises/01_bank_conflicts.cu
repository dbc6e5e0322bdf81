/* Exercise 01: the tree of lesson 01 (fill the gap)
 *
 * In lesson 00 threads 0, 2, 4, ... of the block added, then threads 0, 4, 8, ...: that keeps all
 * warps busy with few active lanes each, and takes a remainder in every step. Now the first
 * threads of the block should make the same additions, side by side:
 *
 *     tid      0        1        2        3      4 5 6 7 idle
 *     s = 1    0+1      2+3      4+5      6+7
 *     s = 2    0+..+3   4+..+7
 *     s = 4    0+..+7
 *
 * Required: right sums, no mistake, and as few warps as possible in each step. In a block of 256
 * that makes 25 shared loads and 20 stores of warps, without atomics. See
 * docs/lessons/01_bank_conflicts.md.
 */
#include "exercise.h"

__global__ void reduce1(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
/* ---- your code begins: about 4 lines ---- */
        /* thread 0 adds the first pair of this step, thread 1 the second, ... */
/* ---- your code ends ---- */
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce1<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise01", LESSON_INT);
    exercise_sums(&e, "reduce1", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_at_most(&e, "shared load requests per block", 25, 3);
    exercise_at_most(&e, "shared store requests per block", 20, 3);
    exercise_at_most(&e, "barriers per block", 9, 2);
    exercise_at_most(&e, "shared atomic requests", 0, 3);
    exercise_exactly(&e, "shared load wavefronts per block", 95, 3); /* the pairs of the picture */
    return exercise_end(&e);
}
