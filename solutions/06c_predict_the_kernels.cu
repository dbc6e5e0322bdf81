/* Exercise 06c: what is in which kernel? (predict)
 *
 * One source text makes six kernels, because the compiler leaves out what a block size does not
 * need. How many barriers does each block of reduce6<32>, of reduce6<128> and of reduce6<1024>
 * pass? And in the largest, how many requests do its stores to shared memory make? A request is
 * what a warp asks for with one instruction, however many of its lanes take part. See
 * docs/lessons/06_complete_unroll.md.
 */
#include "exercise.h"

/* ---- your code begins: four numbers ---- */
/* One after the load, and one in each step of the kernel. */
static const int barriers_32 = 1;         /* no step: block >= 128 is false already */
static const int barriers_128 = 2;        /* one step, with 64 threads */
static const int barriers_1024 = 5;       /* four, with 512, 256, 128 and 64 threads */
static const int shared_stores_1024 = 67; /* load 32; steps 16 + 8 + 4 + 2; the last warp 5 */
/* ---- your code ends ---- */

template <unsigned block>
__global__ void reduce6(const int *in, int *partial, size_t n)
{
    __shared__ int sums[block];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * block) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + block < n)
        sum += in[i + block];
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
    auto kernel = lesson_kernel_for(r->block, reduce6<32>, reduce6<64>, reduce6<128>, reduce6<256>,
                                    reduce6<512>, reduce6<1024>);
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise06c", LESSON_INT);
    exercise_sums(&e, "reduce6", launch, 2, 1, 1);
    exercise_count(&e, launch, 2, 2048, 32);
    exercise_predict(&e, "barriers per block", barriers_32, 1);
    exercise_count(&e, launch, 2, 2048, 128);
    exercise_predict(&e, "barriers per block", barriers_128, 1);
    exercise_count(&e, launch, 2, 2048, 1024);
    exercise_predict(&e, "barriers per block", barriers_1024, 2);
    exercise_predict(&e, "shared store requests per block", shared_stores_1024, 3);
    return exercise_end(&e);
}
