/* Exercise 00b: what does the tree cost? (predict)
 *
 * The kernel is that of lesson 00, and it is right. One block of 64 threads adds up 64 elements.
 * Before it runs: what will it ask of shared memory, and how often will its threads meet at a
 * barrier?
 *
 * A request is one memory instruction of a warp, as long as at least one lane takes part.
 * `sums[tid] += sums[tid + s]` is two loads and a store. Only the block of reduce0 counts, not
 * those of finish(). See docs/lessons/00_divergent_branches.md.
 */
#include "exercise.h"

/* ---- your code begins: three numbers ---- */
static const int barriers = EXERCISE_UNKNOWN;
static const int shared_stores = EXERCISE_UNKNOWN;
static const int shared_loads = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

__global__ void reduce0(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sums[tid] += sums[tid + s];
        __syncthreads();
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
    struct exercise e = exercise_begin(argc, argv, "exercise00b", LESSON_INT);
    exercise_sums(&e, "reduce0", launch, 1, 1, 1);
    exercise_count(&e, launch, 1, 64, 64);
    exercise_predict(&e, "barriers per block", barriers, 1);
    exercise_predict(&e, "shared store requests per block", shared_stores, 2);
    exercise_predict(&e, "shared load requests per block", shared_loads, 3);
    return exercise_end(&e);
}
