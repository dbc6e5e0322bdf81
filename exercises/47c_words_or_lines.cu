/* Exercise 47c: words or lines (predict)
 *
 * p cards have 4096 ints each, and all are to get their sums in one shot: each card sends all its elements to each other card.
 * There are three ways to say that an element has arrived:
 *
 *     words     64 bits: one element, and the number of the launch
 *     flags     the elements as they are, and after them one flag of 4 bytes for each block of 256 elements
 *     lines     128 bytes: 120 bytes of elements, and 8 bytes of flag. (NCCL calls it LL128: it needs a link that never
 *               shows half of such a line. The memory model promises nothing like it)
 *
 * Before they run: how many bytes does card 1 of four send with words, and of two? And with flags, of four? The program counts
 * both. What would each of four cards send in lines? Whole lines are sent. See docs/lessons/47_flag_in_the_data.md.
 */
#include "exercise.h"
#include "lesson_cards.h"
#include <cuda/atomic>

/* ---- your code begins: four numbers ---- */
static const int words_of_4 = EXERCISE_UNKNOWN;
static const int words_of_2 = EXERCISE_UNKNOWN;
static const int flags_of_4 = EXERCISE_UNKNOWN;
static const int lines_of_4 = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

typedef unsigned long long word;
enum { ROOM = 4096, BLOCK = 256 };

/* In each card's memory, for each sender: words, or elements and flags. One launch, so nothing is used twice. */
struct team {
    word *words[LESSON_MOST_CARDS];
    int p;
};

__global__ void with_words(team all, int me, const int *in, int *out, size_t n)
{
    typedef cuda::atomic_ref<word, cuda::thread_scope_system> word_ref;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = in[i];
    for (int k = 0; k < all.p; k++)
        if (k != me)
            word_ref(all.words[k][me * ROOM + i]).store((word)1 << 32 | (unsigned)in[i], cuda::memory_order_relaxed);
    for (int k = 0; k < all.p; k++) {
        word x = 0;
        while (k != me && x >> 32 == 0)
            x = word_ref(all.words[me][k * ROOM + i]).load(cuda::memory_order_relaxed);
        sum += (int)(unsigned)x;
    }
    out[i] = sum;
}

__global__ void with_flags(team all, int me, const int *in, int *out, size_t n)
{
    typedef cuda::atomic_ref<unsigned, cuda::thread_scope_system> flag;
    unsigned b = blockIdx.x, t = threadIdx.x;
    size_t i = (size_t)b * blockDim.x + t;
    for (int k = 0; k < all.p; k++)
        if (k != me && i < n)
            ((int *)(all.words[k] + me * ROOM))[i] = in[i];
    __syncthreads();
    if (t < (unsigned)all.p && t != (unsigned)me) {
        flag(((unsigned *)(all.words[t] + me * ROOM))[ROOM + b]).store(1, cuda::memory_order_release);
        flag here(((unsigned *)(all.words[me] + t * ROOM))[ROOM + b]);
        while (here.load(cuda::memory_order_acquire) == 0)
            ;
    }
    __syncthreads();
    if (i >= n)
        return;
    int sum = in[i];
    for (int k = 0; k < all.p; k++)
        sum += k == me ? 0 : ((int *)(all.words[me] + k * ROOM))[i];
    out[i] = sum;
}

template <bool WORDS> static void launch(struct reduction *r)
{
    team all = {{}, r->cards};
    size_t bytes = LESSON_MOST_CARDS * ROOM * sizeof(word);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        all.words[i] = (word *)lesson_library_memory(c, bytes);
        CUDA_CHECK(cudaMemsetAsync(all.words[i], 0, bytes, c->stream));
    });
    lesson_meet(r);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        c->grid = blocks_for(r->n, BLOCK);
        (WORDS ? with_words : with_flags)<<<c->grid, BLOCK, 0, c->stream>>>(all, i, c->in, c->out, r->n);
    });
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise47c", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "--cards 4,2 -n 1001,4096 -b 256");
    const struct lesson_check *sums = &lesson_collected[LESSON_ALL_REDUCE];
    exercise_results(&e, sums, "words", launch<true>, 1, 1, 1);
    exercise_results(&e, sums, "flags", launch<false>, 1, 1, 1);
    exercise_count(&e, launch<true>, 1, 4096, 256);
    exercise_predict(&e, "bytes sent by card 1", words_of_4, 1);
    exercise_predict_value(&e, "words, bytes sent by each of 2 cards", words_of_2, 1 * 4096 * 8, 0, 1);
    exercise_count(&e, launch<false>, 1, 4096, 256);
    exercise_predict(&e, "bytes sent by card 1", flags_of_4, 2);
    exercise_predict_value(&e, "lines, bytes sent by each of 4 cards", lines_of_4, 3 * 128 * ((4096 * 4 + 119) / 120), 0, 3);
    return exercise_end(&e);
}
