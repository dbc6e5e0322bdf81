/* Exercise 42: peer access (fill the gap)
 *
 * A kernel on card 0 adds up parts that lie on all cards. It needs only their addresses: once card 0 has peer access, loads
 * go over the link by themselves. So which block takes which elements? Some of the blocks work on each part, so that
 * no link, and not the card's own memory, has to wait for another.
 *
 * Required: thread_sum returns what this thread adds up, and all threads of all blocks together add up each element of each part
 * once. Any number of parts, of any length, including 0. The grid is a multiple of the number of parts. Blocks b, b + parts,
 * b + 2 parts ... work on part b. Lanes load neighbours: no more sectors than needed. Nothing else goes over the links.
 * See docs/lessons/42_peer_access.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "lesson_cards.h"

struct parts {
    const int *in[LESSON_MOST_CARDS];
    size_t n[LESSON_MOST_CARDS];
    unsigned count;
};

/* This thread's part of the sum. */
__device__ int thread_sum(const parts &of)
{
    int sum = 0;
    /* ---- your code begins: about 5 lines ---- */
    /* ---- your code ends ---- */
    return sum;
}

__global__ void sum_parts(parts of, int *sums)
{
    int x = lesson_block_total(thread_sum(of), lesson_plus());
    if (threadIdx.x == 0)
        sums[blockIdx.x] = x;
}

static void launch(struct reduction *r)
{
    parts of = {{}, {}, (unsigned)r->cards};
    for (int i = 0; i < r->cards; i++) {
        of.in[i] = r->card[i].in;
        of.n[i] = r->card[i].n;
        r->card[i].grid = 0;
    }
    lesson_meet(r);
    r->card[0].grid = 2 * of.count;
    sum_parts<<<2 * of.count, r->block, 0, r->stream>>>(of, r->card[0].partial);
    r->grid = 2 * of.count;
    finish(r);
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise42", LESSON_INT | LESSON_CARDS,
                                       "--cards 4,1,2,3,7 -n 1,5,33,1000,4097,33333 -b 64,256");
    exercise_sums(&e, "sum_parts", launch, 16, 1, 2);
    exercise_count(&e, launch, 16, 16384, 256);
    exercise_exactly(&e, "bytes sent by card 1", 16384, 3);
    exercise_exactly(&e, "bytes sent by card 3", 16384, 3);
    exercise_at_most(&e, "global load sectors", 2058, 3);
    return exercise_end(&e);
}
