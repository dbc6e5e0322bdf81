/* Exercise 43b: one step ahead (find the bug)
 *
 * A reduce-scatter in a ring, which stores its sums straight into the next card's memory. With two cards it is right. With
 * three, elements of some pieces are wrong now and then. Nothing is wrong if a cudaDeviceSynchronize stands after each step.
 * Somebody left it there, and small arrays became ten times as slow.
 *
 * Required: card i has the sums of piece i, for any number of cards. No race, no wait of the host, and in each step
 * all cards work at the same time. There are two bugs, both in launch. See docs/lessons/43_ring_all_reduce.md.
 */
#include "exercise.h"
#include "lesson_cards.h"

/* there[i] = a[i] + b[i]; or a[i], if b is NULL */
__global__ void add_and_send(const int *a, const int *b, int *there, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        there[i] = a[i] + (b ? b[i] : 0);
}

static void launch(struct reduction *r)
{
    int p = r->cards;
    lesson_meet(r);
    /* ---- your code begins: whatever is wrong is in here ---- */
    for (int s = 0; s < p; s++) { /* the last step: the card's own piece stays */
        for (int i = 0; i < p && s > 0; i++)
            lesson_after(&r->card[i], &r->card[(i + p - 1) % p]);
        lesson_on_cards(r, [&](struct reduction *card, int i) {
            int piece = (i + 2 * p - 1 - s) % p;
            struct reduction *to = s == p - 1 ? card : &r->card[(i + 1) % p];
            size_t first, n;
            lesson_card_part(r, r->n, piece, &first, &n);
            const int *a = s == 0 ? card->in : card->out, *b = s == 0 ? NULL : card->in + first;
            card->grid = 4;
            add_and_send<<<4, card->block, 0, card->stream>>>(a + first, b, to->out + first, n);
        });
    }
    /* ---- your code ends ---- */
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise43b", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 4,2,1,3 -n 1,7,1000,4097 -b 64,256");
    exercise_results(&e, &lesson_collected[LESSON_REDUCE_SCATTER], "reduce_scatter", launch, 1, 1, 2);
    exercise_in_turn(&e, "steps of the cards overlap", launch, 1, 4, 2); /* of 4 cards: one kernel for each step */
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_exactly(&e, "bytes sent by card 0", 3 * 4096, 3); /* (p - 1) / p of 4096 ints */
    exercise_exactly(&e, "bytes sent by card 2", 3 * 4096, 3);
    return exercise_end(&e);
}
