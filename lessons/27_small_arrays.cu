/* Lesson 27: small arrays
 *
 * A few thousand ints arrive in nanoseconds, but a kernel takes microseconds. What is left is a chain of things
 * that wait for each other: the launch, one load, the sum of a block, the store, the way back to the host.
 *
 *     one_warp           no shared memory and no barrier, but every lane has much to load
 *     one_block          one launch, no partial sums, nothing that several blocks must agree on
 *     one_block_graph    the same kernel; a call launches a graph of it and the copy of the result
 *     one_block_pinned   the same kernel stores into the host's own memory: nothing to copy
 *     dependent_launch   may begin before the previous kernel has ended, and waits for it there
 */
#include "lesson.h"
#include "lesson_block.h"

enum { LOADS = 4 }; /* of 16 bytes each, that a thread starts before it needs the first of them */

/* What a thread of the one block adds up. `in` is a multiple of 16 bytes: cudaMalloc sees to that. */
__device__ int thread_sum(const int *in, size_t n)
{
    const int4 *in4 = (const int4 *)in;
    size_t n4 = n / 4;
    int4 x[LOADS];
    int sum = 0;
    for (size_t i = threadIdx.x; i < n4; i += LOADS * blockDim.x) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            x[k] = i + k * blockDim.x < n4 ? in4[i + k * blockDim.x] : make_int4(0, 0, 0, 0);
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            sum += x[k].x + x[k].y + x[k].z + x[k].w;
    }
    if (threadIdx.x < n % 4) /* what is left of the last four */
        sum += in[4 * n4 + threadIdx.x];
    return sum;
}

/* The sum over the block, in thread 0. */
__device__ int block_sum(int sum)
{
    __shared__ int sums[32];
    sum = lesson_warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32)
        sum = lesson_warp_sum(threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0);
    return sum;
}

__global__ void one_warp(const int *in, int *result, size_t n)
{
    int sum = lesson_warp_sum(thread_sum(in, n));
    if (threadIdx.x == 0)
        *result = sum;
}

__global__ void one_block(const int *in, int *result, size_t n)
{
    int sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0)
        *result = sum;
}

__global__ void dependent_launch(const int *in, int *result, size_t n)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();           /* the kernel before this one may still be running */
    cudaTriggerProgrammaticLaunchCompletion(); /* the one after it may be launched now */
#endif
    int sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0)
        *result = sum;
}

static void launch_warp(struct reduction *r)
{
    r->grid = 1;
    one_warp<<<1, 32, 0, r->stream>>>(r->in, r->result, r->n);
}

static void launch_block(struct reduction *r)
{
    r->grid = 1;
    one_block<<<1, r->block, 0, r->stream>>>(r->in, r->result, r->n);
}

static int can_depend; /* compute capability 9.0 */

static void launch_dependent(struct reduction *r)
{
    cudaLaunchAttribute attribute[1] = {};
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;

    cudaLaunchConfig_t config = {};
    config.gridDim = r->grid = 1;
    config.blockDim = r->block;
    config.stream = r->stream;
    config.attrs = attribute;
    config.numAttrs = can_depend;
    CUDA_CHECK(cudaLaunchKernelEx(&config, dependent_launch, r->in, r->result, r->n));
}

static const struct lesson_about about = {
    .title = "small arrays",
    .part = "V",
    .offers = LESSON_INT | LESSON_ALIGNED,
    .defaults = "-n 2^12",
    .bench = "-b 256,1024 -n 2^5,2^8,2^10,2^13,2^14,2^15,2^16",
    .kernel = "one_block",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    can_depend = l.device.major >= 9;
    lesson_run(&l, "one_warp", launch_warp, 4);
    lesson_run(&l, "one_block", launch_block, 4);
    lesson_run_called(&l, "one_block_graph", launch_block, 4, LESSON_AS_GRAPH);
    lesson_run_called(&l, "one_block_pinned", launch_block, 4, LESSON_INTO_PINNED);
    lesson_run(&l, "dependent_launch", launch_dependent, 4);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
