/* Exercise 13: a sum from lane to lane (fill the gap)
 *
 * Each thread has added up its own elements. What is missing is the sum of the block, without a
 * tree in shared memory. Lanes hand registers to each other; with 8 lanes:
 *
 *     lane         0       1       2     3     4     5     6     7
 *     down by 4    0+4     1+5     2+6   3+7
 *     down by 2    0246    1357
 *     down by 1    all
 *
 * Required: right sums for any n and any block of whole warps (96 threads are three), and no
 * mistake. In a block of 256: one barrier, 45 shuffles, at most 8 loads from shared memory, and at
 * most 8 stores of a lane there. See docs/lessons/13_warp_shuffle.md.
 */
#include "exercise.h"

#define ALL_LANES 0xffffffffu

__global__ void reduce_shuffle_down(const float *in, float *partial, size_t n)
{
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;
    float sum = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);

/* ---- your code begins: about 13 lines ---- */
    /* adds up the threads' sums: in the end thread 0 has the block's in its `sum` */
/* ---- your code ends ---- */

    if (tid == 0)
        partial[blockIdx.x] = sum;
}

static void launch(struct reduction *r)
{
    reduce_shuffle_down<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->partial_float, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise13", LESSON_FLOAT | LESSON_ANY_BLOCK);
    exercise_sums(&e, "reduce_shuffle_down", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 8192, 256);
    exercise_at_most(&e, "barriers per block", 1, 2);
    exercise_at_most(&e, "shared load requests per block", 8, 3);
    exercise_at_most(&e, "shared store lanes per block", 8, 3);
    exercise_at_most(&e, "shuffles per block", 45, 3);
    return exercise_end(&e);
}
