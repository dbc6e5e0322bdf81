/* Exercise 39: columns (fill the gap)
 *
 * A matrix has 3, 8 or 100 columns, and very many rows. One thread for each column would be 3, 8 or 100 threads, and a warp
 * that takes a row of 3 would load with 3 of 32 lanes. But the matrix lies in memory as one array, from which all lanes can
 * load, neighbours beside neighbours. Which columns does a thread meet then? If its stride is a multiple of n, only one.
 *
 * The rest is given: each block stores one row of n sums to partial, and a second launch adds up these rows.
 *
 * Required: thread_sum returns the sum of some elements of one column. All threads of all blocks together add up each
 * element once. n is at most blockDim.x. As many threads of a block work as n allows, and lanes load neighbouring elements.
 * Thread t of a block has column t % n: the rest of the kernel relies on it. See docs/lessons/39_columns.md.
 */
#include "exercise.h"
#include "harness/check_columns.h"

/* This thread's part of in[0 .. all), a matrix with rows of n. In each block `working` threads have one: a multiple of n, as
 * large as the block allows. */
__device__ float thread_sum(const float *in, unsigned n, size_t all, unsigned working)
{
    float sum = 0;
    /* ---- your code begins: about 5 lines ---- */
    size_t stride = (size_t)gridDim.x * working; /* a multiple of n: the column stays the same */
    if (threadIdx.x < working)
        for (size_t i = (size_t)blockIdx.x * working + threadIdx.x; i < all; i += stride)
            sum += in[i];
    /* ---- your code ends ---- */
    return sum;
}

__global__ void narrow(const float *in, float *out, unsigned n, size_t all)
{
    extern __shared__ float sums[];
    unsigned working = blockDim.x / n * n;
    sums[threadIdx.x] = thread_sum(in, n, all, working);
    __syncthreads();
    for (unsigned rows = working / n; rows > 1; rows -= rows / 2) {
        unsigned half = (rows + 1) / 2;
        if (threadIdx.x < rows / 2 * n)
            sums[threadIdx.x] += sums[threadIdx.x + half * n];
        __syncthreads();
    }
    if (threadIdx.x < n)
        out[blockIdx.x * n + threadIdx.x] = sums[threadIdx.x];
}

static void launch(struct reduction *r)
{
    unsigned n = (unsigned)r->n, bytes = r->block * sizeof(float);
    size_t all = r->batch * r->n;
    r->grid = blocks_for(all, 16 * r->block);
    r->grid = r->grid < 1 ? 1 : r->grid > 8 ? 8 : r->grid;
    r->chain = all / (r->grid * (r->block / n * n)) + 32;
    narrow<<<r->grid, r->block, bytes, r->stream>>>(r->in_float, r->partial_float, n, all);
    narrow<<<1, r->block, bytes, r->stream>>>(r->partial_float, r->result_float, n, r->grid * r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise39", LESSON_FLOAT | LESSON_BATCH | LESSON_COLUMNS,
                                       "--batch 0,1,7,100,4099 --row 1,3,8,31,100,128 -b 128,256,1024");
    exercise_results(&e, &lesson_columns, "narrow", launch, 16, 1, 2);
    exercise_count(&e, launch, 16, 3, 256, 10000);
    exercise_exactly(&e, "global load lanes", 30024, 1);
    exercise_at_most(&e, "global load requests", 961, 3);
    exercise_at_most(&e, "global load sectors", 4600, 3);
    return exercise_end(&e);
}
