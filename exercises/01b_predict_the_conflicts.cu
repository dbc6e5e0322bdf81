/* Exercise 01b: in how many wavefronts? (predict)
 *
 * Shared memory has 32 banks, and element i of an int array is in bank i % 32. A request takes as
 * many wavefronts as there are lanes that want different words of the same bank. How many is that
 * in the tree of lesson 01?
 *
 * First come two single steps: one_step() only reads sums[at + s], once with s = 1 in a block of
 * 512, and once with s = 16 in a block of 1024. Count the wavefronts of all warps of the block
 * together. Then come all shared loads of reduce1, the tree of lesson 01, in a block of 128:
 * `sums[at] += sums[at + s]` is two loads. docs/lessons/01_bank_conflicts.md works out a block of
 * 256. Only these kernels count, not those of finish().
 */
#include "exercise.h"

/* ---- your code begins: three numbers ---- */
static const int step_1_of_512 = EXERCISE_UNKNOWN;
static const int step_16_of_1024 = EXERCISE_UNKNOWN;
static const int loads_of_128 = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

__global__ void one_step(int *partial, unsigned s)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x, at = 2 * s * tid;

    sums[tid] = (int)tid;
    __syncthreads();
    if (at < blockDim.x)
        partial[tid] = sums[at + s];
}

__global__ void reduce1(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned at = 2 * s * tid;
        if (at < blockDim.x)
            sums[at] += sums[at + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce1<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static void launch_step_1(struct reduction *r)
{
    one_step<<<1, r->block, r->block * sizeof(int), r->stream>>>(r->partial, 1);
}

static void launch_step_16(struct reduction *r)
{
    one_step<<<1, r->block, r->block * sizeof(int), r->stream>>>(r->partial, 16);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise01b", LESSON_INT);
    exercise_sums(&e, "reduce1", launch, 1, 1, 1);
    exercise_count(&e, launch_step_1, 1, 512, 512);
    exercise_predict(&e, "shared load wavefronts", step_1_of_512, 1);
    exercise_count(&e, launch_step_16, 1, 1024, 1024);
    exercise_predict(&e, "shared load wavefronts", step_16_of_1024, 2);
    exercise_count(&e, launch, 1, 128, 128);
    exercise_predict(&e, "shared load wavefronts", loads_of_128, 3);
    return exercise_end(&e);
}
