/* Lesson 00: divergent branches
 *
 * In lesson 0.3 one thread added up a whole block, and the others watched. Here they help: the
 * block adds neighbours, then neighbours of neighbours, until one sum is left.
 *
 *     tid      0   1   2   3   4   5   6   7
 *     s = 1    0+1     2+3     4+5     6+7       threads 0 2 4 6 work
 *     s = 2    0+..+3          4+..+7            threads 0 4 work
 *     s = 4    0+..+7                            thread  0 works
 *
 * The threads that work are spread over all warps of the block.
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
    finish(r); /* adds up the partial sums of the blocks; lesson 04 shows how */
}

/* To compare with: the same sum on the host, with one core and with all of them. */
static int64_t cpu_one_core(const struct reduction *r)
{
    int64_t sum = 0;
    for (size_t i = 0; i < r->n; i++)
        sum += r->in[i];
    return sum;
}

#ifdef _OPENMP
static int64_t cpu_all_cores(const struct reduction *r)
{
    int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < r->n; i++)
        sum += r->in[i];
    return sum;
}
#else
static const lesson_host cpu_all_cores = NULL;
#endif

static const struct lesson_about about = {
    .title = "divergent branches",
    .part = "I",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce0", launch, 1);
    lesson_run_host(&l, "cpu_one_core", cpu_one_core);
    lesson_run_host(&l, "cpu_all_cores", cpu_all_cores);
    return lesson_end(&l);
}
