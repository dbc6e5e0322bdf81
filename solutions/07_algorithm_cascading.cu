/* Exercise 07: many elements per thread (fill the gap)
 *
 * The tree is there. Before it, each thread has to add up 2 * pairs elements by itself. A pair is
 * two elements, `block` apart. From one pair to the next, a thread moves on by as many elements as
 * all blocks together take in one turn:
 *
 *     2 blocks of 4 threads, 2 pairs each:
 *         elements   0..7      8..15     16..23    24..31
 *         belong to  block 0   block 1   block 0   block 1
 *                    pair 0    pair 0    pair 1    pair 1
 *
 * The code in the gap is still that of lesson 06: one pair, whatever `pairs` says. Required: right
 * sums for any number of pairs, and no more requests and sectors than it takes to read the input.
 * See docs/lessons/07_algorithm_cascading.md.
 */
#include "exercise.h"

__global__ void reduce7(const int *in, int *partial, size_t n, unsigned pairs)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x, block = blockDim.x;
    size_t i = (size_t)blockIdx.x * (2 * block) + tid;
    int sum = 0;

    /* ---- your code begins: about 7 lines ---- */
    /* In one turn each of the gridDim.x blocks takes 2 * block elements: 32 lanes load neighbours,
     * and the grid as a whole walks through the array from beginning to end. */
    size_t stride = (size_t)gridDim.x * (2 * block);
#pragma unroll 8
    for (unsigned pair = 0; pair < pairs; pair++, i += stride) {
        /* Either of the two may lie beyond the end, so each has its guard. */
        if (i < n)
            sum += in[i];
        if (i + block < n)
            sum += in[i + block];
    }
    /* ---- your code ends ---- */

    sums[tid] = sum;
    __syncthreads();
    for (unsigned s = block / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    unsigned pairs = r->elements_per_thread / 2;
    reduce7<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n,
                                                                      pairs);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise07", LESSON_INT,
                                       "-n 1,2,33,127,1000,4097,40009" EXERCISE_LARGE
                                       " -b 32,64,256,1024");
    exercise_sums(&e, "reduce7, 1 pair", launch, 2, 2, 2);
    exercise_sums(&e, "reduce7, 3 pairs", launch, 6, 1, 2);
    exercise_sums(&e, "reduce7, 8 pairs", launch, 16, 1, 2);
    exercise_count(&e, launch, 16, 16384, 256);
    exercise_at_most(&e, "global load requests per block", 128, 3);
    exercise_at_most(&e, "global load sectors per block", 512, 3);
    exercise_at_most(&e, "barriers per block", 9, 3);
    return exercise_end(&e);
}
