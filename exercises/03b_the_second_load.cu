/* Exercise 03b: it was always a power of two (find the bug)
 *
 * This kernel has been in use for years: each thread adds two elements while it loads them. All
 * arrays had 2^20 elements, or 2^24. Then came one with 65537, and the sum was wrong by more than
 * any single element. With another array the driver stopped the program.
 *
 * Required: right sums for any n, no mistake, and each element still loaded once, in as many
 * blocks as now. The bug is in the load. See docs/lessons/03_first_add_during_load.md.
 */
#include "exercise.h"

__global__ void reduce3(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;
    int sum = 0;

    /* ---- your code begins: whatever is wrong is in here ---- */
    if (i < n)
        sum = in[i] + in[i + blockDim.x];
    /* ---- your code ends ---- */
    sums[tid] = sum;
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
    reduce3<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    /* the largest size first: memory ends after its last element */
    struct exercise e = exercise_begin(argc, argv, "exercise03b", LESSON_INT,
                                       "-n 65537,1,31,33,64,127,257,1000,1025,2049,12345,65536 "
                                       "-b 32,64,128,256,512,1024");
    exercise_sums(&e, "reduce3", launch, 2, 3, 1);
    exercise_count(&e, launch, 2, 10000, 256);
    exercise_at_most(&e, "blocks", 20, 3);
    exercise_at_most(&e, "global load sectors", 1250, 3);
    return exercise_end(&e);
}
