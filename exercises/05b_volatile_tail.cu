/* Exercise 05b: volatile, as in the book (find the bug)
 *
 * Many slides and books print the last warp like this: six additions, and nothing else. They say
 * that the instructions of a warp are synchronous, and that volatile makes each addition load and
 * store. On the GPUs of that time the sums were right, and on most days they are on yours.
 *
 * Required: right sums and no mistake; still without a barrier of the block, and not with one lane
 * that does it all. The bug is in add_last_warp, which the 32 lanes of the first warp call. In the
 * end sums[0] must be the sum of sums[0] to sums[63]. See docs/lessons/05_unroll_last_warp.md.
 */
#include "exercise.h"

/* ---- your code begins: whatever is wrong is in here ---- */
__device__ void add_last_warp(volatile int *sums, unsigned lane)
{
    sums[lane] += sums[lane + 32];
    sums[lane] += sums[lane + 16];
    sums[lane] += sums[lane + 8];
    sums[lane] += sums[lane + 4];
    sums[lane] += sums[lane + 2];
    sums[lane] += sums[lane + 1];
}
/* ---- your code ends ---- */

__global__ void reduce5(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;
    if (blockDim.x == 32)
        sums[tid + 32] = 0; /* add_last_warp takes 64 sums, even in a block of 32 */
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid < 32)
        add_last_warp(sums, tid);
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    size_t shared_bytes = (r->block < 64 ? 64 : r->block) * sizeof(int);
    reduce5<<<r->grid, r->block, shared_bytes, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise05b", LESSON_INT,
                                       "-n 1000,1,33,127,1025,40009 -b 256,32,64,128,512,1024");
    exercise_sums(&e, "reduce5", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_at_most(&e, "barriers per block", 3, 2);
    exercise_at_most(&e, "shared load wavefronts per block", 30, 3);
    return exercise_end(&e);
}
