/* Exercise 02: the tree of lesson 02 (fill the gap)
 *
 * Lesson 01 paired neighbours, and its threads read elements that are 2, 4, 8, ... apart: several
 * lanes of a warp wanted the same bank. But nothing says that neighbours must be paired:
 *
 *     tid      0         1         2      3        4 5 6 7 idle
 *     s = 4    0+4       1+5       2+6    3+7
 *     s = 2    0+4+2+6   1+5+3+7
 *     s = 1    all
 *
 * Required: right sums for any n and any block that is a power of two, no mistake, and a single
 * wavefront for each request: 25 for the loads and 20 for the stores of a block of 256, without
 * atomics. See docs/lessons/02_sequential_addressing.md.
 */
#include "exercise.h"

__global__ void reduce2(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    /* ---- your code begins: about 5 lines ---- */
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) { /* s sums are left after this step */
        if (tid < s)
            sums[tid] += sums[tid + s]; /* a warp reads 32 neighbours: one word from each bank */
        __syncthreads();
    }
    /* ---- your code ends ---- */

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce2<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise02", LESSON_INT);
    exercise_sums(&e, "reduce2", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_at_most(&e, "shared load wavefronts per block", 25, 3);
    exercise_at_most(&e, "shared store wavefronts per block", 20, 3);
    exercise_at_most(&e, "barriers per block", 9, 2);
    exercise_at_most(&e, "shared atomic requests", 0, 3);
    return exercise_end(&e);
}
