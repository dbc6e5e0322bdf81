/* Exercise 22c: first all loads, then all additions (find the bug)
 *
 * The loop had one load and one addition per turn. The author split it in two: first eight loads,
 * then eight additions, so that eight loads are in flight. With 2^20 elements the sum was right.
 * With 1000 it is wrong, and different in each run.
 *
 * Required: right sums for any n, no mistake, still eight loads in a turn and then eight additions,
 * and no load that nobody needs. See docs/lessons/22_loads_in_flight.md.
 */
#include "exercise.h"
#include "lesson_block.h"

enum { AT_ONCE = 8 };

__global__ void first_all_loads(const int *in, int *partial, size_t n)
{
    size_t piece = (size_t)AT_ONCE * blockDim.x;
    int x[AT_ONCE];
    int sum = 0;

    for (size_t i = blockIdx.x * piece + threadIdx.x; i < n; i += gridDim.x * piece) {
        /* ---- your code begins: whatever is wrong is in here ---- */
        for (unsigned k = 0; k < AT_ONCE; k++)
            if (i + k * blockDim.x < n)
                x[k] = in[i + k * blockDim.x];
        for (unsigned k = 0; k < AT_ONCE; k++)
            sum += x[k];
        /* ---- your code ends ---- */
    }
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* At most two blocks: there are several turns, in small arrays as well. */
static void launch(struct reduction *r)
{
    if (r->grid > 2)
        r->grid = 2;
    first_all_loads<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise22c", LESSON_INT);
    exercise_sums(&e, "first_all_loads", launch, AT_ONCE, 1, 2);
    exercise_count(&e, launch, AT_ONCE, 40000, 256);
    exercise_at_most(&e, "global load requests", 1250, 3);
    exercise_at_most(&e, "global load sectors", 5000, 3);
    return exercise_end(&e);
}
