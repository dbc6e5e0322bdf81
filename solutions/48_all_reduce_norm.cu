/* Exercise 48: all-reduce and norm (fill the gap)
 *
 * Each card has rows of up to 1024 bfloat16. For each row, on every card: the sum over all cards, plus the residual stream,
 * is the new residual stream. That, divided by the root of the mean of its squares, and times the weights, is the output. A warp
 * takes a row. As it is written here, the sums go to memory, are rounded, and are loaded again, twice.
 *
 * Required: right results, rounded to bfloat16 only where they are stored; the same bits on all cards; each element of each
 * card, of the residual stream and of the weights is loaded once. No mistake. See docs/lessons/48_all_reduce_norm.md.
 */
#include "exercise.h"
#include "lesson_cards.h"
#include "harness/check_norm_of_sums.h"
#include <cuda_bf16.h>

typedef __nv_bfloat16 bfloat16;
enum { MOST = 1024 / 32 }; /* elements of a lane */

struct rows {
    const bfloat16 *in[LESSON_MOST_CARDS]; /* of each card */
    const bfloat16 *residual, *weight;
    bfloat16 *sums, *out; /* the new residual stream, and the output */
    int cards;
};

__device__ float warp_sum(float x)
{
    for (unsigned d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}

/* One warp's row of n elements, the first of which is element `at`: lane l has elements at + l, at + l + 32, ... */
__device__ void add_and_norm(const rows &r, size_t at, unsigned n)
{
    unsigned lane = threadIdx.x % 32;
    float squares = 0;

    /* ---- your code begins: about 15 lines ---- */
    float h[MOST];
    for (unsigned k = 0; k < MOST; k++) {
        unsigned i = lane + 32 * k;
        float sum = 0;
        if (i >= n)
            break;
        for (int c = 0; c < r.cards; c++)
            sum += __bfloat162float(r.in[c][at + i]);
        bfloat16 rounded = __float2bfloat16(sum + __bfloat162float(r.residual[at + i]));
        r.sums[at + i] = rounded;
        h[k] = __bfloat162float(rounded);
        squares += h[k] * h[k];
    }
    float scale = rsqrtf(warp_sum(squares) / n + LESSON_EPSILON);
    for (unsigned k = 0; k < MOST && lane + 32 * k < n; k++)
        r.out[at + lane + 32 * k] = __float2bfloat16(h[k] * scale * __bfloat162float(r.weight[lane + 32 * k]));
    /* ---- your code ends ---- */
}

__global__ void norm_rows(rows r, unsigned n, unsigned batch)
{
    size_t row = (size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row < batch) /* the whole warp */
        add_and_norm(r, row * n, n);
}

/* Events see to it that all arrays are there before, and may be changed afterwards. */
static void launch(struct reduction *r)
{
    lesson_on_cards(r, [](struct reduction *c, int) { lesson_library_memory(c, c->batch * c->n * sizeof(bfloat16)); });
    lesson_meet(r);
    lesson_on_cards(r, [&](struct reduction *c, int) {
        const bfloat16 *second = (const bfloat16 *)c->second;
        rows of = {{}, second, second, (bfloat16 *)lesson_library_memory(c, 0), (bfloat16 *)c->out, r->cards};
        for (int k = 0; k < r->cards; k++)
            of.in[k] = (const bfloat16 *)r->card[k].in;
        c->grid = blocks_for(c->batch, c->block / 32);
        norm_rows<<<c->grid, c->block, 0, c->stream>>>(of, (unsigned)c->n, c->batch);
    });
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise48",
                                       LESSON_BFLOAT16 | LESSON_BATCH | LESSON_OUTPUT | LESSON_SECOND | LESSON_CARDS | LESSON_EACH_CARD,
                                       "--cards 3,1 --batch 1,7 --row 1,33,1000,1024 -b 32,256");
    exercise_results(&e, &lesson_norm_of_sums, "add_and_norm", launch, 1, 1, 3);
    exercise_count(&e, launch, 1, 1024, 32);
    /* on each of three cards: 32 requests for each of three arrays, the residual stream, the weights */
    exercise_at_most(&e, "global load requests", 3 * 5 * 32, 2);
    return exercise_end(&e);
}
