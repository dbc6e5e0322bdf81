/* Lesson 43: ring all-reduce
 *
 * Each card has an array of n elements, such as the gradients of its share of a batch. Every card should get their sum, element
 * by element. The result is as large as the input, so the data must cross the links:
 *
 *     through_card_0    card 0 loads all arrays and adds up, then the others copy the result
 *     ring_copies       the arrays are cut into p pieces. In each step every card sends one piece to the next card, which adds
 *                       its own (reduce-scatter). Then the sums go round in the same way (all-gather)
 *     ring_stores       the same, but the kernel that adds stores the sum straight into the next card's memory
 *     reduce_scatter, all_gather    the two halves of ring_stores
 */
#include "lesson.h"
#include "lesson_cards.h"
#include "lesson_share.h"

/* a[i] + b[i], for each of two places that is not NULL: in this card's memory, in the next one's. All begin at multiples of
 * 16 bytes. */
template <class T> __global__ void __launch_bounds__(1024, 1) add_and_send(const T *a, const T *b, T *here, T *there, size_t n)
{
    typedef typename lesson_four<T>::type four;
    size_t stride = (size_t)gridDim.x * blockDim.x, end = n / 4, rest = 4 * end + threadIdx.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < end; i += stride) {
        four x = ((const four *)a)[i], y = ((const four *)b)[i];
        four sum = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
        if (there)
            ((four *)there)[i] = sum;
        if (here)
            ((four *)here)[i] = sum;
    }
    if (blockIdx.x > 0 || rest >= n)
        return;
    T sum = a[rest] + b[rest]; /* up to three elements after the last four */
    if (there)
        there[rest] = sum;
    if (here)
        here[rest] = sum;
}

/* A card, the next one, and a piece of the arrays. Pieces are counted round: -1 is the last one. */
template <class T> struct hop {
    struct reduction *card;
    const T *in;   /* the piece of the card's input, */
    T *out, *next; /* of its output, and of the next card's */
    size_t n;
};

template <class T> static hop<T> hop_of(struct reduction *r, int card, int piece)
{
    struct reduction *c = &r->card[card], *next = &r->card[(card + 1) % r->cards];
    size_t first, n;
    lesson_card_part(r, r->n, (piece + 2 * r->cards) % r->cards, &first, &n);
    return {c, (const T *)c->in + first, (T *)c->out + first, (T *)next->out + first, n};
}

template <class T> static void copy(struct reduction *c, T *to, const T *from, size_t n)
{
    CUDA_CHECK(cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDefault, c->stream));
}

template <class T> static void add(struct reduction *c, const T *a, const T *b, T *here, T *there, size_t n)
{
    c->grid = c->asked_grid ? c->asked_grid : blocks_for(n + !n, (size_t)c->block * c->elements_per_thread);
    lesson_share_grid(c, add_and_send<T>);
    add_and_send<<<c->grid, c->block, 0, c->stream>>>(a, b, here, there, n);
}

/* From here on each card has what the card before it has sent so far. */
static void receive(struct reduction *r)
{
    for (int i = 0; i < r->cards; i++)
        lesson_after(&r->card[i], &r->card[(i + r->cards - 1) % r->cards]);
}

template <class T> static void launch_through_card_0(struct reduction *r)
{
    struct reduction *first = &r->card[0];
    lesson_meet(r);
    if (r->cards == 1)
        copy(first, (T *)first->out, (const T *)first->in, r->n);
    for (int i = 1; i < r->cards; i++)
        add(first, (const T *)(i == 1 ? first->in : first->out), (const T *)r->card[i].in, (T *)first->out, (T *)NULL, r->n);
    for (int i = 1; i < r->cards; i++) {
        lesson_after(&r->card[i], first);
        copy(&r->card[i], (T *)r->card[i].out, (const T *)first->out, r->n);
    }
    lesson_meet(r);
}

/* In step s card i sends piece i - 1 - s, to which it has added its own. In the end piece i lacks only its own. */
template <class T, bool STORES> static void send_partial_sums(struct reduction *r)
{
    for (int s = 0; s < r->cards - 1; s++) {
        lesson_on_cards(r, [&](struct reduction *card, int i) {
            hop<T> h = hop_of<T>(r, i, i - 1 - s);
            if (s == 0 || !STORES)
                copy(card, h.next, s == 0 ? h.in : (const T *)h.out, h.n);
            else
                add(card, (const T *)h.out, h.in, (T *)NULL, h.next, h.n);
        });
        receive(r);
        lesson_on_cards(r, [&](struct reduction *card, int i) {
            hop<T> h = hop_of<T>(r, i, i - 2 - s); /* the piece that has come */
            if (!STORES)
                add(card, (const T *)h.out, h.in, h.out, (T *)NULL, h.n);
        });
    }
}

/* In step s card i sends piece i - s, all of which it has, from step `from` on. */
template <class T> static void send_sums(struct reduction *r, int from)
{
    for (int s = from; s < r->cards - 1; s++) {
        lesson_on_cards(r, [&](struct reduction *card, int i) {
            hop<T> h = hop_of<T>(r, i, i - s);
            copy(card, h.next, (const T *)h.out, h.n);
        });
        receive(r);
    }
}

enum phase { REDUCE_SCATTER = 1, ALL_GATHER = 2 };

/* `halves`: an or of these. A single card has its result already. */
template <class T, bool STORES, int halves> static void launch_ring(struct reduction *r)
{
    int is_alone = r->cards == 1 || halves == ALL_GATHER, is_fused = STORES && halves == (REDUCE_SCATTER | ALL_GATHER);
    lesson_meet(r);
    if (halves & REDUCE_SCATTER)
        send_partial_sums<T, STORES>(r);
    lesson_on_cards(r, [&](struct reduction *card, int i) {
        hop<T> h = hop_of<T>(r, i, i);
        if (is_alone)
            copy(card, h.out, h.in, h.n);
        else if (STORES) /* the sum of piece i; when it is sent on at once, that is step 0 of the second half */
            add(card, (const T *)h.out, h.in, h.out, is_fused ? h.next : (T *)NULL, h.n);
    });
    receive(r);
    if (halves & ALL_GATHER)
        send_sums<T>(r, is_fused);
}

template <class T> static void run(struct lesson *l)
{
    enum { BOTH = REDUCE_SCATTER | ALL_GATHER };
    int reach = l->unreached_pairs == 0;
    lesson_run_collective(l, LESSON_ALL_REDUCE, "through_card_0", reach ? launch_through_card_0<T> : NULL, 4);
    lesson_run_collective(l, LESSON_ALL_REDUCE, "ring_copies", launch_ring<T, false, BOTH>, 4);
    lesson_run_collective(l, LESSON_ALL_REDUCE, "ring_stores", reach ? launch_ring<T, true, BOTH> : NULL, 4);
    lesson_run_collective(l, LESSON_REDUCE_SCATTER, "reduce_scatter", reach ? launch_ring<T, true, REDUCE_SCATTER> : NULL, 4);
    lesson_run_collective(l, LESSON_ALL_GATHER, "all_gather", launch_ring<T, true, ALL_GATHER>, 4);
}

static const struct lesson_about about = {
    .title = "ring all-reduce",
    .part = "VII",
    .offers = LESSON_FLOAT | LESSON_INT | LESSON_GRID | LESSON_ALIGNED | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
    .defaults = "-n 2^28 -b 512 --type float",
    .bench = "-b 512 -n 2^8,2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26",
    .kernel = "ring_stores",
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
