/* Exercise 04b: a second launch that was tested (find the bug)
 *
 * Two launches: every block leaves one partial sum, then one block adds up all of them. The kernel
 * takes any number of elements, because its threads go on in steps of the whole grid. The author
 * tested it with 2^20 elements in blocks of 1024, and later with 2^16 elements in blocks of 256,
 * and the sums were right. With other sizes a colleague gets wrong sums, or no launch at all.
 *
 * Required: right sums for any n and block, in two launches. The bug is in the second one. See
 * docs/lessons/04_finish_on_the_device.md.
 */
#include "exercise.h"

__global__ void reduce4(const int *in, int *out, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += stride)
        sum += in[i];
    sums[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        out[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    unsigned threads = r->block;
    unsigned blocks = r->grid;
    reduce4<<<blocks, threads, threads * sizeof(int), r->stream>>>(r->in, r->partial, r->n);

/* ---- your code begins: whatever is wrong is in here ---- */
    /* Not one thread for each partial sum: there can be any number of partial sums, but the tree
     * needs a power of two (with 9 threads it would forget the last), and a block has at most 1024
     * threads. r->block meets both conditions, and the kernel's loop takes the rest. */
    threads = r->block;
    reduce4<<<1, threads, threads * sizeof(int), r->stream>>>(r->partial, r->result, blocks);
/* ---- your code ends ---- */
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise04b", LESSON_INT);
    exercise_sums(&e, "reduce4", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 64);
    exercise_exactly(&e, "launches", 2, 3);
    exercise_at_most(&e, "global load requests", 64 * 2 + 2, 3);
    return exercise_end(&e);
}
