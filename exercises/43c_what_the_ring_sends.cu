/* Exercise 43c: what the ring sends (predict)
 *
 * Four cards have 4096 ints each, and all are to get their sums. There are two ways:
 *
 *     through card 0     the others copy their arrays to card 0, which adds up, and then copies the sums to each of them
 *     in a ring          four pieces, in 2 (p - 1) steps: in each, every card copies one piece to the next card
 *
 * Before they run: how many bytes does card 0 send in each of them, and how many card 1? How many copies does card 1 make in
 * the ring? And what would each card send in a ring of 16 cards, with arrays of the same length?
 * See docs/lessons/43_ring_all_reduce.md.
 */
#include "exercise.h"
#include "lesson_cards.h"

/* ---- your code begins: six numbers ---- */
static const int star_bytes_of_card_0 = EXERCISE_UNKNOWN;
static const int star_bytes_of_card_1 = EXERCISE_UNKNOWN;
static const int ring_bytes_of_card_0 = EXERCISE_UNKNOWN;
static const int ring_bytes_of_card_1 = EXERCISE_UNKNOWN;
static const int ring_copies_of_card_1 = EXERCISE_UNKNOWN;
static const int bytes_of_each_of_16 = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

__global__ void add_to(int *out, const int *in, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] += in[i];
}

static void add(struct reduction *card, size_t first, const int *in, size_t n)
{
    CUDA_CHECK(cudaSetDevice(card->device));
    add_to<<<4, card->block, 0, card->stream>>>(card->out + first, in, n);
}

static void copy(struct reduction *card, int *to, const int *from, size_t n)
{
    CUDA_CHECK(cudaMemcpyAsync(to, from, n * sizeof(int), cudaMemcpyDefault, card->stream));
}

static void launch_star(struct reduction *r)
{
    struct reduction *first = &r->card[0];
    lesson_meet(r);
    copy(first, first->out, first->in, r->n);
    for (int i = 1; i < r->cards; i++) {
        copy(&r->card[i], first->scratch, r->card[i].in, r->n);
        lesson_after(first, &r->card[i]);
        add(first, 0, first->scratch, r->n);
        for (int k = 1; k < r->cards; k++)
            lesson_after(&r->card[k], first); /* the next one may come */
    }
    for (int i = 1; i < r->cards; i++)
        copy(first, r->card[i].out, first->out, r->n);
    CUDA_CHECK(cudaSetDevice(first->device));
    lesson_meet(r);
}

static void launch_ring(struct reduction *r)
{
    int p = r->cards;
    lesson_meet(r);
    for (int i = 0; i < p; i++)
        copy(&r->card[i], r->card[i].out, r->card[i].in, r->n);
    lesson_meet(r);
    for (int s = 0; s < 2 * (p - 1); s++) {
        for (int i = 0; i < p; i++) {
            size_t first, n;
            lesson_card_part(r, r->n, (i + 3 * p - 1 - s) % p, &first, &n);
            copy(&r->card[i], r->card[(i + 1) % p].out + first, r->card[i].out + first, n);
        }
        lesson_meet(r);
        for (int i = 0; i < p && s < p - 1; i++) {
            size_t first, n;
            lesson_card_part(r, r->n, (i + 3 * p - 2 - s) % p, &first, &n);
            add(&r->card[i], first, r->card[i].in + first, n);
        }
    }
    CUDA_CHECK(cudaSetDevice(r->card[0].device));
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise43c", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 4,2 -n 1001,4096 -b 64,256");
    const struct lesson_check *sums = &lesson_collected[LESSON_ALL_REDUCE];
    exercise_results(&e, sums, "through card 0", launch_star, 1, 1, 1);
    exercise_results(&e, sums, "in a ring", launch_ring, 1, 1, 1);
    exercise_count(&e, launch_star, 1, 4096, 256);
    exercise_predict(&e, "bytes sent by card 0", star_bytes_of_card_0, 1);
    exercise_predict(&e, "bytes sent by card 1", star_bytes_of_card_1, 1);
    exercise_count(&e, launch_ring, 1, 4096, 256);
    exercise_predict(&e, "bytes sent by card 0", ring_bytes_of_card_0, 2);
    exercise_predict(&e, "bytes sent by card 1", ring_bytes_of_card_1, 2);
    exercise_predict(&e, "copies sent by card 1", ring_copies_of_card_1, 2);
    exercise_predict_value(&e, "bytes sent by each of 16 cards", bytes_of_each_of_16, 2 * 15 * 4096 * 4 / 16, 0, 3);
    return exercise_end(&e);
}
