/* Exercise 24: the block that waits (fill the gap)
 *
 * Each block draws a ticket as it begins, and adds up its elements meanwhile. So the block with the
 * last ticket knows that all others have begun, but not that they are done. Each block leaves its
 * sum together with a flag, in one 64-bit word of its own: IS_THERE + the sum's 32 bits. The block
 * with the last ticket waits for every word and adds them up.
 *
 * In the gap, thread 0 has the block's sum in `sum` and its ticket in `ticket`. The other threads do
 * not know them. `words` is volatile, so a loop loads it again in each turn. lesson_block_sum(x) adds
 * up one number of each thread of the block, for thread 0. All threads must call it.
 *
 * Required: right sums, however often launch() is called and with any grid; no mistake; one launch;
 * one atomic for each block; and at the end one load of a warp for each 32 words.
 * See docs/lessons/24_last_block.md.
 */
#include "exercise.h"
#include "lesson_share.h"

#define IS_THERE (1ull << 32)

/* These are 0 when a launch begins, and must be when it has ended. */
__device__ unsigned tickets;
__device__ unsigned long long word_of_block[1 << 16];

__global__ void flagged_sums(const int *in, size_t n, int *result)
{
    __shared__ bool is_last;
    volatile unsigned long long *words = word_of_block;
    unsigned ticket = 0;
    if (threadIdx.x == 0)
        ticket = atomicInc(&tickets, gridDim.x - 1);      /* after gridDim.x of them it is 0 again */
    int sum = lesson_share_sum(in, n);

/* ---- your code begins: about 18 lines ---- */
    if (threadIdx.x == 0)
        words[blockIdx.x] = IS_THERE + (unsigned)sum;
    /* and who adds them up? */
/* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    flagged_sums<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}

/* How many of the first 128 words, and of the tickets, are not 0 any more? */
static int left_behind(void)
{
    unsigned long long word[128];
    unsigned drawn;
    int count = 0;
    CUDA_CHECK(cudaMemcpyFromSymbol(word, word_of_block, sizeof word));
    CUDA_CHECK(cudaMemcpyFromSymbol(&drawn, tickets, sizeof drawn));
    for (unsigned i = 0; i < 128; i++)
        count += word[i] != 0;
    return count + (drawn != 0);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise24", LESSON_INT,
                                       "-n 1000,1,4097,33,65536 -b 64,32,256");
    exercise_sums(&e, "flagged_sums", launch, LESSON_SHARE, 1, 2);
    exercise_count(&e, launch, LESSON_SHARE, 65536, 64);
    exercise_true(&e, "tickets and words are 0 again", e.failed || left_behind() == 0,
                  "there are words that are still there. A block of the next launch that waits would "
                  "take them for new ones", 1);
    exercise_exactly(&e, "launches", 1, 3);
    exercise_exactly(&e, "global atomic lanes per block", 1, 3);
    exercise_at_most(&e, "global load requests", 65536 / 4 / 32 + 64 / 32, 3);
    return exercise_end(&e);
}
