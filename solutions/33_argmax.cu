/* Exercise 33: argmax (fill the gap)
 *
 * This kernel looks for the largest of n floats, and for the place where it stands. It is a reduction of pairs. You write
 * the operator, which takes two pairs and returns one of them.
 *
 * Required: a NaN is larger than all numbers. 0 and -0 are equal. Of equal elements, and of NaNs, the one with the lowest
 * index is the result, in whichever thread or block they meet. A thread without elements brings `nothing`, and that is
 * also the result for n = 0. See docs/lessons/33_argmax.md.
 */
#include "exercise.h"
#include "harness/check_position.h"

struct place {
    float value;
    size_t index;
};

#define nothing place{-INFINITY, (size_t)-1}

/* ---- your code begins ---- */
__device__ place better(place a, place b)
{
    bool a_is_nan = a.value != a.value, b_is_nan = b.value != b.value;
    if (a_is_nan != b_is_nan)
        return a_is_nan ? a : b;
    if (a.value > b.value)
        return a;
    if (b.value > a.value)
        return b;
    return a.index < b.index ? a : b; /* equal, or both are NaNs */
}
/* ---- your code ends ---- */

/* The block's tree. Thread 0 gets the result. */
__device__ place of_block(place mine)
{
    __shared__ place found[1024];
    unsigned tid = threadIdx.x;
    found[tid] = mine;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            found[tid] = better(found[tid], found[tid + s]);
        __syncthreads();
    }
    return found[0];
}

__global__ void argmax(const float *in, place *partial, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    place mine = nothing;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        mine = better(mine, place{in[i], i});
    mine = of_block(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = mine;
}

__global__ void argmax_of_blocks(const place *partial, place *result, unsigned blocks)
{
    place mine = nothing;
    for (unsigned i = threadIdx.x; i < blocks; i += blockDim.x)
        mine = better(mine, partial[i]);
    mine = of_block(mine);
    if (threadIdx.x == 0)
        *result = mine;
}

static void launch(struct reduction *r)
{
    r->grid += r->grid == 0; /* n = 0: one block */
    argmax<<<r->grid, r->block, 0, r->stream>>>(r->in_float, (place *)r->partial, r->n);
    argmax_of_blocks<<<1, r->block, 0, r->stream>>>((const place *)r->partial, (place *)r->result, r->grid);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise33", LESSON_FLOAT | LESSON_PAIRS | LESSON_INPUT_KINDS,
                                       "-n 0,1,2,31,33,257,1000,4097 -b 32,64,256");
    exercise_checked(&e, "argmax", &lesson_position_of_numbers, LESSON_RANDOM, launch, 4, 1, 3);
    exercise_checked(&e, "argmax of negative numbers", &lesson_position_of_numbers, LESSON_NEGATIVE, launch, 4, 1, 3);
    exercise_checked(&e, "argmax with ties", &lesson_position_of_numbers, LESSON_TIES, launch, 4, 2, 3);
    exercise_checked(&e, "argmax of 0 and -0", &lesson_position_of_numbers, LESSON_ZEROS, launch, 4, 2, 3);
    exercise_checked(&e, "argmax with NaNs", &lesson_position, LESSON_RANDOM, launch, 4, 3, 3);
    exercise_checked(&e, "argmax with many NaNs", &lesson_position, LESSON_NAN, launch, 4, 3, 3);
    return exercise_end(&e);
}
