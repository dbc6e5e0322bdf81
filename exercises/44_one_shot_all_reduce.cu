/* Exercise 44: one-shot all-reduce (fill the gap)
 *
 * Every card makes a copy of its array that the others may load. Then it loads the copies of all cards and adds them up.
 * Nothing on the host orders the kernels. The blocks have to meet by themselves, block b of each card with block b of the
 * others. That is `meet`. A launch calls it twice: before the first load, because the other cards' copies must be there, and at
 * the end, because the others may still load what the next launch overwrites.
 *
 *     came(b, to, from)   a word in the memory of card `to`: for block b of card `from` to write, and block b of card `to` to read
 *     met[b * p + i]      a word in this card's memory, for whatever block b wants to remember about card i
 *
 * All words are 0 before the first launch, and nobody resets them afterwards. A block has at least 32 threads, and there
 * are p <= 16 cards. So thread i of each block can look after card i.
 *
 * Required: right results in every launch, for any number of cards, including one; no race; four bytes sent to each other block
 * at each meeting. See docs/lessons/44_one_shot_all_reduce.md.
 */
#include "exercise.h"
#include "lesson_cards.h"
#include <cuda/atomic>

enum { BLOCKS = 4 };

struct team {
    int *copy[LESSON_MOST_CARDS]; /* of each card's array, in its memory */
    unsigned *words[LESSON_MOST_CARDS]; /* BLOCKS * p that others write, then BLOCKS * p of the card's own */
    int p;

    __device__ unsigned &came(int b, int to, int from) const { return words[to][b * p + from]; }
};

__device__ void meet(const team &all, int me, unsigned *met)
{
    int b = blockIdx.x, p = all.p, i = threadIdx.x;
    (void)b, (void)p, (void)i, (void)met;
    /* ---- your code begins: about 10 lines ---- */
    __syncthreads(); /* meets nobody from another card */
    /* ---- your code ends ---- */
}

__global__ void add_cards(team all, int me, const int *in, int *out, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x, stride = (size_t)gridDim.x * blockDim.x;
    unsigned *met = all.words[me] + BLOCKS * all.p;
    for (size_t i = first; i < n; i += stride)
        all.copy[me][i] = in[i];
    meet(all, me, met); /* all copies are there */
    for (size_t i = first; i < n; i += stride) {
        int sum = 0;
        for (int k = 0; k < all.p; k++)
            sum += all.copy[k][i];
        out[i] = sum;
    }
    meet(all, me, met); /* the next launch may copy again */
}

static void launch(struct reduction *r)
{
    team all = {{}, {}, r->cards};
    size_t bytes = 2 * BLOCKS * LESSON_MOST_CARDS * sizeof(unsigned);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        all.words[i] = (unsigned *)lesson_library_memory(c, bytes + r->n * sizeof(int));
        all.copy[i] = (int *)all.words[i] + bytes / sizeof(int);
        CUDA_CHECK(cudaMemsetAsync(all.words[i], 0, bytes, c->stream));
    });
    lesson_meet(r);
    for (int launches = 0; launches < 2; launches++)
        lesson_on_cards(r, [&](struct reduction *c, int i) {
            c->grid = BLOCKS;
            add_cards<<<BLOCKS, c->block, 0, c->stream>>>(all, i, c->in, c->out, r->n);
        });
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise44", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 4,1,3 -n 33,1001 -b 32,64");
    exercise_results(&e, &lesson_collected[LESSON_ALL_REDUCE], "one_shot", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 64);
    /* two launches: each time the array to three cards, and two meetings of four blocks with three others */
    exercise_exactly(&e, "bytes sent by card 1", 2 * (3 * 16384 + 2 * 3 * BLOCKS * 4), 3);
    return exercise_end(&e);
}
