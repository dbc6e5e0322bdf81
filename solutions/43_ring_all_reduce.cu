/* Exercise 43: ring all-reduce (fill the gap)
 *
 * Each of p cards has an array, and all are to get the sums. The arrays are cut into p pieces. The cards stand in a ring: each
 * sends only to the next one, one piece in each step. Two helpers do the work on a piece, and one does the waiting:
 *
 *     send(r, i, piece)      enqueues on card i: its piece of `out` is copied into the next card's out
 *     add_own(r, i, piece)   enqueues on card i: its piece of `in` is added to its piece of `out`
 *     receive(r)             what is enqueued from here on finds what the card before has sent so far
 *
 * Pieces and cards are counted round: piece -1 is the last one. In the beginning each card has copied its array from `in` to `out`.
 *
 * Required: all sums in `out` of every card, for any number of cards, including one. Each card sends 2 (p - 1) pieces, in as many
 * copies: (p - 1) / p of its array twice. No race. See docs/lessons/43_ring_all_reduce.md.
 */
#include "exercise.h"
#include "lesson_cards.h"

__global__ void add_to(int *out, const int *in, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] += in[i];
}

static int round_in(const struct reduction *r, int i) { return (i + 4 * r->cards) % r->cards; }

static void send(struct reduction *r, int i, int piece)
{
    struct reduction *card = &r->card[i], *next = &r->card[round_in(r, i + 1)];
    size_t first, n;
    lesson_card_part(r, r->n, round_in(r, piece), &first, &n);
    CUDA_CHECK(cudaMemcpyAsync(next->out + first, card->out + first, n * sizeof(int), cudaMemcpyDefault, card->stream));
}

static void add_own(struct reduction *r, int i, int piece)
{
    struct reduction *card = &r->card[i];
    size_t first, n;
    lesson_card_part(r, r->n, round_in(r, piece), &first, &n);
    CUDA_CHECK(cudaSetDevice(card->device));
    card->grid = 4;
    add_to<<<4, card->block, 0, card->stream>>>(card->out + first, card->in + first, n);
    CUDA_CHECK(cudaSetDevice(r->card[0].device));
}

static void receive(struct reduction *r)
{
    for (int i = 0; i < r->cards; i++)
        lesson_after(&r->card[i], &r->card[round_in(r, i - 1)]);
}

static void launch(struct reduction *r)
{
    lesson_meet(r);
    for (int i = 0; i < r->cards; i++)
        CUDA_CHECK(cudaMemcpyAsync(r->card[i].out, r->card[i].in, r->n * sizeof(int), cudaMemcpyDefault, r->card[i].stream));
    lesson_meet(r);
    /* ---- your code begins: about 12 lines ---- */
    for (int s = 0; s < r->cards - 1; s++) {
        for (int i = 0; i < r->cards; i++)
            send(r, i, i - 1 - s);
        receive(r);
        for (int i = 0; i < r->cards; i++)
            add_own(r, i, i - 2 - s);
    }
    receive(r);
    for (int s = 0; s < r->cards - 1; s++) {
        for (int i = 0; i < r->cards; i++)
            send(r, i, i - s);
        receive(r);
    }
    /* ---- your code ends ---- */
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise43", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 4,1,2,3,7 -n 1,7,33,1000,4097 -b 64,256");
    exercise_results(&e, &lesson_collected[LESSON_ALL_REDUCE], "ring", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    for (int i = 0; i < 4; i++) {
        static const char *const bytes[] = {"bytes sent by card 0", "bytes sent by card 1", "bytes sent by card 2",
                                            "bytes sent by card 3"};
        exercise_exactly(&e, bytes[i], 2 * 3 * 4096, 3); /* 2 (p - 1) / p of 4096 ints */
    }
    exercise_exactly(&e, "copies sent by card 1", 6, 3);
    return exercise_end(&e);
}
