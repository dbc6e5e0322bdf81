/* Exercise 03c: a quarter of the barriers (beat the count)
 *
 * Every block pays for its tree: nine barriers in a block of 256, however many elements it has.
 * With lesson 03's two elements per thread, an array of 16384 takes 32 blocks and 288 barriers.
 *
 * Required: right sums, no mistake, and at most 72 barriers in all, in at least 8 blocks, so that
 * there is still work for several SMs. No element is loaded twice, and the warp that asks for a
 * sector uses all 32 bytes of it: 2048 sectors. The tree stays as it is. The launch follows
 * PER_THREAD, which you may change, too. See docs/lessons/03_first_add_during_load.md.
 */
#include "exercise.h"

/* ---- your code begins: about 10 lines ---- */
enum { PER_THREAD = 2 };

/* Adds up the elements of this thread. */
__device__ static int load(const int *in, size_t n)
{
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + threadIdx.x;
    int sum = i < n ? in[i] : 0;

    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    return sum;
}
/* ---- your code ends ---- */

__global__ void reduce3(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;

    sums[tid] = load(in, n);
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->n, (size_t)PER_THREAD * r->block);
    reduce3<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise03c", LESSON_INT);
    exercise_sums(&e, "reduce3", launch, PER_THREAD, 2, 2);
    struct reduction r = exercise_count(&e, launch, PER_THREAD, 16384, 256);
    exercise_at_most(&e, "barriers", 72, 1);
    exercise_true(&e, "at least 8 blocks for 16384 elements", r.grid >= 8, "there are fewer", 1);
    exercise_at_most(&e, "global load sectors", 2048, 3);
    return exercise_end(&e);
}
