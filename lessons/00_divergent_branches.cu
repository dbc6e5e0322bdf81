/* Lesson 00: divergent branches
 *
 * HEADER
 */
#include "lesson.h"

__global__ void reduce0(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce0<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r); /* adds up the partial sums, one of each block; lesson 04 says how */
}

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, "lesson00", "divergent branches", LESSON_INT);
    lesson_run(&l, "reduce0", launch, 1);
    return lesson_end(&l);
}
