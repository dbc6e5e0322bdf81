/* Exercise 47b: every other launch (find the bug)
 *
 * Each element goes to the other cards together with a number, and the card that waits looks for the number. The program passed
 * every test that made one launch. In a loop, its sums now and then belonged to another launch. On a larger machine, some elements
 * were new and others old in the same launch.
 *
 * Required: right sums in every launch, on any number of cards, and no race. Two things are wrong.
 * See docs/lessons/47_flag_in_the_data.md.
 */
#include "exercise.h"
#include "lesson_cards.h"
#include <cuda/atomic>

enum { ROOM = 1 << 13, LAUNCHES = 4 };

/* ---- your code begins: whatever is wrong is in here ---- */
typedef unsigned long long word;
typedef cuda::atomic_ref<word, cuda::thread_scope_system> word_ref;

/* What a launch writes beside its data. `launches` counts all of them, from 1 on. */
__device__ unsigned number_of(unsigned launches) { return launches; }

__device__ void put(word *there, unsigned data, unsigned number)
{
    word_ref(*there).store((word)number << 32 | data, cuda::memory_order_relaxed);
}

__device__ unsigned take(word *here, unsigned number)
{
    word x;
    do
        x = word_ref(*here).load(cuda::memory_order_relaxed);
    while ((unsigned)(x >> 32) != number);
    return (unsigned)x;
}
/* ---- your code ends ---- */

struct team {
    word *words[LESSON_MOST_CARDS]; /* two buffers, and in each ROOM words of every card */
    int p;

    __device__ word *from(int to, int me, unsigned launches) const
    {
        return words[to] + (launches % 2 * p + me) * (size_t)ROOM;
    }
};

/* plus: what this launch adds to each element before it is sent. */
__global__ void add_cards(team all, int me, unsigned launches, int plus, const int *in, int *out, size_t n)
{
    unsigned number = number_of(launches);
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int mine = in[i] + plus, sum = mine;
    for (int k = 0; k < all.p; k++)
        if (k != me)
            put(all.from(k, me, launches) + i, (unsigned)mine, number);
    for (int k = 0; k < all.p; k++)
        if (k != me)
            sum += (int)take(all.from(me, k, launches) + i, number);
    out[i] = sum;
}

static void launch(struct reduction *r)
{
    static unsigned launches;
    team all = {{}, r->cards};
    size_t bytes = 2 * LESSON_MOST_CARDS * ROOM * sizeof(word);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        bool is_new = !c->workspace->memory;
        all.words[i] = (word *)lesson_library_memory(c, bytes);
        if (is_new) {
            CUDA_CHECK(cudaMemset(all.words[i], 0, bytes));
            CUDA_CHECK(cudaDeviceSynchronize());
        }
    });
    for (int k = 0; k < LAUNCHES; k++) {
        launches++;
        lesson_on_cards(r, [&](struct reduction *c, int i) {
            c->grid = blocks_for(r->n, c->block);
            add_cards<<<c->grid, c->block, 0, c->stream>>>(all, i, launches, LAUNCHES - 1 - k, c->in, c->out, r->n);
        });
    }
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise47b", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 3,1,2 -n 33,1001 -b 32,64");
    exercise_results(&e, &lesson_collected[LESSON_ALL_REDUCE], "every launch", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 64);
    exercise_exactly(&e, "bytes sent by card 1", LAUNCHES * 2 * 4096 * 8, 3);
    return exercise_end(&e);
}
