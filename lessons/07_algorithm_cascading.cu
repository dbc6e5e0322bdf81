/* Lesson 07: algorithm cascading
 *
 * HEADER
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
#define LAUNCH(block) \
    reduce7<block><<<r->grid, block, 0, r->stream>>>(r->in, r->partial, r->n, pairs)
    LESSON_SWITCH_BLOCK(r->block, LAUNCH)
    finish(r);
}

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, "lesson07", "algorithm cascading", LESSON_INT);
    for (unsigned pairs = 1; pairs <= 1024; pairs *= 2) {
        char name[32];
        snprintf(name, sizeof name, "reduce7_%u", pairs);
        lesson_run(&l, name, launch, 2 * pairs);
    }
    return lesson_end(&l);
}
