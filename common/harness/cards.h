/* harness/cards.h: several GPUs that share the work. A lesson with LESSON_CARDS gets an array that is split over them
 * (lesson_card_range of harness/plan.h), or with LESSON_EACH_CARD one array on each. Elements, and what is expected of
 * them, are those of one card: element i of the whole array is the same on any number of cards.
 *
 * Card 0 is the device that all lessons have, with l->stream and l->memory. The others have a stream and memory each,
 * here. In lessons without LESSON_CARDS there are none, and these functions do nothing. */
#ifndef HARNESS_CARDS_H
#define HARNESS_CARDS_H

#include "harness/launch.h"
#include "harness/library.h"
#include "harness/state.h"
#include <cuda/atomic>
#include <math.h>

#ifdef CUDA_CPU_DEVICE
extern "C" void cuda_cpu_want_devices(int count); /* unless CUDA_CPU_DEVICES says how many */
#endif

namespace harness {

/* Writes a word into another card's memory, and reads one there. */
static __global__ void reach(unsigned *theirs, unsigned *mine, unsigned word)
{
    theirs[0] = word;
    *mine = theirs[1];
}

/* A word of each card's memory, with a bit for each card that has come. */
struct meeting {
    unsigned *word[LESSON_MOST_CARDS];
    int cards;
};
enum { ALL_CAME = 1u << LESSON_MOST_CARDS };
static const unsigned long long MEETING_NS = 10000000000ull; /* longer than a busy machine takes to begin them */

/* Tells all cards that this one is there, and waits for the others, but not for long. */
static __global__ void meet(meeting all, int me)
{
    typedef cuda::atomic_ref<unsigned, cuda::thread_scope_system> word;
    unsigned last = (1u << all.cards) - 1;
    unsigned long long began, now;
    for (int k = 0; k < all.cards; k++)
        word(*all.word[k]).fetch_or(1u << me, cuda::memory_order_relaxed);
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began));
    do {
        if ((word(*all.word[me]).load(cuda::memory_order_relaxed) & last) == last) {
            word(*all.word[me]).fetch_or((unsigned)ALL_CAME, cuda::memory_order_relaxed);
            return;
        }
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - began < MEETING_NS);
}

}

/* On the CPU device: two devices, because with several of them streams are queues, and races between them show. */
static inline void lesson_want_queues(void)
{
#ifdef CUDA_CPU_DEVICE
    cuda_cpu_want_devices(2);
#endif
}

/* On the CPU device: as many devices as --cards asks for. */
static inline void lesson_want_cards(const struct lesson *l)
{
    if (l->offers & LESSON_FROM_HOST)
        lesson_want_queues();
#ifdef CUDA_CPU_DEVICE
    if (l->offers & LESSON_CARDS)
        cuda_cpu_want_devices(l->options.device + lesson_most_cards(&l->options, LESSON_CPU_CARDS));
#else
    (void)l;
#endif
}

/* Says what there is: each card's number and peak; of the free memory the least counts. */
static inline void lesson_survey_cards(struct lesson *l, struct lesson_options *defaults)
{
    struct lesson_device *d = &l->device;
    if (!(l->offers & LESSON_CARDS))
        return;
    lesson_fit_cards(defaults, d->cards);
    lesson_fit_cards(&l->options, d->cards);
    int wanted = lesson_most_cards(&l->options, d->cards);
    if (wanted > d->cards)
        lesson_fail(LESSON_USAGE, "--cards %d: there %s %d%s; leave it out to take all", wanted,
                    d->cards == 1 ? "is" : "are", d->cards, d->ordinal ? " from --device on" : "");
    for (int i = 0; i < wanted; i++) {
        struct lesson_device other = lesson_open_device(d->ordinal + i);
        l->card[i].device = d->ordinal + i;
        l->card[i].sm_count = other.sm_count;
        l->card[i].peak = other.peak;
        if (other.free_memory < d->free_memory)
            d->free_memory = other.free_memory;
        if (other.l2 > d->l2)
            d->l2 = other.l2;
        if (strcmp(other.name, d->name) != 0 && !l->mixed_card)
            l->mixed_card = i;
    }
    CUDA_CHECK(cudaSetDevice(d->ordinal));
    l->open_cards = wanted;
}

/* Can kernels on `card` use the memory of `other`? What the driver says is not enough: words must arrive. */
static inline int lesson_can_reach(struct lesson_card *card, const struct lesson_card *other)
{
    int can = 0;
    unsigned word = 0x600d0000u + (unsigned)card->device, there[2] = {0, ~word}, mine = 0;
    CUDA_CHECK(cudaDeviceCanAccessPeer(&can, card->device, other->device));
    if (!can)
        return 0;
    CUDA_CHECK(cudaSetDevice(card->device));
    cudaError_t error = cudaDeviceEnablePeerAccess(other->device, 0);
    if (error == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();
    else
        CUDA_CHECK(error);
    /* any two words of each will do */
    unsigned *theirs = (unsigned *)other->memory.partial.data, *own = (unsigned *)card->memory.partial.data;
    CUDA_CHECK(cudaMemcpy(theirs, there, sizeof there, cudaMemcpyDefault));
    lesson_launch_grid(1, 1, card->stream, harness::reach, theirs, own, word);
    CUDA_CHECK(cudaStreamSynchronize(card->stream));
    CUDA_CHECK(cudaMemcpy(there, theirs, sizeof there, cudaMemcpyDefault));
    CUDA_CHECK(cudaMemcpy(&mine, own, sizeof mine, cudaMemcpyDefault));
    if (there[0] == word && mine == ~word)
        return 1;
    CUDA_CHECK(cudaDeviceDisablePeerAccess(other->device));
    return 0;
}

/* Are atomics of kernels on `card` in the memory of `other` one operation over there? Otherwise they are none at all. */
static inline int lesson_has_native_atomics(const struct lesson_card *card, const struct lesson_card *other)
{
    int native = 0;
    CUDA_CHECK(cudaDeviceGetP2PAttribute(&native, cudaDevP2PAttrNativeAtomicSupported, card->device, other->device));
    return native;
}

/* Do kernels of all open cards run at the same time? Not with CUDA_LAUNCH_BLOCKING=1, and not under a profiler that has each
 * launch wait for the one before: kernels that wait for each other would then wait forever. So they are tried. */
static inline int lesson_runs_apart(struct lesson *l)
{
    harness::meeting all = {{}, l->open_cards};
    unsigned came, last = (1u << l->open_cards) - 1, is_apart = 0;
    for (int i = 0; i < all.cards; i++)
        all.word[i] = (unsigned *)l->card[i].memory.partial.data;
    for (int i = 0; i < all.cards; i++)
        CUDA_CHECK(cudaMemset(all.word[i], 0, sizeof *all.word[i]));
    for (int i = 0; i < all.cards; i++) {
        CUDA_CHECK(cudaSetDevice(l->card[i].device));
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    for (int i = 0; i < all.cards; i++) {
        CUDA_CHECK(cudaSetDevice(l->card[i].device));
        lesson_launch_grid(1, 1, l->card[i].stream, harness::meet, all, i);
    }
    for (int i = 0; i < all.cards; i++) /* all of them write all words */
        CUDA_CHECK(cudaStreamSynchronize(l->card[i].stream));
    for (int i = 0; i < all.cards; i++) {
        CUDA_CHECK(cudaMemcpy(&came, all.word[i], sizeof came, cudaMemcpyDefault));
        is_apart |= came != (last | harness::ALL_CAME);
    }
    return (int)is_apart;
}

/* For rows in which cards wait for each other, NCCL's too: the launch function, or NULL (the row is not run) where kernels
 * of several cards run one after another. */
static inline lesson_launch lesson_if_cards_meet(const struct lesson *l, lesson_launch launch)
{
    return l->apart ? NULL : launch;
}

/* Opens the cards that a plan needs, once the first one's stream and memory are there. */
static inline void lesson_open_cards(struct lesson *l)
{
    for (int i = 0; i < l->open_cards; i++) {
        struct lesson_card *card = &l->card[i];
        CUDA_CHECK(cudaSetDevice(card->device));
        card->stream = l->stream;
        card->memory = l->memory;
        if (i > 0) {
            CUDA_CHECK(cudaStreamCreate(&card->stream));
            card->memory = lesson_allocate(&l->plan, card->stream);
        }
        card->input.data = lesson_behind_offset(&l->plan, card->memory.input.data, card->stream);
        if (card->memory.second.data)
            card->second.data = lesson_behind_offset(&l->plan, card->memory.second.data, card->stream);
        CUDA_CHECK(cudaEventCreateWithFlags(&card->meeting, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&card->event, cudaEventDisableTiming));
    }
    for (int i = 0; i < l->open_cards; i++)
        for (int k = 0; k < l->open_cards; k++) {
            l->card[i].reaches[k] = (unsigned char)(i == k || lesson_can_reach(&l->card[i], &l->card[k]));
            l->unreached_pairs += !l->card[i].reaches[k];
            l->no_atomics += i != k && !lesson_has_native_atomics(&l->card[i], &l->card[k]);
        }
    l->apart = l->open_cards > 1 && l->unreached_pairs == 0 && lesson_runs_apart(l);
    if (l->open_cards > 0)
        CUDA_CHECK(cudaSetDevice(l->card[0].device));
}

static inline void lesson_close_cards(struct lesson *l)
{
    for (int i = 0; i < l->open_cards; i++) {
        struct lesson_card *card = &l->card[i];
        CUDA_CHECK(cudaSetDevice(card->device));
        CUDA_CHECK(cudaEventDestroy(card->meeting));
        CUDA_CHECK(cudaEventDestroy(card->event));
        lesson_free_workspace(&card->workspace);
        if (i > 0) {
            lesson_free(&l->plan, &card->memory);
            CUDA_CHECK(cudaStreamDestroy(card->stream));
        }
    }
    if (l->open_cards > 0)
        CUDA_CHECK(cudaSetDevice(l->card[0].device));
}

/* The other cards' streams begin when l->stream has come here. */
static inline void lesson_fork(struct lesson *l)
{
    if (l->cards > 1)
        CUDA_CHECK(cudaEventRecord(l->card[0].meeting, l->stream));
    for (int i = 1; i < l->cards; i++)
        CUDA_CHECK(cudaStreamWaitEvent(l->card[i].stream, l->card[0].meeting, 0));
}

/* l->stream goes on when all cards have come here. */
static inline void lesson_join(struct lesson *l)
{
    for (int i = 1; i < l->cards; i++) {
        CUDA_CHECK(cudaEventRecord(l->card[i].meeting, l->card[i].stream));
        CUDA_CHECK(cudaStreamWaitEvent(l->stream, l->card[i].meeting, 0));
    }
}

/* Makes r->card[i] card i's part of a reduction. */
static inline void lesson_deal(struct lesson *l, const struct lesson_row *row, struct reduction *r)
{
    r->cards = l->cards;
    r->card = l->part;
    for (int i = 0; i < l->cards; i++) {
        struct lesson_card *card = &l->card[i];
        struct reduction *c = &l->part[i];
        size_t copy = row->copy * card->input.pitch * card->input.size;
        char *out = (char *)card->memory.out.data, *second = (char *)card->second.data;
        *c = *r;
        c->in = (const int *)((char *)card->input.data + copy);
        c->out = out ? (int *)(out + copy) : NULL;
        c->partial = (int *)card->memory.partial.data;
        c->scratch = (int *)card->memory.scratch.data;
        c->result = i == 0 ? r->result : (int *)card->memory.result.data;
        c->second = second ? second + copy : NULL;
        c->n = l->offers & LESSON_BATCH ? r->n : card->input.n;
        c->first = card->input.first;
        c->device = card->device;
        c->sm_count = card->sm_count;
        c->stream = card->stream;
        c->event = card->event;
        c->reaches = card->reaches;
        c->workspace = &card->workspace;
        c->grid = r->asked_grid ? r->asked_grid
                                : blocks_for(c->n ? c->n : 1, (size_t)r->block * r->elements_per_thread);
    }
}

/* Makes *r, for the report, what the cards have done together: all blocks, and the longest chain. */
static inline void lesson_gather(const struct lesson *l, struct reduction *r)
{
    if (l->cards > 0)
        CUDA_CHECK(cudaSetDevice(l->card[0].device)); /* which the launch function may have changed */
    for (int i = 0; i < l->cards; i++) {
        r->grid = i == 0 ? l->part[0].grid : r->grid + l->part[i].grid;
        r->chain = r->chain > l->part[i].chain ? r->chain : l->part[i].chain;
    }
}

/* The lines of the header block that say which cards there are. */
static inline void lesson_print_cards(const struct lesson *l)
{
    if (l->open_cards == 0)
        return;
    int last = l->card[l->open_cards - 1].device;
    if (l->open_cards == 1) {
        printf("  cards    one: nothing goes from card to card, so that is not to be seen here\n");
        return;
    }
    printf("  cards    %d, numbers %d to %d; ", l->open_cards, l->card[0].device, last);
    if (l->unreached_pairs)
        printf("%d of %d ways from one to another cannot be used by\n"
               "           kernels: there data go by copies, which may take them through the host\n",
               l->unreached_pairs, l->open_cards * (l->open_cards - 1));
    else
        printf("kernels on each reach the memory of all (tried with data)\n"
               "           Atomics of one in the memory of another: %s\n",
               l->no_atomics ? "not native everywhere, so they are not atomic there" : "native");
    if (l->mixed_card)
        printf("           They are not alike: number %d is another one than number %d. Parts are\n"
               "           equal, so all wait for the slowest\n", l->card[l->mixed_card].device, l->card[0].device);
}

#endif
