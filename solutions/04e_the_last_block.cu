/* Exercise 04e: the block that comes last (find the bug)
 *
 * A reduction in one launch: each block stores its partial sum, then draws a ticket. The block
 * with the last ticket knows that all others have drawn before it. So all partial sums must be
 * there, and it adds them up. The author knows that blocks need not see each other's stores in
 * order: there is a __threadfence() before the partial sums are read. On one GPU the sums were
 * right for a year. The inspector reports a race in the first run.
 *
 * Required: right sums and no mistake, with one ticket for each block. One line is missing.
 * __threadfence() puts a thread's stores in order for the whole device: which stores matter here?
 * See docs/lessons/04_finish_on_the_device.md.
 */
#include "exercise.h"

__device__ unsigned tickets; /* 0 at first, and again when a launch has ended */

/* The sum of one number from each thread, in thread 0. */
__device__ int block_sum(int number)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;

    sums[tid] = number;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    return sums[0];
}

__global__ void reduce_last_block(const int *in, int *partial, int *result, size_t n)
{
    __shared__ int is_last;
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sum = block_sum(sum);

    if (tid == 0) {
/* ---- your code begins: whatever is wrong is in here ---- */
        partial[blockIdx.x] = sum;
        /* Without this fence, another block may see the ticket before it sees the partial sum: an
         * atomic orders nothing but itself. The fence before the reads is the other half of the
         * pair, and not enough alone: it cannot wait for a store that is still on its way. */
        __threadfence();
        is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1; /* the last sets it to 0 */
/* ---- your code ends ---- */
        __threadfence(); /* what is read from here on is not older than the ticket */
    }
    __syncthreads();

    if (is_last) {
        sum = 0;
        for (unsigned k = tid; k < gridDim.x; k += blockDim.x)
            sum += partial[k];
        sum = block_sum(sum);
        if (tid == 0)
            *result = sum;
    }
}

static void launch(struct reduction *r)
{
    reduce_last_block<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(
        r->in, r->partial, r->result, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise04e", LESSON_INT,
                                       "-n 1000,1,33,257,4097,65536 -b 64,32,256,1024");
    exercise_sums(&e, "reduce_last_block", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_exactly(&e, "launches", 1, 3);
    exercise_at_most(&e, "global atomic lanes per block", 1, 3);
    return exercise_end(&e);
}
