/* Exercise 10: the last warp in global memory (fill the gap)
 *
 * The loop of this tree ends after the step with s = 64. Then 64 sums of the block are left, and
 * warp 0 can finish alone. The other warps have nothing to do, and wait for nobody.
 *
 *     s = 32   data[0..31]  +=  data[32..63]   lanes 0 to 31, if the block has 64 threads or more
 *     s = 16   data[0..15]  +=  data[16..31]   lanes 0 to 15
 *     ...
 *     s =  1   data[0]      +=  data[1]        lane  0
 *
 * Required: right sums, no mistake, and no barrier of the block in these steps: 3 in a block of
 * 256. See docs/lessons/10_unroll_warps.md and 05_unroll_last_warp.md.
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

    /* ---- your code begins: about 8 lines ---- */
    if (tid < 32) {
        /* In a block of 32, data[32] is not a sum but an element that has been added already. */
        for (unsigned s = blockDim.x >= 64 ? 32 : 16; s > 0; s /= 2) {
            if (tid < s)
                data[tid] += data[tid + s];
            /* Lanes do not run in step: another lane may read what one has written only after a
             * barrier. One in each step is enough, because only lanes below s write, and no other
             * lane reads what they write in that step. */
            __syncwarp();
        }
    }
    /* ---- your code ends ---- */

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
    struct exercise e = exercise_begin(argc, argv, "exercise10",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "reduce_unroll_warps8", launch, 8, 1, 2);
    exercise_count(&e, launch, 8, 16384, 256);
    exercise_at_most(&e, "barriers per block", 3, 2);
    exercise_at_most(&e, "global load requests per block", 89, 3); /* 64, and 25 in the tree */
    exercise_at_most(&e, "global store requests per block", 21, 3); /* 8 + 13 */
    return exercise_end(&e);
}
