/* Exercise 41b: counted too early (find the bug)
 *
 * Every card adds up its part, copies its sum into the first card's memory, and records an event. The first card's stream
 * waits for the events and adds up. On two cards of different speed the sum was wrong now and then, and right whenever somebody
 * looked for the reason with a debugger. A second reduction after the first made it worse.
 *
 * Required: right sums on any number of cards, twice in a row, and no race. The bugs are in the launch function.
 * See docs/lessons/41_several_gpus.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "lesson_cards.h"

__global__ void part_sum(const int *in, size_t n, int *sum)
{
    int x = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        x += in[i];
    x = lesson_block_total(x, lesson_plus());
    if (threadIdx.x == 0)
        *sum = x;
}

__global__ void add_sums(const int *sums, int cards, int *result)
{
    int x = (int)threadIdx.x < cards ? sums[threadIdx.x] : 0;
    x = lesson_warp_total(x, lesson_plus());
    if (threadIdx.x == 0)
        *result = x;
}

static void launch(struct reduction *r)
{
    struct reduction *first = &r->card[0];
    int *sums = first->scratch;
    for (int i = 0; i < r->cards; i++)
        r->card[i].grid = 1;
    /* ---- your code begins: whatever is wrong is in here ---- */
    CUDA_CHECK(cudaSetDevice(first->device));
    for (int i = 0; i < r->cards; i++) {
        struct reduction *card = &r->card[i];
        CUDA_CHECK(cudaSetDevice(card->device));
        part_sum<<<1, card->block, 0, card->stream>>>(card->in, card->n, card->partial);
        CUDA_CHECK(cudaEventRecord(card->event, card->stream));
        CUDA_CHECK(cudaMemcpyAsync(&sums[i], card->partial, sizeof(int), cudaMemcpyDefault, card->stream));
    }
    for (int i = 1; i < r->cards - 1; i++)
        CUDA_CHECK(cudaStreamWaitEvent(first->stream, r->card[i].event, 0));
    CUDA_CHECK(cudaSetDevice(first->device));
    add_sums<<<1, 32, 0, first->stream>>>(sums, r->cards, r->result);
    /* ---- your code ends ---- */
}

static void launch_twice(struct reduction *r)
{
    launch(r);
    launch(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise41b", LESSON_INT | LESSON_CARDS,
                                       "--cards 4,1,2,3 -n 1,33,1000,33333 -b 64,256");
    exercise_sums(&e, "one sum", launch, 1, 1, 2);
    exercise_sums(&e, "two in a row", launch_twice, 1, 1, 3);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_exactly(&e, "bytes sent by card 1", 4, 3);
    return exercise_end(&e);
}
