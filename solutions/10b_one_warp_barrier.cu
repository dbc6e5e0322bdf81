/* Exercise 10b: a barrier in each step, and yet (find the bug)
 *
 * The last warp of this kernel once had no barrier, only `volatile`. Then its author read that lanes
 * have not run in step since Volta, and put a __syncwarp() after each addition. The sum has been
 * right on every card so far.
 *
 * Required: the same tree without the race that is still there. No barrier of the block, no shared
 * memory. See docs/lessons/10_unroll_warps.md and 05_unroll_last_warp.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

__global__ void reduce_unroll_warps8(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (8 * blockDim.x);
    int sum = 0, a[8];

    for (unsigned k = 0; k < 8; k++)
        a[k] = data[tid + k * blockDim.x];
    for (unsigned k = 0; k < 8; k++)
        sum += a[k];
    data[tid] = sum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        for (unsigned s = blockDim.x >= 64 ? 32 : 16; s > 0; s /= 2) {
            /* ---- your code begins: whatever is wrong is in here ---- */
            /* Nothing orders the lanes within a step. With s = 16, lane 0 reads data[16], and without
             * this line lane 16 writes it; the barrier after the addition comes too late for them.
             * Now no lane writes what another one reads in this step. (Or let all lanes add, with
             * two barriers in each step: one more between all reads and all writes.) */
            if (tid < s)
                data[tid] += data[tid + s];
            __syncwarp();
            /* ---- your code ends ---- */
        }
    }

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 8, piece); /* see lesson 08 */
    for (int i = 0; i < pieces; i++)
        reduce_unroll_warps8<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data,
                                                                        piece[i].partial);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise10b",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "reduce_unroll_warps8", launch, 8, 1, 1);
    exercise_count(&e, launch, 8, 16384, 256);
    exercise_at_most(&e, "barriers per block", 3, 3);
    exercise_at_most(&e, "global load requests per block", 89, 3); /* 64, and 25 in the tree */
    exercise_at_most(&e, "global store requests per block", 21, 3); /* 8 + 13 */
    exercise_at_most(&e, "shared store requests", 0, 3);
    return exercise_end(&e);
}
