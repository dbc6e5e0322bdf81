/* Exercise 24c: a tree of blocks (find the bug)
 *
 * For its author one block that adds up thousands of words was too slow. Here the blocks are a tree:
 *
 *                    node 0
 *            node 1         node 2            node k waits for 2k + 1 and 2k + 2, adds its own
 *        node 3  node 4  node 5  node 6       sum and passes on the total; node 0 has the result
 *
 * Each block leaves its total and a flag in one 64-bit word, and the block that has read a word
 * empties it. On the author's card small arrays were right. With larger arrays the program hangs.
 *
 * Required: right sums with any grid. Each node waits for at most two others. One line is wrong. See
 * docs/lessons/24_last_block.md.
 */
#include "exercise.h"
#include "lesson_share.h"

#define IS_THERE (1ull << 32)

__device__ unsigned tickets;                              /* 0, and 0 again when a launch has ended */
__device__ volatile unsigned long long words[1 << 16];

__device__ int wait_for(unsigned node)
{
    unsigned long long word;
    do
        word = words[node];
    while (word < IS_THERE);
    words[node] = 0;
    return (int)(unsigned)word;
}

__global__ void tree_of_blocks(const int *in, size_t n, int *result)
{
    unsigned node = 0; /* in thread 0 */
    if (threadIdx.x == 0)
/* ---- your code begins: whatever is wrong is in here ---- */
        /* A block may only wait for blocks that have begun. The number of a block says nothing about
         * that. A ticket does: blocks with smaller ones have begun. The root waits for all others, so
         * it has the last ticket, and nodes 2k + 1 and 2k + 2 have smaller tickets than node k. */
        node = gridDim.x - 1 - atomicInc(&tickets, gridDim.x - 1);
/* ---- your code ends ---- */
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x > 0)
        return;
    for (unsigned child = 2 * node + 1; child <= 2 * node + 2; child++)
        if (child < gridDim.x)
            sum += wait_for(child);
    if (node == 0)
        *result = sum;
    else
        words[node] = IS_THERE + (unsigned)sum;
}

static void launch(struct reduction *r)
{
    tree_of_blocks<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise24c", LESSON_INT,
                                       "-n 33,1000,8192 -b 32");
    exercise_sums(&e, "tree_of_blocks", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 65536, 64);
    exercise_exactly(&e, "launches", 1, 3);
    exercise_at_most(&e, "global atomic lanes per block", 1, 3);
    return exercise_end(&e);
}
