/* Exercise 03: two elements for each thread (fill the gap)
 *
 * Half as many blocks as before are launched, and the tree is that of lesson 02. So each thread
 * has to load two elements and add them on the way into shared memory:
 *
 *     block 0 takes    0 .. 255  and  256 .. 511     of a block of 256
 *     block 1 takes  512 .. 767  and  768 .. 1023
 *
 * The code in the gap takes only one element so far, as in lesson 02.
 *
 * Required: right sums for any n, no mistake, and each element loaded once. The warp that asks for
 * a sector uses all 32 bytes of it. See docs/lessons/03_first_add_during_load.md.
 */
#include "exercise.h"

__global__ void reduce3(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;

    /* ---- your code begins: about 5 lines ---- */
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    sums[tid] = i < n ? in[i] : 0;
    /* ---- your code ends ---- */
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce3<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise03", LESSON_INT);
    exercise_sums(&e, "reduce3", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_at_most(&e, "global load sectors per block", 64, 3);
    exercise_at_most(&e, "barriers per block", 9, 3);
    return exercise_end(&e);
}
