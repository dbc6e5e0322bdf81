/* Lesson 08: in place
 *
 * Part I built its trees in shared memory. What if there were none? Here the same three trees run
 * in global memory, in the array itself. Sums overwrite elements, and afterwards the input is gone.
 *
 *     tid                 0   1   2   3   4   5   6   7
 *     neighbored      s=1 0+1     2+3     4+5     6+7        lesson 00's tree: 0 2 4 6 work
 *     neighbored_less s=1 0+1     2+3     4+5     6+7        lesson 01's:      0 1 2 3 work
 *     interleaved     s=4 0+4 1+5 2+6 3+7                    lesson 02's:      0 1 2 3 work
 *
 * __syncthreads() orders global memory as well, for the threads of one block. That is enough: no
 * block needs another one's elements. Global memory has no banks, but a stride costs sectors.
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

/* These kernels overwrite elements with sums, so they cannot make up zeros after the last element.
 * They get whole blocks of data only. If the last is not whole, lesson_whole_groups copies it and
 * fills the copy up with zeros: that is a second launch, of one block. */
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
