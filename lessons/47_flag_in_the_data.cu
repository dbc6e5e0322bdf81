/* Lesson 47: the flag in the data
 *
 * A small all-reduce in one shot (lesson 44) waits most of the time: for events, or for meetings with a fence and a flag. Here
 * the data are the flag. A card sends each 32-bit element in one 64-bit word, whose other half is the number of the launch. The
 * card that waits looks at the word itself: once the number is there, so is the element.
 *
 *     card 0   in[i]  ──►  | 7 | in[i] |   in card 1's memory, in launch 7: one store, which arrives as a whole
 *     card 1   looks at that word until it says 7, and adds
 *
 *     nccl_all_reduce       the library, to compare with
 *     flag_in_data          words, one thread for each element
 *     all_reduce_any_size   words for small arrays, other ways for larger ones: a function for other programs
 */
#include "lesson.h"
#include "lesson_cards.h"
#include "lesson_nccl.h"
#include "47_all_reduce_any_size.cuh"

/* Relaxed is enough, as nothing else has to be visible with the word; but it must be one access, of the whole system. */
__device__ void put(all_reduce::word *there, unsigned data, unsigned launch)
{
    all_reduce::word_ref(*there).store((all_reduce::word)launch << 32 | data, cuda::memory_order_relaxed);
}

__device__ unsigned take(all_reduce::word *here, unsigned launch)
{
    all_reduce::word x;
    do
        x = all_reduce::word_ref(*here).load(cuda::memory_order_relaxed);
    while ((unsigned)(x >> 32) != launch);
    return (unsigned)x;
}

/* Two buffers take turns. A card may begin launch 8 while another still reads the words of launch 7, but not launch 9: for that
 * it needs the other's words of launch 8, which are sent after all of 7 has been read. */
template <class T> __global__ void flag_in_data(all_reduce::cards all, int me, const T *in, T *out, size_t n)
{
    unsigned *launches = all.counts[me]->words, launch = all_reduce::launch_number(launches);
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int k = 0; k < all.count; k++)
            if (k != me)
                put(words_for(all, k, me, launch) + i, all_reduce::bits_of(in[i]), launch);
        T sum = 0;
        for (int k = 0; k < all.count; k++) /* in this order on all cards: the same bits */
            sum += k == me ? in[i] : all_reduce::of_bits<T>(take(words_for(all, me, k, launch) + i, launch));
        out[i] = sum;
    }
    __syncthreads();
    all_reduce::count_launch(launches, launch);
}

static struct all_reduce_team teams[2][LESSON_MOST_CARDS + 1]; /* for each row and number of cards */

static struct all_reduce_team *team_of(struct reduction *r, int row)
{
    struct all_reduce_team *team = &teams[row][r->cards];
    int device[LESSON_MOST_CARDS];
    for (int i = 0; i < r->cards; i++)
        device[i] = r->card[i].device;
    if (team->all.count == 0 && all_reduce_open(team, r->cards, device) != cudaSuccess)
        lesson_fail(LESSON_CUDA_ERROR, "all_reduce_open: %s", team->message);
    return team;
}

/* What is too much for a buffer, or for blocks that all run at the same time, is sent in several launches. */
template <class T> static void launch_flag(struct reduction *r)
{
    struct all_reduce_team *team = team_of(r, 0);
    size_t most = 2 * (size_t)team->sm_count * r->block, at_once = most < team->all.room ? most : team->all.room;
    for (size_t from = 0; from < r->n; from += at_once) {
        size_t n = r->n - from < at_once ? r->n - from : at_once;
        lesson_on_cards(r, [&](struct reduction *c, int i) {
            c->grid = blocks_for(n, c->block);
            flag_in_data<<<c->grid, c->block, 0, c->stream>>>(team->all, i, (const T *)c->in + from, (T *)c->out + from, n);
        });
    }
}

template <class T> static void launch_any_size(struct reduction *r)
{
    struct all_reduce_team *team = team_of(r, 1);
    struct all_reduce_part<T> part[LESSON_MOST_CARDS];
    for (int i = 0; i < r->cards; i++)
        part[i] = {(const T *)r->card[i].in, (T *)r->card[i].out, r->n, r->card[i].stream};
    if (all_reduce_any_size(team, part) != cudaSuccess)
        lesson_fail(LESSON_CUDA_ERROR, "all_reduce_any_size: %s", team->message);
    lesson_on_cards(r, [&](struct reduction *c, int) { c->grid = all_reduce::choose(team, r->n).grid; });
}

template <class T> static void run(struct lesson *l)
{
    int meet = l->unreached_pairs == 0 && !l->apart;
    lesson_run_collective_library(l, LESSON_ALL_REDUCE, "nccl_all_reduce", lesson_nccl_all_reduce<T>);
    lesson_run_collective(l, LESSON_ALL_REDUCE, "flag_in_data", meet ? launch_flag<T> : NULL, 1);
    lesson_run_collective(l, LESSON_ALL_REDUCE, "all_reduce_any_size", meet ? launch_any_size<T> : NULL, 1, LESSON_CHOOSES_BLOCK);
}

static const struct lesson_about about = {
    .title = "flag in the data",
    .part = "VII",
    .offers = LESSON_FLOAT | LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
    .defaults = "-n 2^14 -b 512 --type float",
    .bench = "-b 512 -n 2^8,2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26,2^28",
    .kernel = "flag_in_data",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    l.plan.is_float ? run<float>(&l) : run<int>(&l);
    int result = lesson_end(&l);
    for (auto &row : teams)
        for (struct all_reduce_team &team : row)
            all_reduce_close(&team);
    lesson_nccl_end();
    return result;
}
