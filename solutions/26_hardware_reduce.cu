/* Exercise 26: the sum of a block, in two instructions (beat the count)
 *
 * This kernel is right. It adds up a block by shuffles: five in each warp, and five more at the end. In a block
 * of 256 threads that is 45. lesson_warp_sum(x) of lesson_block.h is warp_sum of lesson 26: every lane gets the
 * sum of all 32 lanes' x, in one instruction if the GPU has it.
 *
 * Required: right sums with one instruction between lanes per warp, and one more in the block: 9 in a block of
 * 256. One barrier, and one request to load from shared memory, as now. See docs/lessons/26_hardware_reduce.md.
 */
#include "exercise.h"
#include "lesson_block.h"

#define ALL_LANES 0xffffffffu

__global__ void reduce(const int *in, int *partial, size_t n)
{
    __shared__ int warp_sums[32];
    unsigned tid = threadIdx.x, warps = blockDim.x / 32;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;
    int sum = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);

/* ---- your code begins: about 7 lines ---- */
    sum = lesson_warp_sum(sum);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = tid < warps ? warp_sums[tid] : 0;
        sum = lesson_warp_sum(sum);
    }
/* ---- your code ends ---- */
    if (tid == 0)
        partial[blockIdx.x] = sum;
}

static void launch(struct reduction *r)
{
    reduce<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise26", LESSON_INT | LESSON_ANY_BLOCK);
    exercise_sums(&e, "reduce", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 8192, 256);
    exercise_at_most(&e, "shuffles per block", 9, 3,
                     "must be at most 9: one for each warp, and one for the block");
    exercise_at_most(&e, "barriers per block", 1, 3);
    exercise_at_most(&e, "shared load requests per block", 1, 3);
    exercise_at_most(&e, "global atomic lanes per block", 0, 3);
    exercise_at_most(&e, "shared atomic lanes per block", 0, 3);
    return exercise_end(&e);
}
