/* Exercise 44b: one shot or two (predict)
 *
 * p cards have 4096 ints each, and all are to get their sums. There are two ways, both with kernels that use the others' memory:
 *
 *     one shot     each card loads all arrays, adds up, and stores the sums in its own memory
 *     two shots    each card loads only its part of all arrays, adds up, and stores the sums on all cards
 *
 * A card sends what others load from its memory, and what it stores in theirs. Before they run: how many bytes does
 * card 1 of four send in each of them, and of two? And what would one of 16 send? Events order the streams here, so
 * there are no flags to count. See docs/lessons/44_one_shot_all_reduce.md.
 */
#include "exercise.h"
#include "lesson_cards.h"

/* ---- your code begins: six numbers ---- */
static const int one_shot_of_4 = 49152;
static const int two_shots_of_4 = 24576;
static const int one_shot_of_2 = 16384;
static const int two_shots_of_2 = 16384;
static const int one_shot_of_16 = 245760;
static const int two_shots_of_16 = 30720;
/* ---- your code ends ---- */

struct team {
    const int *in[LESSON_MOST_CARDS];
    int *out[LESSON_MOST_CARDS];
    int cards;
};

__global__ void add_cards(team all, int from, int to, size_t first, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        int sum = 0;
        for (int k = 0; k < all.cards; k++)
            sum += all.in[k][first + i];
        for (int k = from; k < to; k++)
            all.out[k][first + i] = sum;
    }
}

template <int SHOTS> static void launch(struct reduction *r)
{
    team all = {{}, {}, r->cards};
    for (int i = 0; i < r->cards; i++) {
        all.in[i] = r->card[i].in;
        all.out[i] = r->card[i].out;
    }
    lesson_meet(r);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        size_t first = 0, n = r->n;
        if (SHOTS == 2)
            lesson_card_part(r, r->n, i, &first, &n);
        c->grid = 4;
        add_cards<<<4, c->block, 0, c->stream>>>(all, SHOTS == 2 ? 0 : i, SHOTS == 2 ? r->cards : i + 1, first, n);
    });
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise44b", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 4,2 -n 1001,4096 -b 64,256");
    const struct lesson_check *sums = &lesson_collected[LESSON_ALL_REDUCE];
    exercise_results(&e, sums, "one shot", launch<1>, 1, 1, 1);
    exercise_results(&e, sums, "two shots", launch<2>, 1, 1, 1);
    exercise_count(&e, launch<1>, 1, 4096, 256);
    exercise_predict(&e, "bytes sent by card 1", one_shot_of_4, 1);
    exercise_count(&e, launch<2>, 1, 4096, 256);
    exercise_predict(&e, "bytes sent by card 1", two_shots_of_4, 2);
    exercise_predict_value(&e, "one shot, bytes sent by each of 2 cards", one_shot_of_2, 4096 * 4, 0, 2);
    exercise_predict_value(&e, "two shots, bytes sent by each of 2 cards", two_shots_of_2, 2 * 4096 * 4 / 2, 0, 2);
    exercise_predict_value(&e, "one shot, bytes sent by each of 16 cards", one_shot_of_16, 15 * 4096 * 4, 0, 3);
    exercise_predict_value(&e, "two shots, bytes sent by each of 16 cards", two_shots_of_16, 2 * 15 * 4096 * 4 / 16, 0, 3);
    return exercise_end(&e);
}
