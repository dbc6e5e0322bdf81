/* Lesson 06: complete unroll
 *
 * Lesson 05 still has a loop over s, because the kernel does not know its block size. Here the block
 * size is a template argument. Then it is a constant, and the loop can be written out: the compiler
 * decides `block >= 512`, and leaves out the steps that do not apply.
 *
 * The price: there is one kernel for each block size, and a switch on the host picks one of them.
 *
 * What to expect: the work of the loop itself (compare, halve, jump) goes away.
 */
#include "lesson.h"

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

typedef void (*kernel_pointer)(const int *in, int *partial, size_t n);

/* All six kernels are in the program; this picks one while it runs. */
static kernel_pointer kernel_for(unsigned block)
{
    switch (block) {
    case 32: return reduce6<32>;
    case 64: return reduce6<64>;
    case 128: return reduce6<128>;
    case 256: return reduce6<256>;
    case 512: return reduce6<512>;
    case 1024: return reduce6<1024>;
    }
    return NULL; /* the harness takes no other block */
}

static void launch(struct reduction *r)
{
    kernel_pointer kernel = kernel_for(r->block);
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "complete unroll",
    .part = "I",
    .step_from = "lesson05",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce6", launch, 2);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
