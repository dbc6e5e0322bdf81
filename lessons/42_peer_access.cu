/* Lesson 42: peer access
 *
 * Lesson 41 left the parts where they were. Often data must go from card to card. Here card 0 should get the sum of all cards'
 * parts, and there are four ways:
 *
 *     through_host     copy each part into the host's memory, and from there to card 0, which adds up
 *     peer_copy        copy each part to card 0, over the link if there is one; then card 0 adds up
 *     remote_loads     no copy: the kernel on card 0 loads from the other cards' memory as from its own
 *     remote_atomics   each card adds up its own part, and each block adds its sum to one number on card 0
 *
 * The last two need peer access (cudaDeviceEnablePeerAccess, called by the device whose kernels use it), which the harness has
 * tried with data. remote_atomics also needs cudaDevP2PAttrNativeAtomicSupported, which it asks for each pair of cards.
 */
#include "lesson.h"
#include "lesson_cards.h"
#include "lesson_share.h"

/* Where card 0 finds the parts. */
template <class T> struct parts {
    const T *in[LESSON_MOST_CARDS];
    size_t n[LESSON_MOST_CARDS];
    unsigned count;
};

__device__ unsigned tickets; /* 0 again when a kernel has ended */

/* The blocks take turns with the parts, so that all links and the card's own memory are busy at the same time. */
template <class T> __global__ void __launch_bounds__(1024, 1) sum_parts(parts<T> of, T *partial, T *result)
{
    unsigned part = blockIdx.x % of.count;
    T x = lesson_thread_sum(of.in[part], of.n[part], blockIdx.x / of.count, gridDim.x / of.count);
    x = lesson_block_sum(x);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = x;
    if (!lesson_is_last(&tickets))
        return;
    x = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        x += partial[i];
    x = lesson_block_sum(x);
    if (threadIdx.x == 0)
        *result = x;
}

/* result lies on card 0: an atomic of the whole system, since blocks of other cards add to it, too. */
template <class T> __global__ void __launch_bounds__(1024, 1) add_to(const T *in, size_t n, T *result)
{
    T x = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        atomicAdd_system(result, x);
}

/* Sums up on card 0, after all that the cards have done so far. Only then do they go on. */
template <class T> static void sum_on_first(struct reduction *r, const parts<T> &of)
{
    struct reduction *first = &r->card[0];
    if (!r->asked_grid)
        first->grid *= of.count;
    lesson_share_grid(first, sum_parts<T>);
    first->grid = first->grid < of.count ? of.count : first->grid / of.count * of.count;
    for (int i = 1; i < r->cards; i++)
        r->card[i].grid = 0;
    lesson_meet(r);
    sum_parts<<<first->grid, first->block, 0, first->stream>>>(of, (T *)first->partial, (T *)r->result);
    lesson_meet(r);
}

template <class T> static parts<T> parts_where_they_are(struct reduction *r)
{
    parts<T> of = {{}, {}, (unsigned)r->cards};
    for (int i = 0; i < r->cards; i++) {
        of.in[i] = (const T *)r->card[i].in;
        of.n[i] = r->card[i].n;
    }
    return of;
}

/* Copies all parts but the first into card 0's memory: straight, or by way of the host. */
template <class T, bool BY_HOST> static void launch_copy(struct reduction *r)
{
    parts<T> of = parts_where_they_are<T>(r);
    size_t pitch = (r->card[0].n + 63) / 64 * 64, all = r->cards * pitch * sizeof(T); /* copies begin like arrays */
    T *there = (T *)lesson_library_memory(&r->card[0], all);
    T *on_host = BY_HOST ? (T *)lesson_pinned_memory(r, all) : NULL;
    for (int i = 1; i < r->cards; i++) {
        struct reduction *card = &r->card[i];
        size_t bytes = card->n * sizeof(T);
        if (BY_HOST)
            CUDA_CHECK(cudaMemcpyAsync(on_host + i * pitch, card->in, bytes, cudaMemcpyDeviceToHost, card->stream));
        CUDA_CHECK(cudaMemcpyAsync(there + i * pitch, BY_HOST ? on_host + i * pitch : of.in[i], bytes,
                                   cudaMemcpyDefault, card->stream));
        of.in[i] = there + i * pitch;
    }
    sum_on_first(r, of);
}

template <class T> static void launch_remote_loads(struct reduction *r) { sum_on_first(r, parts_where_they_are<T>(r)); }

template <class T> static void launch_remote_atomics(struct reduction *r)
{
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(T), r->stream));
    lesson_meet(r); /* nobody adds before it is 0 */
    lesson_on_cards(r, [&](struct reduction *card, int) {
        lesson_share_grid(card, add_to<T>);
        add_to<<<card->grid, card->block, 0, card->stream>>>((const T *)card->in, card->n, (T *)r->result);
        r->chain += card->grid; /* one after another, in whatever order they come */
    });
    lesson_meet(r);
}

template <class T> static void run(struct lesson *l)
{
    int reach = l->unreached_pairs == 0, atomics = reach && l->no_atomics == 0;
    lesson_run(l, "through_host", launch_copy<T, true>, LESSON_SHARE);
    lesson_run(l, "peer_copy", launch_copy<T, false>, LESSON_SHARE);
    lesson_run(l, "remote_loads", reach ? launch_remote_loads<T> : NULL, LESSON_SHARE);
    lesson_run(l, "remote_atomics", atomics ? launch_remote_atomics<T> : NULL, LESSON_SHARE);
}

static const struct lesson_about about = {
    .title = "peer access",
    .part = "VII",
    .offers = LESSON_INT | LESSON_FLOAT | LESSON_GRID | LESSON_ALIGNED | LESSON_CARDS,
    .defaults = "-n 2^28 -b 512",
    .bench = "-b 512 -n 2^12,2^16,2^20,2^24",
    .kernel = "remote_loads",
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
