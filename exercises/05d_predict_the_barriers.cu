/* Exercise 05d: what do the unrolled steps wait for? (predict)
 *
 * The kernel is that of lesson 05, with blocks of 512 threads. For each block: how often does it
 * meet at a barrier of the block, how often at one of a warp, and how many ifs diverge? An if
 * diverges in a warp when some of its lanes go one way and some the other. It counts once for each
 * warp in which that happens. (That is in the source. nvcc turns such short ifs into predicated
 * instructions.) A __syncwarp() counts once for its warp.
 *
 * At first all blocks are full: 4 blocks, 4096 elements. Then there is one block with 1000
 * elements. Only the blocks of reduce5 count, not those of finish(). See
 * docs/lessons/05_unroll_last_warp.md.
 */
#include "exercise.h"

/* ---- your code begins: four numbers ---- */
static const int barriers = EXERCISE_UNKNOWN;
static const int warp_syncs = EXERCISE_UNKNOWN;
static const int divergent_ifs = EXERCISE_UNKNOWN;
static const int divergent_ifs_1000 = EXERCISE_UNKNOWN;
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
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        if (blockDim.x >= 64)
            sums[tid] += sums[tid + 32];
        __syncwarp();
        if (tid < 16)
            sums[tid] += sums[tid + 16];
        __syncwarp();
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
    struct exercise e = exercise_begin(argc, argv, "exercise05d", LESSON_INT);
    exercise_sums(&e, "reduce5", launch, 2, 1, 1);
    exercise_count(&e, launch, 2, 4096, 512);
    exercise_predict(&e, "barriers per block", barriers, 1);
    exercise_predict(&e, "warp syncs per block", warp_syncs, 2);
    exercise_predict(&e, "divergent ifs per block", divergent_ifs, 2);
    exercise_count(&e, launch, 2, 1000, 512);
    exercise_predict(&e, "divergent ifs", divergent_ifs_1000, 3);
    return exercise_end(&e);
}
