/* Exercise 27d: begun too early (find the bug)
 *
 * Two launches: each block of the first leaves a partial sum, and the second, one block, adds these up. The
 * second is a dependent launch, so it may begin while the first is still running. Its author measured that this
 * saves time, and saw right sums a thousand times.
 *
 * Required: right sums and no mistake, still two launches, and the second still a dependent one. One line is
 * missing in one of the kernels. See docs/lessons/27_small_arrays.md.
 */
#include "exercise.h"
#include "lesson_block.h"

__global__ void partial_sums(const int *in, int *partial, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = lesson_block_total(i < n ? in[i] : 0, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* A kernel that may begin early calls this. GPUs before 9.0 have no early launches, and don't need it. */
__device__ inline void wait_for_the_kernel_before(void)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

__global__ void sum_of_partials(const int *partial, int *result, unsigned blocks)
{
    int sum = 0;
/* ---- your code begins: whatever is wrong is in here ---- */
    for (unsigned k = threadIdx.x; k < blocks; k += blockDim.x)
        sum += partial[k];
/* ---- your code ends ---- */
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        *result = sum;
}

static void launch(struct reduction *r)
{
    static int major;
    if (!major)
        CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    cudaLaunchAttribute attribute[1] = {};
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = r->block;
    config.stream = r->stream;
    config.attrs = attribute;
    config.numAttrs = major >= 9;

    partial_sums<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    CUDA_CHECK(cudaLaunchKernelEx(&config, sum_of_partials, (const int *)r->partial, r->result, r->grid));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise27d", LESSON_INT);
    exercise_sums(&e, "two launches", launch, 1, 1, 1);
    exercise_count(&e, launch, 1, 8192, 256);
    exercise_exactly(&e, "launches", 2, 3);
    return exercise_end(&e);
}
