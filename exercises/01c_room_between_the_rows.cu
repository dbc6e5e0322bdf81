/* Exercise 01c: no conflict, and the same tree (beat the count)
 *
 * The tree of lesson 01 stays as it is: the same threads add the same pairs in the same steps. You
 * only choose where an element lies in shared memory: element i of the block is at sums[place(i)].
 * At first place(i) is i, and in a block of 1024 the loads of the tree take 310 excess wavefronts.
 *
 * There is some spare room: the block has shared memory for blockDim.x + blockDim.x / 32 ints. No
 * two elements may be in the same place.
 *
 * Required: right sums, no mistake, and no excess wavefront, for any block up to 1024. (Element i
 * is in bank i % 32 only as long as place(i) is i.) See docs/lessons/01_bank_conflicts.md.
 */
#include "exercise.h"

/* Where element i of a block is, 0 <= i < blockDim.x. */
__device__ static unsigned place(unsigned i)
{
/* ---- your code begins: one line ---- */
    return i;
/* ---- your code ends ---- */
}

__global__ void reduce1(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[place(tid)] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned at = 2 * s * tid;
        if (at < blockDim.x)
            sums[place(at)] += sums[place(at + s)];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[place(0)];
}

static void launch(struct reduction *r)
{
    unsigned room = r->block + r->block / 32;

    reduce1<<<r->grid, r->block, room * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise01c", LESSON_INT);
    exercise_sums(&e, "reduce1", launch, 1, 2, 2);
    exercise_count(&e, launch, 1, 1024, 1024);
    exercise_at_most(&e, "shared load excess per block", 0, 1);
    exercise_at_most(&e, "shared store excess per block", 0, 3);
    exercise_count(&e, launch, 1, 1024, 256);
    exercise_at_most(&e, "shared load excess per block", 0, 3);
    exercise_at_most(&e, "shared store excess per block", 0, 3);
    return exercise_end(&e);
}
