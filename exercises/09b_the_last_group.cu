/* Exercise 09b: sixteen million, and one more (find the bug)
 *
 * Each block takes a group of 8 data blocks, and each of its threads one element from each of them.
 * The tree is in shared memory, so there is always a place for a 0. Somebody wrote the program for
 * 2^24 elements, and measured it with 2^24 elements. Then somebody else appended one, and the sum
 * stayed as it was.
 *
 * Required: the sum of any number of elements, with no more blocks than there are groups, full or
 * not, and at most eight loads for each thread. Elements get lost in two places. See
 * docs/lessons/09_unroll_data_blocks.md.
 */
#include "exercise.h"

/* ---- your code begins: whatever is wrong is in here ---- */
/* The elements of one thread: in[i] and those at its place in the next 7 data blocks. */
__device__ int sum_of_eight(const int *in, size_t i, size_t n)
{
    int sum = 0;
    if (i + 7 * blockDim.x < n)
        for (unsigned k = 0; k < 8; k++)
            sum += in[i + k * blockDim.x];
    return sum;
}

/* How many groups of 8 data blocks are there? */
static unsigned groups_of(size_t n, unsigned block)
{
    return blocks_for(n, block) / 8;
}
/* ---- your code ends ---- */

__global__ void reduce_unrolling8(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;

    sums[tid] = sum_of_eight(in, (size_t)blockIdx.x * (8 * blockDim.x) + tid, n);
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
    r->grid = groups_of(r->n, r->block);
    reduce_unrolling8<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial,
                                                                                r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise09b", LESSON_INT,
                                       "-n 65536,65537,40009,8191,1000,33,1" EXERCISE_LARGE
                                       " -b 32,128,256,1024");
    exercise_sums(&e, "reduce_unrolling8", launch, 8, 1, 2);
    exercise_count(&e, launch, 8, 18431, 256);
    exercise_at_most(&e, "blocks", 9, 3);
    exercise_at_most(&e, "global load requests", 576, 3); /* one for each 32 elements */
    return exercise_end(&e);
}
