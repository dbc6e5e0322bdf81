/* Exercise 41: several GPUs (fill the gap)
 *
 * Each card has a part of the array, and one block of it has added that part up. The sum lies in the card's own memory. Write
 * the end: one number from each card has to come to the first card, which adds them up. The host must not wait. It has other
 * things to do, and a graph could not hold such a wait.
 *
 * Required: the sum of all parts in r->result, for any number of cards and any n, also when the next reduction is enqueued
 * at once. Each card but the first sends 4 bytes, in one copy. All cards begin before any has ended: the host waits for
 * nothing. add_sums, given, adds up numbers that lie side by side in one card's memory; r->card[0].scratch has room.
 * No race. See docs/lessons/41_several_gpus.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "lesson_cards.h"

static int waits; /* of the host, in the gap */
#define cudaStreamSynchronize(stream) (waits++, cudaStreamSynchronize(stream))
#define cudaEventSynchronize(event) (waits++, cudaEventSynchronize(event))
#define cudaDeviceSynchronize() (waits++, cudaDeviceSynchronize())
#define cudaMemcpy(...) (waits++, cudaMemcpy(__VA_ARGS__))

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

static void launch(struct reduction *r)
{
    struct reduction *first = &r->card[0];
    int *sums = first->scratch;
    lesson_on_cards(r, [&](struct reduction *card, int i) {
        card->grid = 1;
        part_sum<<<1, card->block, 0, card->stream>>>(card->in, card->n, i == 0 ? sums : card->result);
    });
    /* ---- your code begins: about 7 lines ---- */
    (void)sums;
    /* ---- your code ends ---- */
}

/* Two reductions, one enqueued after the other. */
static void launch_twice(struct reduction *r)
{
    launch(r);
    launch(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise41", LESSON_INT | LESSON_CARDS,
                                       "--cards 4,1,2,3,7 -n 1,7,33,1000,4097,33333 -b 64,256");
    exercise_sums(&e, "one sum", launch, 1, 1, 2);
    exercise_sums(&e, "one after the other", launch_twice, 1, 1, 2);
    exercise_equal(&e, "waits of the host", waits, 0, 3);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_exactly(&e, "bytes sent by card 1", 4, 3);
    exercise_exactly(&e, "copies sent by card 1", 1, 3);
    exercise_exactly(&e, "launches", 5, 3);
    return exercise_end(&e);
}
