/* Exercise 09: four loads on their way (fill the gap)
 *
 * Each block gets four neighbouring blocks of data, of blockDim.x elements each. Before the tree
 * each thread adds the elements at its own place in all four:
 *
 *     data block  0 (tid 0..3)    1           2           3
 *     element     0  1  2  3      4  5  6  7  8  9 10 11  12 13 14 15
 *     thread 1       1 +             5 +         9 +         13   -> sum
 *
 * So far the code in the gap takes only the first one. Required: right sums, and loads that need
 * not wait for each other: no store between them, and 32 neighbours in each request. See
 * docs/lessons/09_unroll_data_blocks.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

__global__ void reduce_unrolling4(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (4 * blockDim.x);
    int sum;

    /* ---- your code begins: about 5 lines ---- */
    sum = data[tid];
    /* ---- your code ends ---- */

    data[tid] = sum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 4, piece); /* 4 whole data blocks each: see lesson 08 */
    for (int i = 0; i < pieces; i++)
        reduce_unrolling4<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data,
                                                                     piece[i].partial);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise09",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "reduce_unrolling4", launch, 4, 1, 2);
    exercise_count(&e, launch, 4, 16384, 256);
    exercise_at_most(&e, "global load requests per block", 57, 3); /* 32, and 25 in the tree */
    exercise_at_most(&e, "global load sectors per block", 197, 3); /* 128 + 69 */
    exercise_at_most(&e, "global store requests per block", 21, 3); /* 8 + 13 */
    return exercise_end(&e);
}
