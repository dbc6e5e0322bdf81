/* Exercise 06: a step that is not in the program (fill the gap)
 *
 * The block size is a template argument here, so the compiler knows it. What is inside
 * `if (block >= 256)` is in reduce6<256>, and is not in reduce6<128> at all. The steps of the last
 * warp are there. The steps before them are missing: with 512, 256, 128 and 64 threads, each in the
 * kernels that need it and in no other.
 *
 * Required: right sums for each block size from 32 to 1024, no mistake, and one barrier after the
 * load plus one in each of these steps that the block needs: 3 in a block of 256, 1 in a block of
 * 64. Do not ask for blockDim.x, which is known only in the running kernel. See
 * docs/lessons/06_complete_unroll.md.
 */
#include "exercise.h"

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

/* ---- your code begins: about 20 lines ---- */
    if (block >= 1024) {
        if (tid < 512)
            sums[tid] += sums[tid + 512];
        __syncthreads(); /* all threads of the block enter this if, so the barrier may be inside */
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
        __syncthreads(); /* here as well: the last warp reads what the second has added */
    }
/* ---- your code ends ---- */
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
    struct exercise e = exercise_begin(argc, argv, "exercise06", LESSON_INT,
                                       "-n 1,33,65,127,257,1025,65536 -b 32,64,128,256,512,1024");
    exercise_sums(&e, "reduce6", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 16384, 256);
    exercise_at_most(&e, "barriers per block", 3, 3);
    exercise_at_most(&e, "shared load wavefronts per block", 24, 3);
    exercise_at_most(&e, "blockDim reads", 0, 3,
                     "The steps are for the compiler to choose: it knows `block`, the template\n"
                     "  argument. A loop over blockDim.x runs in every kernel, as in lesson 05.");
    exercise_count(&e, launch, 2, 4096, 64);
    exercise_at_most(&e, "barriers per block", 1, 3);
    return exercise_end(&e);
}
