/* Exercise 09c: half as many trees (beat the count)
 *
 * This is reduce_unrolling8, with its eight loads written out as in the book. For 16384 elements in
 * blocks of 256 threads it launches 8 blocks, each with a tree of its own: 72 barriers and 168
 * store requests. Most of these requests belong to the trees.
 *
 * Required for the same elements: at most 36 barriers and 84 store requests, and still 4 blocks
 * or more, so that each of 4 SMs has one. DATA_BLOCKS is how many data blocks a block takes; the
 * launch function makes sure that all of them are there. You may rewrite the lines with the loads,
 * too, so that you need not write twice as many. See docs/lessons/09_unroll_data_blocks.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

/* ---- your code begins: a number and one function ---- */
enum { DATA_BLOCKS = 8 };

/* The sum of this thread's elements, one from each data block. */
__device__ int sum_of_thread(const int *data)
{
    unsigned tid = threadIdx.x, block = blockDim.x;
    int a1 = data[tid];
    int a2 = data[tid + block];
    int a3 = data[tid + 2 * block];
    int a4 = data[tid + 3 * block];
    int a5 = data[tid + 4 * block];
    int a6 = data[tid + 5 * block];
    int a7 = data[tid + 6 * block];
    int a8 = data[tid + 7 * block];
    return a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
}
/* ---- your code ends ---- */

__global__ void reduce_unrolling(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (DATA_BLOCKS * blockDim.x);

    data[tid] = sum_of_thread(data);
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
    int pieces = lesson_whole_groups(r, DATA_BLOCKS, piece); /* see lesson 08 */
    for (int i = 0; i < pieces; i++)
        reduce_unrolling<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data,
                                                                    piece[i].partial);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise09c",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "reduce_unrolling", launch, DATA_BLOCKS, 2, 2);
    struct reduction r = exercise_count(&e, launch, DATA_BLOCKS, 16384, 256);
    exercise_at_most(&e, "barriers", 36, 1);
    exercise_at_most(&e, "global store requests", 84, 3);
    exercise_at_most(&e, "global load requests", 612, 3); /* 512, and 25 in each tree */
    exercise_true(&e, "at least 4 blocks for 16384 elements", r.grid >= 4,
                  "too few for 4 SMs", 1);
    return exercise_end(&e);
}
