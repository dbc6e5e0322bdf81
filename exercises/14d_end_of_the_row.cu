/* Exercise 14d: right with one row (find the bug)
 *
 * A kernel for one long array is used for rows now: block i takes row i, in groups of LOADS *
 * blockDim.x elements, and the last group of a row may be shorter. The author knows that and guards
 * every load: nothing beyond the matrix is ever read, and the inspector agrees. All sums are right
 * with one row, and with 2048 rows of 2^18, too.
 *
 * Required: right sums for any number of rows and any n, no mistake, and no more loads than
 * elements. The bug is in thread_sum. See docs/lessons/14_batched.md.
 */
#include "exercise.h"
#include "lesson_block.h"

enum { LOADS = 4 };

/* This thread's part of the sum of row blockIdx.x, in a matrix of `rows` rows of n elements */
__device__ int thread_sum(const int *in, size_t rows, size_t n)
{
    /* ---- your code begins: whatever is wrong is in here ---- */
    size_t row = blockIdx.x * n; /* its first element */
    size_t end = rows * n; /* no load beyond the matrix */
    int sum = 0;
    for (size_t group = 0; group < n; group += LOADS * blockDim.x) {
        size_t i = row + group + threadIdx.x;
        for (unsigned k = 0; k < LOADS; k++, i += blockDim.x)
            sum += i < end ? in[i] : 0;
    }
    /* ---- your code ends ---- */
    (void)rows;
    return sum;
}

__global__ void batched_reduce_sum(const int *in, int *sums, size_t n)
{
    int sum = lesson_block_total(thread_sum(in, gridDim.x, n), lesson_plus());
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

static void launch(struct reduction *r)
{
    r->grid = r->batch;
    batched_reduce_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->result, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise14d", LESSON_INT | LESSON_BATCH,
                                       "-n 1,33,4096,4097,20011" EXERCISE_LARGE
                                       " -b 32,256,1024 --batch 1,3,8,17");
    exercise_sums(&e, "batched_reduce_sum", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 1000, 256, 8);
    exercise_at_most(&e, "global load lanes per block", 1000, 3);
    exercise_at_most(&e, "global load requests per block", 32, 3);
    return exercise_end(&e);
}
