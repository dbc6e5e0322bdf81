/* Exercise 25c: after giving up (find the bug)
 *
 * The user may give up waiting. Then the host sets `given_up`, and every block that sees it leaves as
 * soon as possible. Nobody needs the result of that launch. But the next launch, with other data, is
 * wrong, without any error, and so is the one after it.
 *
 * Required: right sums before and after such a launch. A block that has given up must not read its
 * elements. launch() stays as it is: one launch, and nothing that clears `total`. See
 * docs/lessons/25_one_atomic.md.
 */
#include "exercise.h"
#include "lesson_share.h"

__device__ unsigned long long total; /* 0 at first, and again when a launch has ended */

/* Stands for the host's flag: each every-th block sees it as it begins; 0: none does. */
__global__ void packed_count_sum(const int *in, size_t n, int *result, unsigned every)
{
    bool gives_up = every > 0 && blockIdx.x % every == every - 1;
/* ---- your code begins: whatever is wrong is in here ---- */
    /* A block that leaves early has no sum, but it must be counted all the same: the others expect it,
     * as at a barrier. Then the last block comes as always, and leaves a 0. */
    int sum = gives_up ? 0 : lesson_share_sum(in, n);
/* ---- your code ends ---- */
    if (threadIdx.x == 0) {
        unsigned long long mine = (unsigned long long)(unsigned)sum << 32 | 1;
        unsigned long long all = atomicAdd(&total, mine) + mine;
        if ((unsigned)all == gridDim.x) {
            *result = (int)(all >> 32);
            atomicExch(&total, 0);
        }
    }
}

static void launch(struct reduction *r)
{
    packed_count_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result, 0);
}

static unsigned every = 1;

/* The sum of half of the array is given up; then all of it is added up. */
static void launch_twice(struct reduction *r)
{
    packed_count_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n / 2, r->result, every);
    launch(r);
}

static void launch_given_up(struct reduction *r)
{
    packed_count_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result, 1);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise25c", LESSON_INT,
                                       "-n 1000,33,5000,65536 -b 64,256");
    exercise_sums(&e, "nobody gives up", launch, LESSON_SHARE, 1, 2);
    exercise_sums(&e, "all blocks give up, then again", launch_twice, LESSON_SHARE, 1, 2);
    every = 2;
    exercise_sums(&e, "every second block gives up, then again", launch_twice, LESSON_SHARE, 1, 2);
    exercise_count(&e, launch_given_up, LESSON_SHARE, 65536, 64);
    exercise_exactly(&e, "global load requests", 0, 3); /* nobody reads */
    exercise_exactly(&e, "launches", 1, 3);
    return exercise_end(&e);
}
