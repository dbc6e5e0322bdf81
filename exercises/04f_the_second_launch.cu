/* Exercise 04f: right, once (find the bug)
 *
 * Another reduction in one launch: the block that draws the last ticket adds up all partial sums.
 * This one has both fences. Its author ran it, compared the sum, and was satisfied. If you call it
 * twice, you are not:
 *
 *     ./exercise04f               wrong at n = 1, block 64
 *     ./exercise04f -n 1 -b 64    right
 *
 * Required: right sums, however often launch() is called and with any grid. launch() stays as it
 * is: one launch, and nothing that clears the counter. See
 * docs/lessons/04_finish_on_the_device.md.
 */
#include "exercise.h"

__device__ unsigned tickets; /* drawn so far; 0 when the program begins */

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

/* ---- your code begins: whatever is wrong is in here ---- */
    if (tid == 0) {
        partial[blockIdx.x] = sum;
        __threadfence(); /* the partial sum is there before the ticket is */
        is_last = atomicAdd(&tickets, 1) == gridDim.x - 1;
        __threadfence(); /* what is read from here on is not older than the ticket */
    }
    __syncthreads();
    if (!is_last)
        return;

    sum = 0;
    for (unsigned k = tid; k < gridDim.x; k += blockDim.x)
        sum += partial[k];
    sum = block_sum(sum);
    if (tid == 0)
        *result = sum;
/* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    reduce_last_block<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(
        r->in, r->partial, r->result, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise04f", LESSON_INT);
    exercise_sums(&e, "reduce_last_block", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_exactly(&e, "launches", 1, 3);
    exercise_at_most(&e, "global atomic lanes", 32 + 1, 3); /* a ticket each; one may clear */
    return exercise_end(&e);
}
