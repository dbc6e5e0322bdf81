/* Exercise 13d: the largest of all (find the bug)
 *
 * Somebody turned the sum of lesson 13 into a maximum: every `sum += x` became
 * `most = max(most, x)`. "Another operator, and the rest stays as it is." It was right in all tests,
 * with millions of measured values and every block size. Then winter came, and the largest of a few
 * temperatures was reported as 0 degrees.
 *
 * Required: the largest of n ints, whatever they are, for any block, and no mistake. The bug is in
 * more than one place. See docs/lessons/13_warp_shuffle.md.
 */
#include "exercise.h"
#include <limits.h>

#define ALL_LANES 0xffffffffu

/* A grid of blocks leaves one maximum for each block; one block reads as many as there are. */
__global__ void find_largest(const int *in, int *partial, size_t n)
{
    __shared__ int warp_most[32];
    unsigned tid = threadIdx.x, warps = blockDim.x / 32;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    /* ---- your code begins: whatever is wrong is in here ---- */
    int most = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += stride)
        most = max(most, in[i]);
    for (unsigned d = 16; d > 0; d /= 2)
        most = max(most, __shfl_down_sync(ALL_LANES, most, d));
    if (tid % 32 == 0)
        warp_most[tid / 32] = most;
    __syncthreads();
    if (tid < 32) {
        most = tid < warps ? warp_most[tid] : 0;
        for (unsigned d = 16; d > 0; d /= 2)
            most = max(most, __shfl_down_sync(ALL_LANES, most, d));
    }
    /* ---- your code ends ---- */
    if (tid == 0)
        partial[blockIdx.x] = most;
}

static void launch(struct reduction *r)
{
    find_largest<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    find_largest<<<1, r->block, 0, r->stream>>>(r->partial, r->result, r->grid);
}

static int largest(const int *elements, size_t n)
{
    int most = elements[0];
    for (size_t i = 1; i < n; i++)
        most = elements[i] > most ? elements[i] : most;
    return most;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise13d", LESSON_INT | LESSON_ANY_BLOCK,
                                       EXERCISE_SIZES EXERCISE_ANY_BLOCKS " --seed 3");
    exercise_values(&e, "find_largest", launch, 4, largest, 1, 3);
    exercise_count(&e, launch, 4, 16384, 256); /* 16 blocks, then one */
    exercise_at_most(&e, "barriers per block", 1, 3);
    exercise_at_most(&e, "shared load requests per block", 1, 3);
    return exercise_end(&e);
}
