/* Exercise 15: reshape until one is left (fill the gap)
 *
 * Each row has `pieces` pieces of `length` elements, the last one perhaps shorter. Each block of
 * the kernel adds up one of them. The result is again a matrix, with as many rows, each of `pieces`
 * elements. So you can launch the same kernel on that, and so on, until each row has one element.
 * You write the host's loop around the launch. There are two workspaces, r->partial_float and
 * r->scratch_float; the last launch writes to r->result_float.
 *
 * Required: right sums for any number of rows and any n, no mistake, every launch with pieces of
 * `length`, and no more launches than needed. See docs/lessons/15_large_arrays.md.
 */
#include "exercise.h"
#include "lesson_block.h"

/* sums[i] is the sum of piece i; piece i % pieces of row i / pieces. */
__global__ void sum_pieces(const float *in, float *sums, size_t n, unsigned pieces, size_t length)
{
    size_t begin = blockIdx.x % pieces * length, left = n - begin;
    const float *piece = in + blockIdx.x / pieces * n + begin;
    float sum = lesson_thread_sum<1>(piece, threadIdx.x, left < length ? left : length, blockDim.x,
                                     blockDim.x);
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

static void launch(struct reduction *r)
{
    size_t length = (size_t)r->block * r->elements_per_thread;
    const float *from = r->in_float; /* r->batch rows, of r->n elements each at first */
    float *to = r->partial_float;
    size_t n = r->n;
    r->chain = 2 + r->block / 32; /* additions one after another: for the bound of the check */

/* ---- your code begins: about 10 lines ---- */
    for (;;) {
        unsigned pieces = blocks_for(n, length); /* of each row: rounded up */
        if (pieces == 1)
            to = r->result_float;
        sum_pieces<<<r->batch * pieces, r->block, 0, r->stream>>>(from, to, n, pieces, length);
        if (pieces == 1)
            break;
        from = to; /* now a row holds the sums of its pieces */
        n = pieces;
        /* Never the array that is read: a block could overwrite what another has yet to read */
        to = from == r->partial_float ? r->scratch_float : r->partial_float;
    }
/* ---- your code ends ---- */
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise15", LESSON_FLOAT | LESSON_BATCH,
                                       "-n 1,33,257,1000,4097,12345" EXERCISE_LARGE
                                       " -b 32,256,1024 --batch 1,3");
    exercise_sums(&e, "sum_pieces", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 32, 32); /* one piece */
    exercise_exactly(&e, "launches", 1, 3);
    exercise_count(&e, launch, 1, 2048, 32); /* 64 pieces, then 2, then 1 */
    exercise_exactly(&e, "launches", 3, 3);
    exercise_exactly(&e, "blocks", 64 + 2 + 1, 3);
    exercise_count(&e, launch, 2, 1000, 64, 4); /* 4 rows of 8 pieces, then of 1 */
    exercise_exactly(&e, "blocks", 4 * (8 + 1), 3);
    return exercise_end(&e);
}
