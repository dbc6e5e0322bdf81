/* Lesson 45: NCCL
 *
 * NCCL is a library for what lessons 41 to 44 do by hand. A rank is a card that takes part, a communicator is what the
 * ranks share, and calls in a group begin together. Each card has n elements, and gets
 *
 *     nccl_all_reduce, nccl_all_reduce_graph    the sums of all cards' elements i; called directly, and as a graph
 *     nccl_reduce            the same, on card 0 only
 *     nccl_reduce_scatter    one part of them: the first half of an all-reduce
 *     rows_then_nccl         a training step in small: the n elements are four rows. Add them up, then all-reduce what is left
 *     rows_beside_nccl       the same in pieces: while NCCL sends one, the next is added up
 */
#include "lesson.h"
#include "lesson_cards.h"
#include "lesson_nccl.h"

enum { PIECES = 4 }; /* in which rows_beside_nccl adds up and sends */

/* call(c, rank): on each card, in one group. */
template <class Call> static void in_group(struct reduction *r, Call call)
{
    ncclComm_t *comm = lesson_communicators(r);
    NCCL_CHECK(ncclGroupStart());
    for (int i = 0; i < r->cards; i++)
        call(&r->card[i], comm[i]);
    NCCL_CHECK(ncclGroupEnd());
}

template <class T> static void launch_all_reduce(struct reduction *r)
{
    in_group(r, [](struct reduction *c, ncclComm_t rank) {
        NCCL_CHECK(ncclAllReduce(c->in, c->out, c->n, lesson_nccl_type(T()), ncclSum, rank, c->stream));
    });
}

template <class T> static void launch_reduce(struct reduction *r)
{
    in_group(r, [](struct reduction *c, ncclComm_t rank) {
        NCCL_CHECK(ncclReduce(c->in, c->out, c->n, lesson_nccl_type(T()), ncclSum, 0, rank, c->stream));
    });
}

/* The parts of ncclReduceScatter have one size. Where n leaves a rest, each part is reduced to its card, in the same
 * group. */
template <class T> static void launch_reduce_scatter(struct reduction *r)
{
    size_t n = r->card[0].n, first, part, last;
    lesson_card_part(r, n, 0, &first, &part);
    lesson_card_part(r, n, r->cards - 1, &first, &last);
    in_group(r, [&](struct reduction *c, ncclComm_t rank) {
        T *out = (T *)c->out;
        if (part == last) {
            size_t mine = (size_t)(c - r->card) * part;
            NCCL_CHECK(ncclReduceScatter(c->in, out + mine, part, lesson_nccl_type(T()), ncclSum, rank, c->stream));
            return;
        }
        for (int root = 0; root < r->cards; root++) {
            size_t from, some;
            lesson_card_part(r, n, root, &from, &some);
            NCCL_CHECK(ncclReduce((const T *)c->in + from, out + from, some, lesson_nccl_type(T()), ncclSum, root, rank,
                                  c->stream));
        }
    });
}

/* out[i]: the sum of elements i, i + row, i + 2 row, ... of n; for i from `from` to `to` - 1 */
template <class T> __global__ void add_rows(const T *in, size_t n, size_t row, size_t from, size_t to, T *out)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = from + (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < to; i += stride) {
        T sum = in[i];
        for (size_t at = i + row; at < n; at += row)
            sum += in[at];
        out[i] = sum;
    }
}

/* NCCL's stream on each card, before others where both have work, and an event for each piece. */
static struct side {
    cudaStream_t stream;
    cudaEvent_t is_added[PIECES], is_sent;
} side[LESSON_MOST_CARDS];

static void make_sides(struct reduction *r)
{
    lesson_on_cards(r, [](struct reduction *, int i) {
        int least, greatest;
        if (side[i].stream)
            return;
        CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
        CUDA_CHECK(cudaStreamCreateWithPriority(&side[i].stream, cudaStreamNonBlocking, greatest));
        for (cudaEvent_t &event : side[i].is_added)
            CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&side[i].is_sent, cudaEventDisableTiming));
    });
}

/* Adds up the rows in so many pieces; each is sent when it is there, and the next is added up meanwhile. */
template <class T, int pieces> static void launch_rows(struct reduction *r)
{
    size_t row = lesson_row_length(r->card[0].n);
    make_sides(r);
    for (int k = 0; k < pieces; k++) {
        size_t from, piece;
        lesson_split(row, 4, pieces, k, &from, &piece);
        if (piece == 0)
            continue;
        lesson_on_cards(r, [&](struct reduction *c, int i) {
            c->grid = blocks_for(piece, c->block);
            add_rows<<<c->grid, c->block, 0, c->stream>>>((const T *)c->in, c->n, row, from, from + piece, (T *)c->out);
            CUDA_CHECK(cudaEventRecord(side[i].is_added[k], c->stream));
            CUDA_CHECK(cudaStreamWaitEvent(side[i].stream, side[i].is_added[k], 0));
        });
        in_group(r, [&](struct reduction *c, ncclComm_t rank) {
            T *sums = (T *)c->out + from; /* in place */
            cudaStream_t stream = side[c - r->card].stream;
            NCCL_CHECK(ncclAllReduce(sums, sums, piece, lesson_nccl_type(T()), ncclSum, rank, stream));
        });
    }
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        CUDA_CHECK(cudaEventRecord(side[i].is_sent, side[i].stream));
        CUDA_CHECK(cudaStreamWaitEvent(c->stream, side[i].is_sent, 0));
    });
}

template <class T> static void run(struct lesson *l)
{
    lesson_run_collective_library(l, LESSON_ALL_REDUCE, "nccl_all_reduce", launch_all_reduce<T>);
    lesson_run_collective_library(l, LESSON_ALL_REDUCE, "nccl_all_reduce_graph", launch_all_reduce<T>, LESSON_AS_GRAPH);
    lesson_run_collective_library(l, LESSON_REDUCE, "nccl_reduce", launch_reduce<T>);
    lesson_run_collective_library(l, LESSON_REDUCE_SCATTER, "nccl_reduce_scatter", launch_reduce_scatter<T>);
    lesson_launch then = lesson_if_cards_meet(l, launch_rows<T, 1>), beside = lesson_if_cards_meet(l, launch_rows<T, PIECES>);
    lesson_run_collective(l, LESSON_ROWS_ALL_REDUCE, "rows_then_nccl", then, LESSON_LOCAL_ROWS);
    lesson_run_collective(l, LESSON_ROWS_ALL_REDUCE, "rows_beside_nccl", beside, LESSON_LOCAL_ROWS);
}

static const struct lesson_about about = {
    .title = "nccl",
    .part = "VII",
    .offers = LESSON_FLOAT | LESSON_INT | LESSON_ANY_BLOCK | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
    .defaults = "-n 2^28 --type float",
    .bench = "-n 2^8,2^12,2^16,2^20,2^24,2^28",
    .kernel = "rows_then_nccl",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    if (l.plan.is_float)
        run<float>(&l);
    else
        run<int>(&l);
    int result = lesson_end(&l);
    lesson_nccl_end();
    return result;
}
