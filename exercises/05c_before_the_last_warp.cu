/* Exercise 05c: the barrier at the top of the loop (find the bug)
 *
 * As in several courses, the barrier is at the top of the loop here. There it also serves as the
 * barrier after the loads, and the code is a line shorter. The last warp has the steps of lesson
 * 05, each with its __syncwarp(), and none is missing. The author is sure that nothing else is
 * missing, either.
 *
 * Required: right sums, no mistake, and no more than 3 barriers in a block of 256. See
 * docs/lessons/05_unroll_last_warp.md.
 */
#include "exercise.h"

__global__ void reduce5(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;

/* ---- your code begins: whatever is wrong is in here ---- */
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        __syncthreads();
        if (tid < s)
            sums[tid] += sums[tid + s];
    }

    if (tid < 32) {
        if (blockDim.x >= 64)
            sums[tid] += sums[tid + 32];
        __syncwarp();
        if (tid < 16)
            sums[tid] += sums[tid + 16];
        __syncwarp();
/* ---- your code ends ---- */
        if (tid < 8)
            sums[tid] += sums[tid + 8];
        __syncwarp();
        if (tid < 4)
            sums[tid] += sums[tid + 4];
        __syncwarp();
        if (tid < 2)
            sums[tid] += sums[tid + 2];
        __syncwarp();
        if (tid == 0)
            partial[blockIdx.x] = sums[0] + sums[1];
    }
}

static void launch(struct reduction *r)
{
    reduce5<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise05c", LESSON_INT,
                                       "-n 1000,1,33,127,1025,40009 -b 256,64,128,512,1024,32");
    exercise_sums(&e, "reduce5", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_at_most(&e, "barriers per block", 3, 3);
    exercise_at_most(&e, "shared load wavefronts per block", 25, 3);
    return exercise_end(&e);
}
