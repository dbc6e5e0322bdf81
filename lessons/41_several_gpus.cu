/* Lesson 41: several GPUs
 *
 * One card's memory limits both the size of an array and the speed of its sum. Here the array is split: each card has a part in
 * its own memory and a stream of its own, and leaves one number. A launch does not wait, so one host thread can start all cards
 * before the first is done, as long as nothing in its loop waits.
 *
 *     one_by_one    for each card: launch, wait, take its sum
 *     host_loop     launch on all cards; then wait for each, and add up on the host
 *     collect       each card copies its sum to card 0, which waits for the copies' events and adds up. The host waits for nothing
 *
 * The current device belongs to the host thread: cudaSetDevice before each launch, as a stream takes kernels of its device only.
 * Parts begin at multiples of 16 bytes; with few elements some cards have none.
 */
#include "lesson.h"
#include "lesson_cards.h"
#include "lesson_share.h"

__device__ unsigned tickets; /* each card has its own, as all __device__ variables; 0 again when a kernel has ended */

/* This card's part: one kernel, whose last block adds up what the blocks have (lesson 24). */
template <class T>
__global__ void __launch_bounds__(1024, 1) part_sum(const T *in, size_t n, T *partial, T *sum)
{
    T x = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = x;
    if (!lesson_is_last(&tickets))
        return;
    x = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        x += partial[i];
    x = lesson_block_sum(x);
    if (threadIdx.x == 0)
        *sum = x;
}

/* The cards' sums, always in the same order. One warp. */
template <class T> __global__ void add_sums(const T *sums, int cards, T *result)
{
    T x = (int)threadIdx.x < cards ? sums[threadIdx.x] : 0;
    x = lesson_warp_total(x, lesson_plus());
    if (threadIdx.x == 0)
        *result = x;
}

/* Enqueues the sum of a card's part. Its device is the current one. */
template <class T> static void start(struct reduction *card, T *sum)
{
    lesson_share_grid(card, part_sum<T>);
    part_sum<<<card->grid, card->block, 0, card->stream>>>((const T *)card->in, card->n, (T *)card->partial, sum);
}

/* Sums of all cards in the host's memory, which all cards can write to. */
template <class T> static T *sums_on_host(struct reduction *r)
{
    return (T *)lesson_pinned_memory(r, LESSON_MOST_CARDS * sizeof(T));
}

template <class T> static void launch_one_by_one(struct reduction *r)
{
    T *sums = sums_on_host<T>(r), total = 0;
    lesson_on_cards(r, [&](struct reduction *card, int i) {
        start(card, &sums[i]);
        CUDA_CHECK(cudaStreamSynchronize(card->stream)); /* the next card begins only now */
        total += sums[i];
    });
    *(T *)r->result = total;
}

template <class T> static void launch_host_loop(struct reduction *r)
{
    T *sums = sums_on_host<T>(r), total = 0;
    lesson_on_cards(r, [&](struct reduction *card, int i) { start(card, &sums[i]); });
    lesson_on_cards(r, [&](struct reduction *card, int i) {
        CUDA_CHECK(cudaStreamSynchronize(card->stream));
        total += sums[i];
    });
    *(T *)r->result = total;
}

template <class T> static void launch_collect(struct reduction *r)
{
    struct reduction *first = &r->card[0];
    T *sums = (T *)first->scratch;
    lesson_on_cards(r, [&](struct reduction *card, int i) {
        T *own = card == first ? sums : (T *)card->result;
        start(card, own);
        if (card != first)
            CUDA_CHECK(cudaMemcpyAsync(&sums[i], own, sizeof(T), cudaMemcpyDefault, card->stream));
        lesson_after(first, card); /* an event on the card's stream, for which the first card's stream waits */
    });
    add_sums<<<1, 32, 0, first->stream>>>(sums, r->cards, (T *)r->result);
    for (int i = 1; i < r->cards; i++)
        lesson_after(&r->card[i], first); /* the next sums are not copied before these are added up */
}

template <class T> static void run(struct lesson *l)
{
    lesson_run_called(l, "one_by_one", launch_one_by_one<T>, LESSON_SHARE, LESSON_WAITS | LESSON_INTO_PINNED);
    lesson_run_called(l, "host_loop", launch_host_loop<T>, LESSON_SHARE, LESSON_WAITS | LESSON_INTO_PINNED);
    lesson_run_called(l, "collect", launch_collect<T>, LESSON_SHARE, LESSON_AS_GRAPH);
}

static const struct lesson_about about = {
    .title = "several GPUs",
    .part = "VII",
    .offers = LESSON_INT | LESSON_FLOAT | LESSON_GRID | LESSON_ALIGNED | LESSON_CARDS,
    .defaults = "-n 2^31 -b 512",
    .bench = "-b 512 -n 2^29,2^30 --cards 1; -b 512 -n 2^12,2^16,2^20,2^24,2^27",
    .kernel = "collect",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    if (l.plan.is_float)
        run<float>(&l);
    else
        run<int>(&l);
    return lesson_end(&l);
}
