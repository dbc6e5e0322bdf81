/* Exercise 25: two numbers in one word (fill the gap)
 *
 * Each block makes one atomicAdd. The low 32 bits of `total` count the blocks that have added, and
 * the high 32 bits hold their sum. The block that finds that it is the last writes the result, and
 * leaves `total` as the launch has found it.
 *
 * In the gap, `sum` is the block's sum, and may be negative. Only thread 0 gets there.
 *
 * Required: right sums, however often launch() is called and with any grid; no mistake; one launch, one
 * atomicAdd for each block and at most one more in all. See docs/lessons/25_one_atomic.md.
 */
#include "exercise.h"
#include "lesson_share.h"

__device__ unsigned long long total; /* 0 at first, and again when a launch has ended */

__global__ void packed_count_sum(const int *in, size_t n, int *result)
{
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x > 0)
        return;
/* ---- your code begins: about 6 lines ---- */
    atomicAdd(&total, 1ull); /* counts the blocks */
/* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    packed_count_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise25", LESSON_INT,
                                       "-n 1000,1,4097,33,65536 -b 64,32,256");
    exercise_sums(&e, "packed_count_sum", launch, LESSON_SHARE, 1, 2);
    exercise_count(&e, launch, LESSON_SHARE, 65536, 64);
    exercise_exactly(&e, "launches", 1, 3);
    exercise_at_most(&e, "global atomic lanes", 65, 3);
    exercise_at_most(&e, "global load requests", 65536 / 4 / 32, 3);
    return exercise_end(&e);
}
