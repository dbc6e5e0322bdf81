/* Exercise 45c: what a link carries (predict)
 *
 * Four cards have 420 floats each. NCCL's ring: card i sends to card i + 1 only, pieces of 105 floats, and adds what it gets to
 * what it has. Before they run: how many bytes does one card send in an all-reduce, and in how many steps? How many in a
 * reduce-scatter? And in a reduce to card 0, what does card 1 send, and what card 0?
 *
 * Then two numbers of a table: on two cards, 1 GiB (2^30 bytes) takes 3238 us. What is algbw? And what would busbw be if eight cards
 * took as long? In GB/s, to 1 %. See docs/lessons/45_nccl.md.
 */
#include "exercise.h"
#include "grading/one_run.h"
#include "harness/row.h"
#include "lesson_cards.h"
#include "lesson_nccl.h"

enum { CARDS = 4, N = 420 };

/* ---- your code begins: seven numbers ---- */
static const int all_reduce_bytes = EXERCISE_UNKNOWN;
static const int all_reduce_steps = EXERCISE_UNKNOWN;
static const int reduce_scatter_bytes = EXERCISE_UNKNOWN;
static const int reduce_bytes_of_card_1 = EXERCISE_UNKNOWN;
static const int reduce_bytes_of_card_0 = EXERCISE_UNKNOWN;
static const double algbw = EXERCISE_UNKNOWN;
static const double busbw_of_eight = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

template <enum lesson_collective kind> static void launch(struct reduction *r)
{
    ncclComm_t *comm = lesson_communicators(r);
    size_t part = r->card[0].n / r->cards;
    NCCL_CHECK(ncclGroupStart());
    for (int i = 0; i < r->cards; i++) {
        struct reduction *c = &r->card[i];
        if (kind == LESSON_ALL_REDUCE)
            NCCL_CHECK(ncclAllReduce(c->in, c->out, c->n, ncclFloat, ncclSum, comm[i], c->stream));
        else if (kind == LESSON_REDUCE)
            NCCL_CHECK(ncclReduce(c->in, c->out, c->n, ncclFloat, ncclSum, 0, comm[i], c->stream));
        else
            NCCL_CHECK(ncclReduceScatter(c->in, c->out + i * part, part, ncclFloat, ncclSum, comm[i], c->stream));
    }
    NCCL_CHECK(ncclGroupEnd());
}

/* What a card sends in one run, or in how many steps. */
template <enum lesson_collective kind> static double sent(struct exercise *e, int card, int steps)
{
    unsigned long long bytes = 0, before = 0, all[2] = {0, 0};
#ifdef CUDA_CPU_INSPECT
    before = cuda_cpu_inspect_sent(card, 1, &all[0]);
    struct lesson_row row = lesson_make_row(&e->lesson, "counted", &lesson_collected[kind], launch<kind>, 1, 0, 0);
    exercise_run_once(e, &row);
    bytes = cuda_cpu_inspect_sent(card, 1, &all[1]) - before;
#else
    (void)e, (void)card, (void)before;
#endif
    return steps ? (double)(all[1] - all[0]) : (double)bytes;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise45c", LESSON_FLOAT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "-n 420 -b 64");
    if (EXERCISE_IS_INSPECTED && e.lesson.plan.shape[0].cards != CARDS) /* GPUs are not counted: any number will do */
        lesson_fail(LESSON_USAGE, "exercise45c is about %d cards: leave out --cards and CUDA_CPU_DEVICES", CARDS);
    exercise_results(&e, &lesson_collected[LESSON_ALL_REDUCE], "all-reduce", launch<LESSON_ALL_REDUCE>, 1, 1, 1);
    exercise_results(&e, &lesson_collected[LESSON_REDUCE], "reduce", launch<LESSON_REDUCE>, 1, 1, 1);
    if (EXERCISE_IS_INSPECTED && !e.is_partial && !e.failed) {
        exercise_predict_value(&e, "all-reduce: bytes that a card sends", all_reduce_bytes, sent<LESSON_ALL_REDUCE>(&e, 1, 0), 0, 1);
        exercise_predict_value(&e, "all-reduce: steps", all_reduce_steps, sent<LESSON_ALL_REDUCE>(&e, 1, 1), 0, 1);
        exercise_predict_value(&e, "reduce-scatter: bytes that a card sends", reduce_scatter_bytes,
                               sent<LESSON_REDUCE_SCATTER>(&e, 1, 0), 0, 1);
        exercise_predict_value(&e, "reduce: bytes that card 1 sends", reduce_bytes_of_card_1, sent<LESSON_REDUCE>(&e, 1, 0), 0, 2);
        exercise_predict_value(&e, "reduce: bytes that card 0 sends", reduce_bytes_of_card_0, sent<LESSON_REDUCE>(&e, 0, 0), 0, 2);
    }
    exercise_predict_value(&e, "algbw of 2^30 bytes in 3238 us, GB/s", algbw, 0x1p30 / 3238e3, 3.3, 3);
    exercise_predict_value(&e, "busbw, if eight cards take as long, GB/s", busbw_of_eight, 0x1p30 / 3238e3 * 2 * 7 / 8, 5.8, 3);
    int result = exercise_end(&e);
    lesson_nccl_end();
    return result;
}
