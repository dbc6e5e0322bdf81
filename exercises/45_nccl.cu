/* Exercise 45: nccl (fill the gap)
 *
 * A step of training: each card adds up the rows of its elements, and NCCL adds up what the cards have. It is done in four
 * pieces: while one is sent, the next is added up. So NCCL has a stream of its own on each card, `side`.
 *
 * The gap is what one card does before piece k is sent. Its kernel is there. NCCL must not send anything that has not been added
 * up yet. And the host must not wait: it has more to do, and the whole step must fit into a graph.
 *
 * Required: right sums, at any size. No mistake. See docs/lessons/45_nccl.md.
 */
#include "exercise.h"
#include "lesson_cards.h"
#include "lesson_nccl.h"

enum { PIECES = 4 };

__global__ void add_rows(const int *in, size_t n, size_t row, size_t from, size_t to, int *out)
{
    size_t i = from + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= to)
        return;
    int sum = in[i];
    for (size_t at = i + row; at < n; at += row)
        sum += in[at];
    out[i] = sum;
}

struct side {
    cudaStream_t stream; /* NCCL's */
    cudaEvent_t event[PIECES], is_sent;
};

/* Elements from .. to of row by row sums, on one card, which is the current one. */
static void add_piece(struct reduction *c, struct side *side, int k, size_t row, size_t from, size_t to)
{
    unsigned blocks = blocks_for(to - from, c->block);
    /* ---- your code begins: up to three lines; side->event[k] is free ---- */
    add_rows<<<blocks, c->block, 0, c->stream>>>(c->in, c->n, row, from, to, c->out);
    /* ---- your code ends ---- */
}

static struct side side[LESSON_MOST_CARDS];

static void make_sides(struct reduction *r)
{
    lesson_on_cards(r, [](struct reduction *, int i) {
        if (side[i].stream)
            return;
        CUDA_CHECK(cudaStreamCreateWithFlags(&side[i].stream, cudaStreamNonBlocking));
        for (cudaEvent_t &event : side[i].event)
            CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&side[i].is_sent, cudaEventDisableTiming));
    });
}

static void launch(struct reduction *r)
{
    ncclComm_t *comm = lesson_communicators(r);
    size_t row = lesson_row_length(r->card[0].n);
    make_sides(r);
    for (int k = 0; k < PIECES; k++) {
        size_t from, piece;
        lesson_split(row, 4, PIECES, k, &from, &piece);
        if (piece == 0)
            continue;
        lesson_on_cards(r, [&](struct reduction *c, int i) { add_piece(c, &side[i], k, row, from, from + piece); });
        NCCL_CHECK(ncclGroupStart());
        for (int i = 0; i < r->cards; i++) {
            int *sums = r->card[i].out + from;
            NCCL_CHECK(ncclAllReduce(sums, sums, piece, ncclInt, ncclSum, comm[i], side[i].stream));
        }
        NCCL_CHECK(ncclGroupEnd());
    }
    lesson_on_cards(r, [](struct reduction *c, int i) {
        CUDA_CHECK(cudaEventRecord(side[i].is_sent, side[i].stream));
        CUDA_CHECK(cudaStreamWaitEvent(c->stream, side[i].is_sent, 0));
    });
}

/* Does a graph of it come about? A host that waits, and work that nothing joins, are errors then. */
static int is_captured(struct lesson *l, lesson_launch launch)
{
    struct lesson_row row = lesson_make_row(l, "captured", &lesson_collected[LESSON_ROWS_ALL_REDUCE], launch, 4, 0, 0);
    cudaGraphExec_t graph = lesson_record(l, &row, [](struct lesson *lesson, struct lesson_row *r) {
        r->repeats = 1;
        lesson_enqueue(lesson, r);
    }, NULL);
    return cudaGraphExecDestroy(graph) == cudaSuccess;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise45", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "-n 1,33,1000,4099,20000 -b 64,256");
    exercise_results(&e, &lesson_collected[LESSON_ROWS_ALL_REDUCE], "add_piece", launch, 4, 1, 2);
    exercise_true(&e, "a graph of it", e.failed || is_captured(&e.lesson, launch), "it cannot be captured", 3);
    int result = exercise_end(&e);
    lesson_nccl_end();
    return result;
}
