/* Exercise 02b: waiting for whom? (find the bug)
 *
 * The author of this kernel saves work wherever a thread has none to do. The tree is that of
 * lesson 02, and on an H200 it even gives the right sum. But the inspector reports a mistake.
 *
 * Required: right sums, no mistake, and still one barrier per step. The bug is in the loop. See
 * docs/lessons/02_sequential_addressing.md.
 */
#include "exercise.h"

__global__ void reduce2(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    /* ---- your code begins: whatever is wrong is in here ---- */
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        /* A barrier of the block is for all its threads: those that have nothing to add come here
         * as well. If one of them waits at another barrier, or nowhere, the behaviour is
         * undefined. */
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
    struct exercise e = exercise_begin(argc, argv, "exercise02b", LESSON_INT);
    exercise_sums(&e, "reduce2", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_at_most(&e, "barriers per block", 9, 3);
    exercise_at_most(&e, "shared load wavefronts per block", 25, 3);
    return exercise_end(&e);
}
