/* Exercise 03d: an SM holds 2048 threads (find the bug)
 *
 * "An SM of this GPU holds 2048 threads, so a block may have that many", says a text about
 * reductions. So its author launches blocks with twice as many threads as were asked for, and half
 * as many blocks. It works with --block 256 and 512. With 1024 the program prints a sum of 0 and a
 * fine time; nobody asked whether the kernel had been launched at all. Here somebody asks.
 *
 * Required: right sums at every block from 32 to 1024, no mistake, and no more blocks than lesson
 * 03 has. The kernel is right: a block of b threads takes 2 * b elements, whatever b is. See
 * docs/lessons/03_first_add_during_load.md.
 */
#include "exercise.h"

__global__ void reduce3(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
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

/* r->block is what --block or the check says; r->grid tells finish() how many blocks have left
 * partial sums. */
static void launch(struct reduction *r)
{
    /* ---- your code begins: whatever is wrong is in here ---- */
    unsigned block = 2 * r->block;
    r->grid = blocks_for(r->n, 4 * (size_t)r->block);
    reduce3<<<r->grid, block, block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    /* ---- your code ends ---- */
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise03d", LESSON_INT);
    exercise_sums(&e, "reduce3", launch, 2, 3, 1);
    exercise_count(&e, launch, 2, 65536, 1024);
    exercise_at_most(&e, "blocks", 32, 2);
    exercise_count(&e, launch, 2, 8192, 64);
    exercise_at_most(&e, "blocks", 64, 2);
    return exercise_end(&e);
}
