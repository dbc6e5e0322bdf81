/* Lesson 08: in place
 *
 * Part I built its trees in shared memory. What if there were none? Here the same three trees run
 * in global memory, on the array itself: sums overwrite elements, and afterwards the input is gone.
 *
 *     tid                 0   1   2   3   4   5   6   7
 *     neighbored      s=1 0+1     2+3     4+5     6+7        lesson 00's tree: 0 2 4 6 work
 *     neighbored_less s=1 0+1     2+3     4+5     6+7        lesson 01's:      0 1 2 3 work
 *     interleaved     s=4 0+4 1+5 2+6 3+7                    lesson 02's:      0 1 2 3 work
 *
 * Global memory has no banks; what a stride costs here is sectors, the 32 bytes in which memory is
 * moved. From s = 4 on each sum of the first two trees is in a sector of its own.
 *
 * __syncthreads() orders global memory, too, for the threads of a block: that is all a tree needs.
 * And each tree needs its own elements only, so no block waits for another one.
 *
 * The harness fills the input again before each run, untimed. Who needs the array afterwards must
 * copy it first, and pay for that.
 *
 * What to expect: the order of part I, @@ times slower than with shared memory.
 *
 *     per block of 512     load requests  sectors   store requests  sectors   barriers
 *     neighbored                     191      511               96      256          9
 *     neighbored_less                 41      511               21      256          9
 *     interleaved                     41      133               21       67          9
 *     H200, 2^24 ints, block 512: @@, @@, @@ GB/s
 */
#include "lesson.h"

/* This block's elements. The last block may lack some: it goes to work on a copy in `spare`, filled
 * up with zeros, so that no tree needs to look where the array ends. */
__device__ int *block_data(int *in, int *spare, size_t n)
{
    size_t begin = (size_t)blockIdx.x * blockDim.x;
    if (begin + blockDim.x <= n)
        return in + begin;
    spare[threadIdx.x] = begin + threadIdx.x < n ? in[begin + threadIdx.x] : 0;
    __syncthreads(); /* all threads of a block come here, or none */
    return spare;
}

__global__ void reduce_neighbored(int *in, int *partial, int *spare, size_t n)
{
    unsigned tid = threadIdx.x;
    int *data = block_data(in, spare, n);

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            data[tid] += data[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void reduce_neighbored_less(int *in, int *partial, int *spare, size_t n)
{
    unsigned tid = threadIdx.x;
    int *data = block_data(in, spare, n);

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned at = 2 * s * tid;
        if (at < blockDim.x)
            data[at] += data[at + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void reduce_interleaved(int *in, int *partial, int *spare, size_t n)
{
    unsigned tid = threadIdx.x;
    int *data = block_data(in, spare, n);

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

/* The harness promises not to change r->in, and so do all other lessons. Part II does not:
 * hence the cast, and LESSON_DESTROYS_INPUT in main. */
#define LAUNCH(kernel) \
    kernel<<<r->grid, r->block, 0, r->stream>>>((int *)r->in, r->partial, r->scratch, r->n)

static void launch_neighbored(struct reduction *r)
{
    LAUNCH(reduce_neighbored);
    finish(r);
}

static void launch_neighbored_less(struct reduction *r)
{
    LAUNCH(reduce_neighbored_less);
    finish(r);
}

static void launch_interleaved(struct reduction *r)
{
    LAUNCH(reduce_interleaved);
    finish(r);
}

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, "lesson08", "in place",
                                   LESSON_INT | LESSON_DESTROYS_INPUT, "-n 2^24 -b 512");
    lesson_run(&l, "reduce_neighbored", launch_neighbored, 1);
    lesson_run(&l, "reduce_neighbored_less", launch_neighbored_less, 1);
    lesson_run(&l, "reduce_interleaved", launch_interleaved, 1);
    return lesson_end(&l);
}
