/* Lesson 07: algorithm cascading
 *
 * A block of lesson 06 adds 512 elements, and spends most of its life in the tree. Here each thread
 * first adds up 2 * pairs elements by itself, and only then the block runs its tree: a serial
 * algorithm feeds a parallel one. With fewer blocks there are fewer trees to pay for. And an
 * unrolled loop has several loads in flight before it needs the result of the first.
 *
 *     2 blocks of 4 threads, 2 pairs each:
 *         elements   0..7      8..15     16..23    24..31
 *         belong to  block 0   block 1   block 0   block 1
 *                    pair 0    pair 0    pair 1    pair 1
 */
#include "lesson.h"

template <unsigned block>
__global__ void reduce7(const int *in, int *partial, size_t n, unsigned pairs)
{
    __shared__ int sums[block];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * block) + tid;
    size_t stride = (size_t)gridDim.x * (2 * block);

    int sum = 0;
#pragma unroll 8
    for (unsigned pair = 0; pair < pairs; pair++, i += stride) {
        if (i < n)
            sum += in[i];
        if (i + block < n)
            sum += in[i + block];
    }
    sums[tid] = sum;
    __syncthreads();

    if (block >= 1024) {
        if (tid < 512)
            sums[tid] += sums[tid + 512];
        __syncthreads();
    }
    if (block >= 512) {
        if (tid < 256)
            sums[tid] += sums[tid + 256];
        __syncthreads();
    }
    if (block >= 256) {
        if (tid < 128)
            sums[tid] += sums[tid + 128];
        __syncthreads();
    }
    if (block >= 128) {
        if (tid < 64)
            sums[tid] += sums[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        if (block >= 64)
            sums[tid] += sums[tid + 32];
        __syncwarp();
        if (tid < 16)
            sums[tid] += sums[tid + 16];
        __syncwarp();
        if (tid < 8)
            sums[tid] += sums[tid + 8];
        __syncwarp();
        if (tid < 4)
            sums[tid] += sums[tid + 4];
        __syncwarp();
        if (tid < 2)
            sums[tid] += sums[tid + 2];
        __syncwarp();
        if (tid == 0)
            partial[blockIdx.x] = sums[0] + sums[1];
    }
}

static void launch(struct reduction *r)
{
    unsigned pairs = r->elements_per_thread / 2;
    auto kernel = lesson_kernel_for(r->block, reduce7<32>, reduce7<64>, reduce7<128>, reduce7<256>,
                                    reduce7<512>, reduce7<1024>); /* the switch of lesson 06 */
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n, pairs);
    finish(r);
}

static const struct lesson_about about = {
    .title = "algorithm cascading",
    .part = "I",
    .step_from = "lesson06",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
    .swept = "pairs of elements that each thread adds",
    .kernel = "reduce7_2",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    for (unsigned pairs = 1; pairs <= 1024; pairs *= 2) {
        char name[32];
        snprintf(name, sizeof name, "reduce7_%u", pairs);
        lesson_run(&l, name, launch, 2 * pairs);
    }
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
