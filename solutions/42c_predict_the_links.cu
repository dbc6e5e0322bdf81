/* Exercise 42c: what crosses the link (predict)
 *
 * 16384 ints, 4096 on each of four cards, are added up in two ways:
 *
 *     by loads      a kernel of 8 blocks on card 0 loads from all cards: two blocks for each part
 *     by atomics    a kernel of 2 blocks on each card adds up the card's own part, and each block adds its sum to one int
 *                   on card 0
 *
 * Before they run: how many bytes does card 1 send to other cards in each of them? And card 0? (What a card's memory gives to
 * another card's load is sent by that card.) See docs/lessons/42_peer_access.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "lesson_cards.h"

/* ---- your code begins: four numbers ---- */
static const int loads_from_card_1 = 16384;
static const int loads_from_card_0 = 0;
static const int atomics_of_card_1 = 8;
static const int atomics_of_card_0 = 0;
/* ---- your code ends ---- */

struct parts {
    const int *in[LESSON_MOST_CARDS];
    size_t n[LESSON_MOST_CARDS];
    unsigned count;
};

/* Blocks `block` of so many add up an array; the result is in all threads. */
__device__ int block_sum(const int *in, size_t n, unsigned block, unsigned blocks)
{
    int x = 0;
    for (size_t i = (size_t)block * blockDim.x + threadIdx.x; i < n; i += (size_t)blocks * blockDim.x)
        x += in[i];
    return lesson_block_total(x, lesson_plus());
}

__global__ void by_loads(parts of, int *result)
{
    unsigned part = blockIdx.x % of.count;
    int x = block_sum(of.in[part], of.n[part], blockIdx.x / of.count, gridDim.x / of.count);
    if (threadIdx.x == 0)
        atomicAdd(result, x);
}

__global__ void by_atomics(const int *in, size_t n, int *result)
{
    int x = block_sum(in, n, blockIdx.x, gridDim.x);
    if (threadIdx.x == 0)
        atomicAdd_system(result, x);
}

static void launch_loads(struct reduction *r)
{
    parts of = {{}, {}, (unsigned)r->cards};
    for (int i = 0; i < r->cards; i++) {
        of.in[i] = r->card[i].in;
        of.n[i] = r->card[i].n;
    }
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    lesson_meet(r);
    by_loads<<<2 * of.count, r->block, 0, r->stream>>>(of, r->result);
    lesson_meet(r);
}

static void launch_atomics(struct reduction *r)
{
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    lesson_meet(r);
    lesson_on_cards(r, [&](struct reduction *card, int) {
        by_atomics<<<2, r->block, 0, card->stream>>>(card->in, card->n, r->result);
    });
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise42c", LESSON_INT | LESSON_CARDS, "--cards 4,2 -n 1001,16384 -b 64,256");
    exercise_sums(&e, "by loads", launch_loads, 1, 1, 1);
    exercise_sums(&e, "by atomics", launch_atomics, 1, 1, 1);
    exercise_count(&e, launch_loads, 1, 16384, 256);
    exercise_predict(&e, "bytes sent by card 1", loads_from_card_1, 1);
    exercise_predict(&e, "bytes sent by card 0", loads_from_card_0, 2);
    exercise_count(&e, launch_atomics, 1, 16384, 256);
    exercise_predict(&e, "bytes sent by card 1", atomics_of_card_1, 3);
    exercise_predict(&e, "bytes sent by card 0", atomics_of_card_0, 2);
    return exercise_end(&e);
}
