/* Exercise 00c: eight barriers for eight steps (find the bug)
 *
 * The tree of a block of 256 has eight steps, and lesson 00 has nine barriers. The author of this
 * kernel has saved one, and reasons like this: in the first step thread 0 reads what thread 1 has
 * loaded, thread 2 what thread 3 has loaded, and so on. Both threads of each pair are in the same
 * warp, and the other steps have their barriers. On the author's GPU ten thousand runs gave the
 * right sum.
 *
 * Required: right sums, no mistake, and not more than lesson 00 needs: nine barriers and 95 shared
 * loads in a block of 256. The bug is somewhere from the load to the end of the tree. See
 * docs/lessons/00_divergent_branches.md.
 */
#include "exercise.h"

__global__ void reduce0(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    /* ---- your code begins: whatever is wrong is in here ---- */
    sums[tid] = i < n ? in[i] : 0;

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    /* ---- your code ends ---- */

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
    struct exercise e = exercise_begin(argc, argv, "exercise00c", LESSON_INT);
    exercise_sums(&e, "reduce0", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_at_most(&e, "barriers per block", 9, 3);
    exercise_at_most(&e, "shared load requests per block", 95, 3);
    return exercise_end(&e);
}
