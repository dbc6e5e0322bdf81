/* Exercise 02c: blocks of 96 threads (find the bug)
 *
 * The author wanted to try more block sizes than powers of two, and let --block take any multiple
 * of 32: 96, 160, 480. The tests used the default, 256, and passed. With 96 there is no message
 * and no error, but even the sum of three numbers is wrong.
 *
 * Required: right sums for any block that is a multiple of 32, no mistake, and still a tree: in a
 * block of 480 at most ten barriers and 60 shared loads, without atomics. The bug is in the loop.
 * See docs/lessons/02_sequential_addressing.md.
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
    for (unsigned left = blockDim.x; left > 1;) {
        /* Rounded up: of an odd number of sums, the one in the middle has no partner and stays as
         * it is. Rounded down, the 3 sums of a block of 96 became 1, and the third was never
         * added. */
        unsigned s = (left + 1) / 2;
        if (tid + s < left)
            sums[tid] += sums[tid + s];
        __syncthreads();
        left = s;
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
    struct exercise e = exercise_begin(argc, argv, "exercise02c", LESSON_INT | LESSON_ANY_BLOCK,
                                       "-n 1,2,3,31,33,64,127,257,1000,1025,2049,12345,65536"
                                       EXERCISE_LARGE EXERCISE_ANY_BLOCKS);
    exercise_sums(&e, "reduce2", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4800, 480);
    exercise_at_most(&e, "barriers per block", 10, 3);
    exercise_at_most(&e, "shared load requests per block", 60, 3);
    exercise_at_most(&e, "shared atomic requests", 0, 3);
    return exercise_end(&e);
}
