/* Exercise 06b: one kernel for each block (find the bug)
 *
 * The kernels are right: reduce6<block>, one for each block size. The switch below picks one. Its
 * author tried it with 64, 128, 256 and 512 threads, and nobody wanted other sizes. Now somebody
 * does, and gets some number and no message.
 *
 * Required: each block size from 32 to 1024 that is a power of two is launched with its own
 * kernel. For any other size nothing is launched, and launch_kernel returns 0: then launch()
 * reports it. The bug is in launch_kernel, and it has two sides. See
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

#pragma unroll
    for (unsigned s = block / 2; s > 32; s /= 2) { /* the compiler unrolls it: block is constant */
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        if (block >= 64)
            sums[tid] += sums[tid + 32];
#pragma unroll
        for (unsigned s = 16; s > 0; s /= 2) {
            __syncwarp();
            if (tid < s)
                sums[tid] += sums[tid + s];
        }
        if (tid == 0)
            partial[blockIdx.x] = sums[0];
    }
}

template <unsigned block>
static void launch_reduce6(struct reduction *r)
{
    reduce6<block><<<r->grid, block, 0, r->stream>>>(r->in, r->partial, r->n);
}

/* Launches the kernel for r->block and returns 1; returns 0 if there is none. */
static int launch_kernel(struct reduction *r)
{
/* ---- your code begins: whatever is wrong is in here ---- */
    switch (r->block) {
    case 64: launch_reduce6<64>(r); break;
    case 128: launch_reduce6<128>(r); break;
    case 256: launch_reduce6<256>(r); break;
    case 512: launch_reduce6<512>(r); break;
    }
    return 1;
/* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    if (!launch_kernel(r))
        lesson_fail(LESSON_WRONG, "there is no kernel for a block of %u threads", r->block);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise06b", LESSON_INT,
                                       "-n 1000,1,33,257,4097,65536 -b 32,64,128,256,512,1024");
    exercise_sums(&e, "reduce6", launch, 2, 1, 2);
    struct reduction r = exercise_count(&e, launch, 2, 4096, 32);
    exercise_exactly(&e, "blocks", 64, 3);
    exercise_at_most(&e, "barriers per block", 1, 3);
    r.block = 96;
    exercise_true(&e, "a block of 96: launch_kernel returns 0", !e.failed && !launch_kernel(&r),
                  "it returns 1", 2);
    return exercise_end(&e);
}
