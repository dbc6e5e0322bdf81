/* Exercise 04d: how many want the same word? (beat the count)
 *
 * This kernel is right, and short: each thread adds two elements, and adds their sum to the
 * result. But every atomic goes to the same word of global memory, which takes them one by one,
 * about one per nanosecond on an H200. In the source there are 256 of them in every block. (For
 * ints at one address, nvcc 13 combines those of each warp into one by itself, which leaves 8; for
 * floats it does not. 8 are still too many.)
 *
 * Required: one atomic in each block, by one thread, instead of one by every thread. The work must
 * not just move to another word, or to one thread that adds everything. sums has room for an int
 * from each thread of the block. See docs/lessons/04_finish_on_the_device.md.
 */
#include "exercise.h"

__global__ void reduce4_atomic(const int *in, int *result, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;

/* ---- your code begins: about 8 lines ---- */
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    /* Whatever can be added within the block is added there; only the block's sum has to go to
     * global memory. One atomic for each warp would be 8 in a block of 256: that is as far as nvcc
     * goes by itself. */
    if (tid == 0)
        atomicAdd(result, sums[0]);
/* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    reduce4_atomic<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->result,
                                                                             r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise04d", LESSON_INT);
    exercise_sums(&e, "reduce4_atomic", launch, 2, 2, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_at_most(&e, "global atomic lanes per block", 1, 1);
    exercise_at_most(&e, "shared atomic lanes per block", 8, 3);
    exercise_at_most(&e, "shared load wavefronts per block", 40, 3);
    exercise_at_most(&e, "global load requests per block", 16, 3);
    return exercise_end(&e);
}
