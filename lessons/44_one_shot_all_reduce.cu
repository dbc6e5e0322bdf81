/* Lesson 44: one-shot all-reduce
 *
 * Each step of a ring (lesson 43) waits for the one before. For small arrays that is all of its time. But kernels can load from
 * all cards (lesson 42), so one step is enough if every card adds up everything:
 *
 *     one_shot_events   each card loads the arrays of all cards, adds up, and keeps the sums. Events order the streams around it
 *     one_shot          the same, but the kernels meet by themselves: a flag in the other card's memory says "I am here"
 *     two_shot          each card adds up only its part of all arrays, and stores the sums on all cards
 *     by_size           one of the last two
 *
 * All add up in the order of the cards, so every card gets the same bits from each of them.
 */
#include "lesson.h"
#include "lesson_cards.h"
#include "lesson_share.h"
#include <cuda/atomic>

/* What each block has in its card's memory, 0 at first. came[i] says how often the same block of card i has come here, and
 * that block writes it; met[i] says how often this block has met it. Nothing is ever reset. */
struct post {
    unsigned came[LESSON_MOST_CARDS], met[LESSON_MOST_CARDS];
};

/* Where everything is on each of the cards. */
template <class T> struct team {
    const T *in[LESSON_MOST_CARDS];
    T *out[LESSON_MOST_CARDS];
    struct post *posts[LESSON_MOST_CARDS]; /* one for each block; NULL: no meetings */
    int cards;
};

/* Waits for the same block of all other cards. Whatever they did before is visible here afterwards, and the other way round. */
template <class T> __device__ void meet(const team<T> &all, int me)
{
    int i = threadIdx.x;
    __syncthreads();
    if (i < all.cards && i != me && all.posts[me]) {
        struct post *here = &all.posts[me][blockIdx.x], *there = &all.posts[i][blockIdx.x];
        cuda::atomic_ref<unsigned, cuda::thread_scope_system> to(there->came[me]), from(here->came[i]);
        unsigned times = ++here->met[i];
        to.store(times, cuda::memory_order_release);
        while ((int)(from.load(cuda::memory_order_acquire) - times) < 0)
            ; /* it may also be one meeting ahead */
    }
    __syncthreads();
}

__device__ inline int plus(int x, int y) { return x + y; }
__device__ inline float plus(float x, float y) { return x + y; }
template <class V> __device__ V plus(V x, V y) { return {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w}; }

/* The sums of all cards' elements i, from the first card on. All loads are in flight before the first addition. */
template <int MOST, class T, class V> __device__ V sum_of_cards(const team<T> &all, size_t i)
{
    V x[MOST], sum;
#pragma unroll
    for (int k = 0; k < MOST; k++)
        x[k] = k < all.cards ? ((const V *)all.in[k])[i] : V();
    sum = x[0];
#pragma unroll
    for (int k = 1; k < MOST; k++)
        sum = plus(sum, x[k]);
    return sum;
}

/* Card me adds up elements first .. first + n - 1, and stores the sums in `out`: its own, or those of all. first is a multiple
 * of 4. A block adds up the same elements of each part on all cards. */
template <class T, int MOST, bool TO_ALL>
__global__ void __launch_bounds__(1024, 1) add_cards(team<T> all, int me, size_t first, size_t n)
{
    typedef typename lesson_four<T>::type four;
    int from = TO_ALL ? 0 : me, to = TO_ALL ? all.cards : me + 1;
    size_t stride = (size_t)gridDim.x * blockDim.x, begin = first / 4, end = begin + n / 4, rest = 4 * end + threadIdx.x;
    meet(all, me); /* all arrays are there */
    for (size_t i = begin + (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < end; i += stride) {
        four sum = sum_of_cards<MOST, T, four>(all, i);
        for (int k = from; k < to; k++)
            ((four *)all.out[k])[i] = sum;
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4) { /* up to three elements after the last four */
        T sum = sum_of_cards<MOST, T, T>(all, rest);
        for (int k = from; k < to; k++)
            all.out[k][rest] = sum;
    }
    meet(all, me); /* all have loaded what they need, and stored what others need */
}

/* A card's posts. They live as long as the card is open, from one launch to the next. */
static struct post *posts_of(struct reduction *card)
{
    size_t bytes = 32 * card->sm_count * sizeof(struct post); /* more blocks are never resident */
    bool is_first = !card->workspace->memory;
    struct post *posts = (struct post *)lesson_library_memory(card, bytes);
    if (is_first) {
        CUDA_CHECK(cudaMemset(posts, 0, bytes));
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    return posts;
}

/* Blocks that wait must all be resident, on each card, and as many on each. */
template <class T, int MOST, bool TO_ALL> static void launch(struct reduction *r, bool meets)
{
    team<T> all = {{}, {}, {}, r->cards};
    unsigned grid = ~0u;
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        int fit = 0; /* on one SM */
        CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, add_cards<T, MOST, TO_ALL>, c->block, 0));
        lesson_cooperative_grid(c, fit, blocks_for(r->n, (size_t)4 * r->block * (TO_ALL ? r->cards : 1)));
        grid = c->grid < grid ? c->grid : grid;
        all.in[i] = (const T *)c->in;
        all.out[i] = (T *)c->out;
        all.posts[i] = meets ? posts_of(c) : NULL;
    });
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        size_t first = 0, n = r->n;
        if (TO_ALL)
            lesson_card_part(r, r->n, i, &first, &n);
        c->grid = grid;
        add_cards<T, MOST, TO_ALL><<<grid, c->block, 0, c->stream>>>(all, i, first, n);
    });
}

/* Loads are written out for four cards, or for sixteen. */
template <class T, bool TO_ALL, bool MEETS = true> static void launch_shot(struct reduction *r)
{
    if (!MEETS)
        lesson_meet(r);
    if (r->cards <= 4)
        launch<T, 4, TO_ALL>(r, MEETS);
    else
        launch<T, LESSON_MOST_CARDS, TO_ALL>(r, MEETS);
    if (!MEETS)
        lesson_meet(r);
}

/* One shot brings (p - 1) arrays over each link, two shots 2 (p - 1) / p: the difference is (p - 1) (p - 2) / p. Two shots
 * have stores that the last meeting waits for: worth it from so many bytes on. */
enum { WORTH = 1 << 20 };

template <class T> static void launch_by_size(struct reduction *r)
{
    size_t p = r->cards, more = (p - 1) * (p > 2 ? p - 2 : 0) * (r->n * sizeof(T) / p);
    if (more <= WORTH)
        launch_shot<T, false>(r);
    else
        launch_shot<T, true>(r);
}

template <class T> static void run(struct lesson *l)
{
    int reach = l->unreached_pairs == 0, meet = reach && !l->apart;
    lesson_run_collective(l, LESSON_ALL_REDUCE, "one_shot_events", reach ? launch_shot<T, false, false> : NULL, 4);
    lesson_run_collective(l, LESSON_ALL_REDUCE, "one_shot", meet ? launch_shot<T, false> : NULL, 4);
    lesson_run_collective(l, LESSON_ALL_REDUCE, "two_shot", meet ? launch_shot<T, true> : NULL, 4);
    lesson_run_collective(l, LESSON_ALL_REDUCE, "by_size", meet ? launch_by_size<T> : NULL, 4);
}

static const struct lesson_about about = {
    .title = "one-shot all-reduce",
    .part = "VII",
    .offers = LESSON_FLOAT | LESSON_INT | LESSON_GRID | LESSON_ALIGNED | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
    .defaults = "-n 2^20 -b 512 --type float",
    .bench = "-b 512 -n 2^8,2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26,2^28",
    .kernel = "one_shot",
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
