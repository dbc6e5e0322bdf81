/* Exercise @NN@: @TITLE@ (fill the gap)
 *
 * TODO: what is missing, and what is given.
 *
 * Required: right sums for any n and block, no mistake. TODO: and a count that the idea brings
 * down. See docs/lessons/@NN@_@STEM@.md.
 */
#include "exercise.h"

__global__ void @STEM@(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

/* ---- your code begins: about 5 lines ---- */
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
/* ---- your code ends ---- */

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    @STEM@<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise@NN@", LESSON_INT);
    exercise_sums(&e, "@STEM@", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 16384, 256);
    exercise_at_most(&e, "shared load wavefronts per block", 25, 3);
    return exercise_end(&e);
}
