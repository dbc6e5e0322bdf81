/* Exercise 41c: who has what (predict)
 *
 * 1001 ints are split over four cards. Parts are whole packs of 16 bytes, four ints, except where the array ends. The parts
 * of two cards differ by at most one pack, and the first cards have the longer ones.
 *
 * Two functions add up the array, both with one kernel on each card. In the first the host collects: each card writes its
 * sum into the host's memory. In the second each card but the first copies its sum, an int, into the first card's memory,
 * where one more kernel adds up.
 *
 * Before they run: how many ints does card 0 have, and how many card 3? How many kernels does each function launch, and how many
 * bytes does card 1 send into other cards' memory? See docs/lessons/41_several_gpus.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "lesson_cards.h"

/* ---- your code begins: six numbers ---- */
static const int ints_on_card_0 = EXERCISE_UNKNOWN;
static const int ints_on_card_3 = EXERCISE_UNKNOWN;
static const int host_launches = EXERCISE_UNKNOWN;
static const int host_bytes_of_card_1 = EXERCISE_UNKNOWN;
static const int collect_launches = EXERCISE_UNKNOWN;
static const int collect_bytes_of_card_1 = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

__global__ void part_sum(const int *in, size_t n, int *sum)
{
    int x = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        x += in[i];
    x = lesson_block_total(x, lesson_plus());
    if (threadIdx.x == 0)
        *sum = x;
}

__global__ void add_sums(const int *sums, int cards, int *result)
{
    int x = (int)threadIdx.x < cards ? sums[threadIdx.x] : 0;
    x = lesson_warp_total(x, lesson_plus());
    if (threadIdx.x == 0)
        *result = x;
}

static void launch_host(struct reduction *r)
{
    int *sums = (int *)lesson_pinned_memory(r, LESSON_MOST_CARDS * sizeof(int));
    int *total = (int *)lesson_pinned_memory(r, sizeof(int));
    lesson_on_cards(r, [&](struct reduction *card, int i) {
        card->grid = 1;
        part_sum<<<1, card->block, 0, card->stream>>>(card->in, card->n, &sums[i]);
    });
    *total = 0;
    for (int i = 0; i < r->cards; i++) {
        CUDA_CHECK(cudaStreamSynchronize(r->card[i].stream));
        *total += sums[i];
    }
    CUDA_CHECK(cudaMemcpyAsync(r->result, total, sizeof(int), cudaMemcpyDefault, r->stream));
}

static void launch_collect(struct reduction *r)
{
    struct reduction *first = &r->card[0];
    int *sums = first->scratch;
    lesson_on_cards(r, [&](struct reduction *card, int i) {
        card->grid = 1;
        part_sum<<<1, card->block, 0, card->stream>>>(card->in, card->n, i == 0 ? sums : card->result);
        if (i > 0)
            CUDA_CHECK(cudaMemcpyAsync(&sums[i], card->result, sizeof(int), cudaMemcpyDefault, card->stream));
        lesson_after(first, card);
    });
    add_sums<<<1, 32, 0, first->stream>>>(sums, r->cards, r->result);
    for (int i = 1; i < r->cards; i++)
        lesson_after(&r->card[i], first);
}

int main(int argc, char **argv)
{
    struct exercise e =
        exercise_begin(argc, argv, "exercise41c", LESSON_INT | LESSON_CARDS, "--cards 4,2 -n 1001,4096 -b 64,256");
    size_t first, length[LESSON_MOST_CARDS];
    for (int i = 0; i < 4; i++)
        lesson_split(1001, 4, 4, i, &first, &length[i]);
    exercise_sums(&e, "the host collects", launch_host, 1, 1, 1);
    exercise_sums(&e, "the first card collects", launch_collect, 1, 1, 1);
    exercise_predict_value(&e, "ints on card 0", ints_on_card_0, (double)length[0], 0, 1);
    exercise_predict_value(&e, "ints on card 3", ints_on_card_3, (double)length[3], 0, 1);
    exercise_count(&e, launch_host, 1, 1001, 256);
    exercise_predict(&e, "launches", host_launches, 2);
    exercise_predict(&e, "bytes sent by card 1", host_bytes_of_card_1, 3);
    exercise_count(&e, launch_collect, 1, 1001, 256);
    exercise_predict(&e, "launches", collect_launches, 2);
    exercise_predict(&e, "bytes sent by card 1", collect_bytes_of_card_1, 3);
    return exercise_end(&e);
}
