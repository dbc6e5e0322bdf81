/* Exercise 00: the tree of lesson 00 (fill the gap)
 *
 * Each thread has put one element into shared memory. The tree is missing:
 *
 *     tid      0   1   2   3   4   5   6   7
 *     s = 1    0+1     2+3     4+5     6+7       threads 0 2 4 6 work
 *     s = 2    0+..+3          4+..+7            threads 0 4 work
 *     s = 4    0+..+7                            thread  0 works
 *
 * Required: right sums for any n and block, no mistake, and the tree of the picture. In a block of
 * 256 all 8 warps have something to add in the first five steps, which makes 95 load requests and
 * 55 store requests to shared memory. See docs/lessons/00_divergent_branches.md.
 */
#include "exercise.h"

__global__ void reduce0(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
/* ---- your code begins: about 3 lines ---- */
        /* add up, so that sums[0] holds the sum of the block at the end */
/* ---- your code ends ---- */
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce0<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise00", LESSON_INT);
    exercise_sums(&e, "reduce0", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_exactly(&e, "shared load requests per block", 95, 3,
                     "This is not the tree in the picture: there threads 0, 2, 4, ... add in the\n"
                     "  first step, then threads 0, 4, 8, ... (Lesson 01's has threads 0, 1, 2, ...)");
    exercise_exactly(&e, "shared store requests per block", 55, 3);
    exercise_at_most(&e, "barriers per block", 9, 2);
    return exercise_end(&e);
}
