/* Exercise 25b: the other way round (find the bug)
 *
 * Count and sum share one word, but here the count is in the high half and the sum in the low half.
 * The author tested it with counts of words in texts, and the sums were always right. Then somebody
 * added up temperatures.
 *
 * Required: right sums of positive and negative elements, with any grid; one launch; one atomicAdd for
 * each block and at most one more in all. Only the lines between the marks decide where the two
 * numbers lie in the word. See docs/lessons/25_one_atomic.md.
 */
#include "exercise.h"
#include "lesson_share.h"

__device__ unsigned long long total; /* 0 at first, and again when a launch has ended */

/* ---- your code begins: whatever is wrong is in here ---- */
__device__ unsigned long long packed(int sum)
{
    return (1ull << 32) + (unsigned long long)sum;
}

__device__ unsigned count_in(unsigned long long word) { return (unsigned)(word >> 32); }
__device__ int sum_in(unsigned long long word) { return (int)word; }
/* ---- your code ends ---- */

__global__ void packed_count_sum(const int *in, size_t n, int *result)
{
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0) {
        unsigned long long mine = packed(sum);
        unsigned long long all = atomicAdd(&total, mine) + mine;
        if (count_in(all) == gridDim.x) {
            *result = sum_in(all);
            atomicExch(&total, 0);
        }
    }
}

static void launch(struct reduction *r)
{
    packed_count_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise25b", LESSON_INT,
                                       "-n 1,33,1000,4097,65536 -b 32,64,256");
    exercise_sums(&e, "packed_count_sum", launch, LESSON_SHARE, 1, 2);
    exercise_count(&e, launch, LESSON_SHARE, 65536, 64);
    exercise_exactly(&e, "launches", 1, 3);
    exercise_at_most(&e, "global atomic lanes", 65, 3);
    return exercise_end(&e);
}
