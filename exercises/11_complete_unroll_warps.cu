/* Exercise 11: no barrier for a step that is not there (beat the count)
 *
 * These are the four steps before the last warp, written down as in lesson 11. The block size
 * decides which of them exist, but not which barriers there are: every block passes five. Required,
 * with right sums at all block sizes and no mistake:
 *
 *     threads in a block     32    128    512   1024
 *     barriers at most        1      2      4      5
 *
 * The kernel learns its block size only when it runs (the template comes in lesson 12), but all
 * threads of a block see the same size. See docs/lessons/11_complete_unroll_warps.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

__global__ void reduce_complete_unroll_warps8(int *in, int *partial)
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

    /* ---- your code begins: which barrier belongs to which step? ---- */
    if (blockDim.x >= 1024 && tid < 512)
        data[tid] += data[tid + 512];
    __syncthreads();
    if (blockDim.x >= 512 && tid < 256)
        data[tid] += data[tid + 256];
    __syncthreads();
    if (blockDim.x >= 256 && tid < 128)
        data[tid] += data[tid + 128];
    __syncthreads();
    if (blockDim.x >= 128 && tid < 64)
        data[tid] += data[tid + 64];
    __syncthreads();
    /* ---- your code ends ---- */

    if (tid < 32) {
        for (unsigned s = blockDim.x >= 64 ? 32 : 16; s > 0; s /= 2) {
            if (tid < s)
                data[tid] += data[tid + s];
            __syncwarp();
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
        reduce_complete_unroll_warps8<<<piece[i].grid, r->block, 0, r->stream>>>(
            piece[i].data, piece[i].partial);
    finish(r);
}

static void check_barriers(struct exercise *e, unsigned block, double most)
{
    exercise_count(e, launch, 8, 16384, block);
    exercise_at_most(e, "barriers per block", most, 1);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise11",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "complete_unroll_warps8", launch, 8, 2, 2);
    check_barriers(&e, 32, 1);
    check_barriers(&e, 128, 2);
    check_barriers(&e, 512, 4);
    exercise_at_most(&e, "global load requests per block", 169, 3);
    exercise_at_most(&e, "global store requests per block", 37, 3);
    exercise_at_most(&e, "shared store requests", 0, 3);
    check_barriers(&e, 1024, 5);
    return exercise_end(&e);
}
