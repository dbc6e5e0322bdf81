/* Lesson 04: finish on the device
 *
 * Lessons 00 to 03 left one partial sum per block and called finish() to add those up. This lesson
 * does it itself, in two ways on the device. A third, on the host, shows what they save:
 *
 *     second launch   the partial sums are an array: reduce it with the same kernel, until one
 *                     block is enough. A launch starts when the one before has ended.
 *     atomic          each block adds its sum to the result with one atomicAdd. There are no
 *                     partial sums, but all blocks need the same word, one after another.
 *     host            the partial sums are copied to the host, which adds them up.
 */
#include "lesson.h"

/* Lesson 03 as a function: the sum of this block's elements, in thread 0. */
__device__ int block_sum(const int *in, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    return sums[0];
}

__global__ void reduce4_second_launch(const int *in, int *out, size_t n)
{
    int sum = block_sum(in, n);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

static void launch_again(struct reduction *r)
{
    const int *from = r->in;
    size_t n = r->n;
    unsigned grid = r->grid;

    while (grid > 1) { /* each launch is a barrier for the whole grid */
        int *to = from == r->partial ? r->scratch : r->partial;
        reduce4_second_launch<<<grid, r->block, r->block * sizeof(int), r->stream>>>(from, to, n);
        from = to;
        n = grid;
        grid = blocks_for(n, 2 * r->block);
    }
    reduce4_second_launch<<<1, r->block, r->block * sizeof(int), r->stream>>>(from, r->result, n);
}

__global__ void reduce4_atomic(const int *in, int *result, size_t n)
{
    int sum = block_sum(in, n);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

static void launch_atomic(struct reduction *r)
{
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    reduce4_atomic<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->result,
                                                                             r->n);
}

/* In pinned memory of the host, which the GPU can reach by itself. */
struct host_sums {
    unsigned blocks;
    int sum;
    int partial[];
};

/* The host runs this when its turn comes in the stream. */
static void CUDART_CB add_up(void *memory)
{
    struct host_sums *host = (struct host_sums *)memory;
    host->sum = 0;
    for (unsigned i = 0; i < host->blocks; i++)
        host->sum += host->partial[i];
}

static void launch_host(struct reduction *r)
{
    size_t bytes = r->grid * sizeof(int), shared = r->block * sizeof(int);
    struct host_sums *host = (struct host_sums *)lesson_pinned_memory(r, sizeof *host + bytes);

    host->blocks = r->grid;
    reduce4_second_launch<<<r->grid, r->block, shared, r->stream>>>(r->in, r->partial, r->n);
    CUDA_CHECK(cudaMemcpyAsync(host->partial, r->partial, bytes, cudaMemcpyDeviceToHost,
                               r->stream));
    CUDA_CHECK(cudaLaunchHostFunc(r->stream, add_up, host));
    CUDA_CHECK(cudaMemcpyAsync(r->result, &host->sum, sizeof(int), cudaMemcpyHostToDevice,
                               r->stream));
}

static const struct lesson_about about = {
    .title = "finish on the device",
    .part = "I",
    .step_from = "lesson03",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
    .kernel = "reduce4_atomic",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce4_second_launch", launch_again, 2);
    lesson_run(&l, "reduce4_atomic", launch_atomic, 2);
    lesson_run(&l, "reduce4_host", launch_host, 2);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
