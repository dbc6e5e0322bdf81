/* Lesson 12: complete unroll by template
 *
 * Lesson 11 asks four times how large its block is, and every block passes the barriers of all four
 * steps. Here the block size is a template argument, as in lesson 06. The compiler knows it, so it
 * decides: a step that the block does not have is not in the program, and neither is its barrier.
 *
 * What to expect: fewer barriers and fewer instructions than in lesson 11, and the same accesses to
 * memory. The lesson's page asks what that is worth on different cards.
 */
#include "lesson.h"
#include "lesson_groups.h"

template <unsigned block>
__global__ void reduce_complete_unroll(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (8 * block);
    int a[8];
    int sum = 0;

    for (unsigned k = 0; k < 8; k++)
        a[k] = data[tid + k * block];
    for (unsigned k = 0; k < 8; k++)
        sum += a[k];
    data[tid] = sum;
    __syncthreads();

    if (block >= 1024) {
        if (tid < 512)
            data[tid] += data[tid + 512];
        __syncthreads();
    }
    if (block >= 512) {
        if (tid < 256)
            data[tid] += data[tid + 256];
        __syncthreads();
    }
    if (block >= 256) {
        if (tid < 128)
            data[tid] += data[tid + 128];
        __syncthreads();
    }
    if (block >= 128) {
        if (tid < 64)
            data[tid] += data[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        if (block >= 64)
            data[tid] += data[tid + 32];
        __syncwarp();
        if (tid < 16)
            data[tid] += data[tid + 16];
        __syncwarp();
        if (tid < 8)
            data[tid] += data[tid + 8];
        __syncwarp();
        if (tid < 4)
            data[tid] += data[tid + 4];
        __syncwarp();
        if (tid < 2)
            data[tid] += data[tid + 2];
        __syncwarp();
        if (tid == 0)
            partial[blockIdx.x] = data[0] + data[1];
    }
}

static void launch(struct reduction *r)
{
    auto kernel = lesson_kernel_for(r->block, reduce_complete_unroll<32>,
                                    reduce_complete_unroll<64>, reduce_complete_unroll<128>,
                                    reduce_complete_unroll<256>, reduce_complete_unroll<512>,
                                    reduce_complete_unroll<1024>); /* the switch of lesson 06 */
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 8, piece); /* see lesson 08 */

    for (int i = 0; i < pieces; i++)
        kernel<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data, piece[i].partial);
    finish(r);
}

static const struct lesson_about about = {
    .title = "complete unroll by template",
    .part = "II",
    .step_from = "lesson11",
    .offers = LESSON_INT | LESSON_DESTROYS_INPUT,
    .defaults = "-n 2^24 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce_complete_unroll", launch, 8);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
