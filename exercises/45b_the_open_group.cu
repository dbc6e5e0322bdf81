/* Exercise 45b: the open group (find the bug)
 *
 * An all-reduce in two halves, as in programs that add up arrays in "buckets". Small arrays take a short way, in one piece.
 * Somebody had heard that cards should not all begin at the same place, and let every second card begin with the other half. On
 * small arrays the program hangs on a GPU. On large ones the sums are wrong.
 *
 * Required: right sums on all cards, at any size. No mistake. There are two bugs, and neither is in a call's arguments. See
 * docs/lessons/45_nccl.md.
 */
#include "exercise.h"
#include "lesson_cards.h"
#include "lesson_nccl.h"

enum { SMALL = 64 };

static void all_reduce(struct reduction *c, ncclComm_t rank, size_t from, size_t n)
{
    NCCL_CHECK(ncclAllReduce(c->in + from, c->out + from, n, ncclInt, ncclSum, rank, c->stream));
}

static void launch(struct reduction *r)
{
    ncclComm_t *comm = lesson_communicators(r);
    size_t n = r->card[0].n, half = n / 2;
    /* ---- your code begins: whatever is wrong is in here ---- */
    NCCL_CHECK(ncclGroupStart());
    if (n <= SMALL) {
        for (int i = 0; i < r->cards; i++)
            all_reduce(&r->card[i], comm[i], 0, n);
        return;
    }
    for (int i = 0; i < r->cards; i++) {
        struct reduction *c = &r->card[i];
        size_t first = i % 2 ? half : 0;
        all_reduce(c, comm[i], first, first ? n - half : half);
        first = half - first;
        all_reduce(c, comm[i], first, first ? n - half : half);
    }
    NCCL_CHECK(ncclGroupEnd());
    /* ---- your code ends ---- */
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise45b", LESSON_INT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_OUTPUT,
                                       "-n 1,64,65,1000,1001 -b 64");
    exercise_results(&e, &lesson_collected[LESSON_ALL_REDUCE], "halves", launch, 1, 1, 2);
    int result = exercise_end(&e);
    lesson_nccl_end();
    return result;
}
