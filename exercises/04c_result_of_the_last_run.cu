/* Exercise 04c: right, if it runs alone (find the bug)
 *
 * One launch, and no partial sums: each block adds its sum to the result. The author knew that the
 * result must be 0 beforehand, and took care of it. Then the program became a part of a benchmark,
 * which calls launch() again and again. Now every sum but one is wrong:
 *
 *     ./exercise04c               wrong at n = 1, block 64
 *     ./exercise04c -n 1 -b 64    right
 *
 * Required: right sums, however often launch() is called and whatever r->result holds before;
 * still one launch, and one atomicAdd for each block. See docs/lessons/04_finish_on_the_device.md.
 */
#include "exercise.h"

/* The sum of this block's elements, in thread 0. */
__device__ int block_sum(const int *in, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    return sums[0];
}

/* ---- your code begins: whatever is wrong is in here ---- */
__global__ void reduce4_atomic(const int *in, int *result, size_t n)
{
    int sum = block_sum(in, n);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

static void launch(struct reduction *r)
{
    static int is_cleared;
    if (!is_cleared++)
        CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    reduce4_atomic<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->result,
                                                                             r->n);
}
/* ---- your code ends ---- */

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise04c", LESSON_INT);
    exercise_sums(&e, "reduce4_atomic", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_at_most(&e, "launches", 1, 3);
    exercise_exactly(&e, "global atomic lanes", 32, 3);
    exercise_at_most(&e, "global store requests", 0, 2);
    return exercise_end(&e);
}
