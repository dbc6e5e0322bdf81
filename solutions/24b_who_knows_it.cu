/* Exercise 24b: who knows it? (find the bug)
 *
 * This kernel makes the sum in one launch. It has both fences, a counter that comes back to 0, and
 * one ticket for each block. With blocks of 32 threads it was right for a year. With the first larger
 * block the inspector reports a mistake.
 *
 * Required: right sums and no mistake, still with one ticket for each block, and with no more loads
 * at the end than now. One line is missing. See docs/lessons/24_last_block.md.
 */
#include "exercise.h"
#include "lesson_share.h"

__device__ unsigned tickets;

__global__ void reduce_last_block(const int *in, size_t n, int *partial, int *result)
{
    __shared__ bool is_last;
    int sum = lesson_share_sum(in, n);

/* ---- your code begins: whatever is wrong is in here ---- */
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    /* Only thread 0 has drawn. The others must not look before it has stored what it knows. And what
     * its fences have made visible to it, this makes visible to them. */
    __syncthreads();
/* ---- your code ends ---- */

    if (is_last) {
        sum = 0;
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            sum += partial[i];
        sum = lesson_block_sum(sum);
        if (threadIdx.x == 0)
            *result = sum;
    }
}

static void launch(struct reduction *r)
{
    reduce_last_block<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->partial, r->result);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise24b", LESSON_INT,
                                       "-n 1,1000,4097,65536 -b 64,128,256");
    exercise_sums(&e, "reduce_last_block", launch, LESSON_SHARE, 1, 2);
    exercise_count(&e, launch, LESSON_SHARE, 65536, 64);
    exercise_exactly(&e, "global atomic lanes per block", 1, 3);
    exercise_at_most(&e, "global load requests", 65536 / 4 / 32 + 64 / 32, 3);
    return exercise_end(&e);
}
