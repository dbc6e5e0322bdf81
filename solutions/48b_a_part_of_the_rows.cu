/* Exercise 48b: a part of the rows (find the bug)
 *
 * Two shots: each card adds up its part of the rows, from all cards, and stores the new residual stream and the output on all
 * of them. A block takes one row after another. The program was tried with one row for each block, and with as many rows as
 * cards, and was right there.
 *
 * Required: right results on every card, with any number of rows, and no mistake. There are three bugs.
 * See docs/lessons/48_all_reduce_norm.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "lesson_cards.h"
#include "harness/check_norm_of_sums.h"
#include <cuda_bf16.h>

typedef __nv_bfloat16 bfloat16;

struct rows {
    const bfloat16 *in[LESSON_MOST_CARDS]; /* of each card */
    bfloat16 *sums[LESSON_MOST_CARDS], *out[LESSON_MOST_CARDS]; /* the new residual stream, and the output */
    const bfloat16 *residual, *weight;
    int cards;
};

/* ---- your code begins: whatever is wrong is in here ---- */
/* Rows first to end - 1 are card me's. */
__device__ void my_rows(size_t rows, int cards, int me, size_t *first, size_t *end)
{
    *first = rows * me / cards;
    *end = rows * (me + 1) / cards;
}

__global__ void norm_part(rows r, size_t batch, size_t n, int me)
{
    __shared__ float of_warp[32];
    size_t first, end;
    my_rows(batch, r.cards, me, &first, &end);
    for (size_t row = first + blockIdx.x; row < end; row += gridDim.x) {
        float squares = 0, all = 0;
        for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
            float sum = 0;
            for (int k = 0; k < r.cards; k++)
                sum += __bfloat162float(r.in[k][row * n + i]);
            bfloat16 h = __float2bfloat16(sum + __bfloat162float(r.residual[row * n + i]));
            for (int k = 0; k < r.cards; k++)
                r.sums[k][row * n + i] = h;
            squares += __bfloat162float(h) * __bfloat162float(h);
        }
        squares = lesson_warp_total(squares, lesson_plus());
        if (threadIdx.x % 32 == 0)
            of_warp[threadIdx.x / 32] = squares;
        __syncthreads();
        for (unsigned w = 0; w < blockDim.x / 32; w++)
            all += of_warp[w];
        float scale = rsqrtf(all / n + LESSON_EPSILON);
        for (size_t i = threadIdx.x; i < n; i += blockDim.x)
            for (int k = 0; k < r.cards; k++)
                r.out[k][row * n + i] = __float2bfloat16(__bfloat162float(r.sums[me][row * n + i]) * scale * __bfloat162float(r.weight[i]));
        __syncthreads();
    }
}
/* ---- your code ends ---- */

/* Events see to it that all arrays are there before, and all results afterwards. */
static void launch(struct reduction *r)
{
    rows of = {{}, {}, {}, NULL, NULL, r->cards};
    lesson_on_cards(r, [&](struct reduction *c, int k) {
        of.in[k] = (const bfloat16 *)c->in;
        of.out[k] = (bfloat16 *)c->out;
        of.sums[k] = (bfloat16 *)lesson_library_memory(c, c->batch * c->n * sizeof(bfloat16));
    });
    lesson_meet(r);
    lesson_on_cards(r, [&](struct reduction *c, int me) {
        of.residual = of.weight = (const bfloat16 *)c->second;
        c->grid = 2;
        norm_part<<<c->grid, c->block, 0, c->stream>>>(of, c->batch, c->n, me);
    });
    lesson_meet(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise48b",
                                       LESSON_BFLOAT16 | LESSON_BATCH | LESSON_OUTPUT | LESSON_SECOND | LESSON_CARDS | LESSON_EACH_CARD,
                                       "--cards 3,2,1 --batch 1,3,17 --row 33,1000 -b 64,256");
    exercise_results(&e, &lesson_norm_of_sums, "norm_part", launch, 1, 1, 3);
    exercise_count(&e, launch, 1, 1024, 64);
    /* one row, of card 2, which loads it from the others and stores both results there */
    exercise_exactly(&e, "bytes sent by card 0", 2048, 2);
    exercise_exactly(&e, "bytes sent by card 2", 2 * 2 * 2048, 2);
    return exercise_end(&e);
}
