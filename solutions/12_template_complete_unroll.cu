/* Exercise 12: steps for the compiler (fill the gap)
 *
 * step<block, s> is one step of the tree of lesson 12: each thread below s adds the element that lies
 * s places further on. The kernel calls it with s = 512, 256, 128 and 64, in this order, whatever the
 * block size. A block of 128 threads has only the last of these steps, and a block of 64 has none.
 *
 * Lesson 11 looks at blockDim.x while the kernel runs, and has a barrier even where there is
 * nothing to add. Here `block` and `s` are constants. Use `block`, not blockDim.x, which is known only
 * in the running kernel.
 *
 * Required: right sums for any n and block, no mistake, and no barrier for a step that a block
 * does not have. See docs/lessons/12_template_complete_unroll.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

template <unsigned block, unsigned s>
__device__ void step(int *data, unsigned tid)
{
/* ---- your code begins: about 5 lines ---- */
    if (s < block) { /* the same answer in all threads, so the barrier may stand in here */
        if (tid < s)
            data[tid] += data[tid + s];
        /* Outside the inner if: threads in the next step read what other warps write in this one */
        __syncthreads();
    }
/* ---- your code ends ---- */
}

template <unsigned block>
__global__ void reduce_complete_unroll(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (8 * block);
    int sum = 0, a[8];

    for (unsigned k = 0; k < 8; k++)
        a[k] = data[tid + k * block];
    for (unsigned k = 0; k < 8; k++)
        sum += a[k];
    data[tid] = sum;
    __syncthreads();

    step<block, 512>(data, tid);
    step<block, 256>(data, tid);
    step<block, 128>(data, tid);
    step<block, 64>(data, tid);

    if (tid < 32) {
        if (block >= 64)
            data[tid] += data[tid + 32];
        __syncwarp();
        for (unsigned s = 16; s > 0; s /= 2) {
            if (tid < s)
                data[tid] += data[tid + s];
            __syncwarp();
        }
        if (tid == 0)
            partial[blockIdx.x] = data[0];
    }
}

static void launch(struct reduction *r)
{
    auto kernel = lesson_kernel_for(r->block, reduce_complete_unroll<32>,
                                    reduce_complete_unroll<64>, reduce_complete_unroll<128>,
                                    reduce_complete_unroll<256>, reduce_complete_unroll<512>,
                                    reduce_complete_unroll<1024>);
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 8, piece);
    for (int i = 0; i < pieces; i++)
        kernel<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data, piece[i].partial);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise12",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "reduce_complete_unroll", launch, 8, 1, 2);
    exercise_count(&e, launch, 8, 4096, 64);
    exercise_at_most(&e, "barriers per block", 1, 3);
    exercise_count(&e, launch, 8, 16384, 256);
    exercise_at_most(&e, "barriers per block", 3, 3);
    exercise_at_most(&e, "blockDim reads", 0, 3,
                     "The steps are for the compiler to choose: it knows `block`, the template\n"
                     "  argument. blockDim.x is known only in the running kernel, as in lesson 11.");
    exercise_at_most(&e, "global load requests per block", 89, 2);
    exercise_count(&e, launch, 8, 32768, 1024);
    exercise_at_most(&e, "barriers per block", 5, 3);
    return exercise_end(&e);
}
