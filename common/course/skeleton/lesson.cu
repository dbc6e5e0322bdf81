/* Lesson @NN@: @TITLE@
 *
 * TODO: what was slow until now, and how we know.
 *
 * TODO: the idea in a sentence, and a small drawing of it:
 *
 *     tid      0   1   2   3
 *
 * What to expect: TODO: what changes, and why.
 *
 *     TODO: the numbers, with the machine and the size that they were measured on
 */
#include "lesson.h"

/* TODO: this is lesson 02's kernel. Put the idea in its place. */
__global__ void @STEM@(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
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
    @STEM@<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "@TITLE@",
    .part = "@PART@",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "@STEM@", launch, 1);
    return lesson_end(&l);
}
