/* Exercise 47: the flag in the data (fill the gap)
 *
 * p cards have n ints each, and all are to get their sums. No event orders the kernels, no block meets another one, and there is
 * no flag but this: a 64-bit word goes from card to card, and holds 32 bits of data and the number of the launch.
 *
 *     word(to, from, i)   the word in the memory of card `to` that card `from` writes, for element i
 *     number              of this launch: 1, 2, 3, ...; the same on all cards
 *
 * All words are 0 before the first launch, and nobody resets them. Each launch has other arrays, so in[] of the launch before
 * is no answer.
 *
 * You write two things: where the word of an element lies (one line), and what thread i does with its element (about 10).
 *
 * Required: right results in every launch, for any number of cards, including one; no race, no wait without an end; eight bytes
 * sent for each element and other card. See docs/lessons/47_flag_in_the_data.md.
 */
#include "exercise.h"
#include "lesson_cards.h"
#include <cuda/atomic>

enum { ROOM = 1 << 13, LAUNCHES = 3 }; /* words of one sender in one buffer; there is memory for two buffers */

typedef unsigned long long word64;
typedef cuda::atomic_ref<word64, cuda::thread_scope_system> word_ref;

struct team {
    word64 *words[LESSON_MOST_CARDS]; /* 2 * p * ROOM in each card's memory */
    int p;
};

/* plus: what this launch adds to each element before it is sent. */
__global__ void add_cards(team all, int me, unsigned number, int plus, const int *in, int *out, size_t n)
{
    int p = all.p;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int mine = in[i] + plus, sum = mine;
    /* ---- your code begins: about 11 lines ---- */
    auto word = [&](int to, int from) { return all.words[to] + (number % 2 * p + from) * (size_t)ROOM + i; };
    for (int k = 0; k < p; k++)
        if (k != me)
            word_ref(*word(k, me)).store((word64)number << 32 | (unsigned)mine, cuda::memory_order_relaxed);
    for (int k = 0; k < p; k++) {
        word64 x = 0;
        while (k != me && (unsigned)(x >> 32) != number)
            x = word_ref(*word(me, k)).load(cuda::memory_order_relaxed);
        sum += k == me ? 0 : (int)(unsigned)x;
    }
    /* ---- your code ends ---- */
    out[i] = sum;
}

static void launch(struct reduction *r)
{
    static unsigned launches;
    team all = {{}, r->cards};
    size_t bytes = 2 * LESSON_MOST_CARDS * ROOM * sizeof(word64);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        bool is_new = !c->workspace->memory;
        all.words[i] = (word64 *)lesson_library_memory(c, bytes);
        if (is_new) {
            CUDA_CHECK(cudaMemset(all.words[i], 0, bytes));
            CUDA_CHECK(cudaDeviceSynchronize());
        }
    });
    for (int k = 0; k < LAUNCHES; k++) {
        unsigned number = ++launches;
        lesson_on_cards(r, [&](struct reduction *c, int i) {
            c->grid = blocks_for(r->n, c->block);
            add_cards<<<c->grid, c->block, 0, c->stream>>>(all, i, number, LAUNCHES - 1 - k, c->in, c->out, r->n);
        });
    }
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise47", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 4,1,3 -n 33,1001 -b 32,64");
    exercise_results(&e, &lesson_collected[LESSON_ALL_REDUCE], "flag_in_data", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 64);
    exercise_exactly(&e, "bytes sent by card 1", LAUNCHES * 3 * 4096 * 8, 3);
    return exercise_end(&e);
}
