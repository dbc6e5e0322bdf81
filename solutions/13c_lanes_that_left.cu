/* Exercise 13c: an atomic for each warp (find the bug)
 *
 * One atomicAdd for each warp instead of one for each element: the warp adds up its elements with
 * shuffles, and lane 0 adds the sum to the result. The author wrote it for a multiple of 32
 * elements. On an H200 the sum of 1000 is right, too, so the author sees no reason to change
 * anything.
 *
 * Required: right sums for any n and block, no mistake, and still one atomicAdd by one lane of
 * each warp. See docs/lessons/13_warp_shuffle.md, "The mask".
 */
#include "exercise.h"

#define ALL_LANES 0xffffffffu

__global__ void reduce_warp_atomic(const int *in, int *result, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

/* ---- your code begins: whatever is wrong is in here ---- */
    /* With 1000 elements the published form had 8 lanes left in the last warp. Lane 0 read lane 16,
     * which was gone, so the value is undefined. A lane without an element still has something to
     * bring: a 0. (A mask of the remaining lanes does not help, since lane 0 still reads lane 16.) */
    int sum = i < n ? in[i] : 0;
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, d);
/* ---- your code ends ---- */

    if (threadIdx.x % 32 == 0)
        atomicAdd(result, sum);
}

static void launch(struct reduction *r)
{
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof *r->result, r->stream));
    reduce_warp_atomic<<<r->grid, r->block, 0, r->stream>>>(r->in, r->result, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise13c", LESSON_INT | LESSON_ANY_BLOCK);
    exercise_sums(&e, "reduce_warp_atomic", launch, 1, 2, 1);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_at_most(&e, "global atomic lanes per block", 8, 3);
    exercise_at_most(&e, "global load lanes per block", 256, 3);
    return exercise_end(&e);
}
