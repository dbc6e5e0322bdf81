/* Exercise 42b: of which device? (find the bug)
 *
 * Each card adds up its part and adds the result to one number on card 0. Peer access is asked for and enabled, the atomics
 * are atomic, and the number is 0 in the beginning. It worked on one card. On two it ended with an illegal address. Then somebody
 * enabled everything for everybody, and the sums were too small now and then.
 *
 * Required: right sums on any number of cards, and no mistake. There are three bugs. connect() is called once, before anything
 * else; nobody has peer access until then. See docs/lessons/42_peer_access.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "lesson_cards.h"

/* ---- your code begins: whatever is wrong is in here ---- */
__global__ void add_to(const int *in, size_t n, int *result)
{
    int x = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        x += in[i];
    x = lesson_block_total(x, lesson_plus());
    if (threadIdx.x == 0)
        atomicAdd(result, x);
}

/* Lets kernels on each card use card 0's memory. */
static void connect(const int *device, int cards)
{
    for (int i = 1; i < cards; i++) {
        int can = 0;
        CUDA_CHECK(cudaDeviceCanAccessPeer(&can, device[0], device[i]));
        if (!can)
            continue;
        CUDA_CHECK(cudaSetDevice(device[0]));
        CUDA_CHECK(cudaDeviceEnablePeerAccess(device[i], 0));
    }
    CUDA_CHECK(cudaSetDevice(device[0]));
}

static void launch(struct reduction *r)
{
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    for (int i = r->cards - 1; i >= 0; i--) { /* those with a longer way begin first */
        struct reduction *card = &r->card[i];
        CUDA_CHECK(cudaSetDevice(card->device));
        card->grid = 1;
        add_to<<<1, card->block, 0, card->stream>>>(card->in, card->n, r->result);
    }
    CUDA_CHECK(cudaSetDevice(r->card[0].device));
    for (int i = 1; i < r->cards; i++)
        lesson_after(&r->card[0], &r->card[i]);
}
/* ---- your code ends ---- */

static void disconnect_all(const struct lesson *l)
{
    for (int i = 0; i < l->open_cards; i++)
        for (int k = 0; k < l->open_cards; k++)
            if (i != k && l->card[i].reaches[k]) {
                CUDA_CHECK(cudaSetDevice(l->card[i].device));
                CUDA_CHECK(cudaDeviceDisablePeerAccess(l->card[k].device));
            }
    if (l->open_cards > 0)
        CUDA_CHECK(cudaSetDevice(l->card[0].device));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise42b", LESSON_INT | LESSON_CARDS,
                                       "--cards 4,1,2,3 -n 1,33,1000,33333 -b 64,256");
    int device[LESSON_MOST_CARDS];
    for (int i = 0; i < e.lesson.open_cards; i++)
        device[i] = e.lesson.card[i].device;
    disconnect_all(&e.lesson);
    connect(device, e.lesson.open_cards);
    exercise_sums(&e, "add_to", launch, 1, 2, 1);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_exactly(&e, "bytes sent by card 1", 4, 3);
    return exercise_end(&e);
}
