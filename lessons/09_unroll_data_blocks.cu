/* Lesson 09: unroll data blocks
 *
 * In lesson 08 a thread loads two elements, or none, before it has to wait. Here each thread first
 * adds the elements at its place in 2, 4 or 8 neighbouring blocks of data. Then the tree runs over
 * the first of these. The loads do not depend on each other, so all are in flight together.
 *
 *     data block  0 (tid 0..3)    1           2           3
 *     element     0  1  2  3      4  5  6  7  8  9 10 11  12 13 14 15
 *     thread 0    0 +             4 +         8 +         12   -> element 0; thread 1 likewise
 *     tree        over elements 0 to 3
 *
 * If the last group is not whole, a copy that is filled up with zeros takes its place.
 */
#include "lesson.h"
#include "lesson_groups.h"

/* Each thread begins with `blocks` loads. It is a constant, so the compiler writes out both loops
 * over k, and a[] is registers. */
template <unsigned blocks>
__global__ void reduce_unrolling(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (blocks * blockDim.x);
    int a[blocks];
    int sum = 0;

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

template <unsigned blocks>
static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, blocks, piece);

    for (int i = 0; i < pieces; i++)
        reduce_unrolling<blocks><<<piece[i].grid, r->block, 0, r->stream>>>(
            piece[i].data, piece[i].partial);
    finish(r);
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
    lesson_run(&l, "reduce_unrolling2", launch<2>, 2);
    lesson_run(&l, "reduce_unrolling4", launch<4>, 4);
    lesson_run(&l, "reduce_unrolling8", launch<8>, 8);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
