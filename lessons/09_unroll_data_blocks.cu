/* Lesson 09: unroll data blocks
 *
 * In lesson 08 a block adds up one block of data, and a thread loads two elements before it has to
 * wait, or none. Here each thread first adds the elements at its place in 2, 4 or 8 neighbouring
 * blocks of data, and the tree runs over the first of them:
 *
 *     data block  0 (tid 0..3)    1           2           3
 *     element     0  1  2  3      4  5  6  7  8  9 10 11  12 13 14 15
 *     thread 0    0 +             4 +         8 +         12   -> element 0; thread 1 likewise
 *     tree        over elements 0 to 3
 *
 * The loads do not depend on each other: all are on their way before the first answer is there.
 * And there are 2, 4 or 8 times fewer blocks, trees and barriers.
 *
 * The last group may lack blocks, and the last block elements. As in lesson 08 a copy that is
 * filled up with zeros takes its place, and the kernels know nothing of it.
 *
 * What to expect: for 4096 elements, in blocks of 512 threads
 *
 *                          blocks  load requests  store requests  barriers  loads in flight
 *     reduce_interleaved        8            328             168        72  2, half the threads
 *     reduce_unrolling2         4            292             148        40  2
 *     reduce_unrolling4         2            210              74        20  4
 *     reduce_unrolling8         1            169              37        10  8
 *     H200, 2^24 ints, block 512: 1132, 1824, 2628 GB/s (reduce_interleaved: 669)
 */
#include "lesson.h"
#include "lesson_groups.h"

/* As many data blocks as `blocks` says; the compiler writes both loops over k out. */
template <unsigned blocks>
__device__ void reduce_unrolled(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (blocks * blockDim.x);
    int sum = 0, a[blocks]; /* registers */

    for (unsigned k = 0; k < blocks; k++)
        a[k] = data[tid + k * blockDim.x];
    for (unsigned k = 0; k < blocks; k++)
        sum += a[k];
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

__global__ void reduce_unrolling2(int *in, int *partial)
{
    reduce_unrolled<2>(in, partial);
}

__global__ void reduce_unrolling4(int *in, int *partial)
{
    reduce_unrolled<4>(in, partial);
}

__global__ void reduce_unrolling8(int *in, int *partial)
{
    reduce_unrolled<8>(in, partial);
}

#define LAUNCH(kernel, blocks)                                                                     \
    struct lesson_piece piece[2];                                                                  \
    int pieces = lesson_whole_groups(r, blocks, piece);                                            \
    for (int i = 0; i < pieces; i++)                                                               \
        kernel<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data, piece[i].partial);        \
    finish(r)

static void launch2(struct reduction *r)
{
    LAUNCH(reduce_unrolling2, 2);
}

static void launch4(struct reduction *r)
{
    LAUNCH(reduce_unrolling4, 4);
}

static void launch8(struct reduction *r)
{
    LAUNCH(reduce_unrolling8, 8);
}

static const struct lesson_about about = {
    .title = "unroll data blocks",
    .part = "II",
    .step_from = "lesson08",
    .offers = LESSON_INT | LESSON_DESTROYS_INPUT,
    .defaults = "-n 2^24 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce_unrolling2", launch2, 2);
    lesson_run(&l, "reduce_unrolling4", launch4, 4);
    lesson_run(&l, "reduce_unrolling8", launch8, 8);
    return lesson_end(&l);
}
