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
 * Global memory has no banks. Here a stride costs sectors, the 32 bytes in which memory is moved:
 * from s = 4 on, each sum of the first two trees is in a sector of its own.
 *
 * __syncthreads() orders global memory as well, for the threads of one block. That is enough: a
 * block's tree needs only the block's own elements, so no block waits for another.
 *
 * The harness fills the input again before each run, untimed. Anyone who needs the array afterwards
 * must copy it first, and pay for that.
 *
 * What to expect: the same order as in part I, 3 to 9 % slower than with shared memory. It is not
 * worse because what a block has just touched is still in L1.
 *
 *     per block of 512     load requests  sectors   store requests  sectors   barriers
 *     neighbored                     191      511               96      256          9
 *     neighbored_less                 41      511               21      256          9
 *     interleaved                     41      133               21       67          9
 *     H200, block 512, 2^24 ints: 312, 579, 679 GB/s; another H200, 2^26 ints: 319, 597, 704,
 *     and part I's trees there: 352, 614, 760
 */
#include "lesson.h"
#include "lesson_groups.h"

__global__ void reduce_neighbored(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * blockDim.x;

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            data[tid] += data[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void reduce_neighbored_less(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * blockDim.x;

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned at = 2 * s * tid;
        if (at < blockDim.x)
            data[at] += data[at + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void reduce_interleaved(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * blockDim.x;

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

/* These kernels overwrite elements with sums, so they cannot make up zeros behind the last element.
 * They get whole blocks of data only. If the last one is not whole, lesson_whole_groups copies it
 * and fills it up with zeros: that is a second launch, of one block. */
template <void (*kernel)(int *in, int *partial)>
static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 1, piece);

    for (int i = 0; i < pieces; i++)
        kernel<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data, piece[i].partial);
    finish(r);
}

static const struct lesson_about about = {
    .title = "in place",
    .part = "II",
    .offers = LESSON_INT | LESSON_DESTROYS_INPUT,
    .defaults = "-n 2^24 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce_neighbored", launch<reduce_neighbored>, 1);
    lesson_run(&l, "reduce_neighbored_less", launch<reduce_neighbored_less>, 1);
    lesson_run(&l, "reduce_interleaved", launch<reduce_interleaved>, 1);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
