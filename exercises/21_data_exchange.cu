/* Exercise 21: publish, wait, read (fill the gap)
 *
 * An array is normalised: out[i] = (in[i] - mean) / max |in|. The first half of the kernel is there:
 * every block knows the sum of its share, and the largest |in| in it. The second half is there, too.
 * But it needs the mean and the maximum of the whole array:
 *
 *     in           3 1 4 1    | -5 9 2 6    block 0 | block 1
 *     sum          9          | 12          of the share: in all threads of the block
 *     largest      4          | 9
 *     mean         21 / 8     | 21 / 8      of the whole array: this is missing
 *     scale        1 / 9      | 1 / 9       1 / max |in|: so is this
 *
 * sums and largests have room for one number of each block. The grid may have more blocks than a
 * block has threads.
 *
 * Required: mean and scale in all threads of all blocks, without atomics. All threads share the work.
 * See docs/lessons/21_data_exchange.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void normalise(const float *in, float *out, float *sums, float *largests, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, largest = 0;
    for (size_t i = first; i < n; i += stride) {
        float x = in[i];
        sum += x;
        largest = fmaxf(largest, fabsf(x));
    }
    sum = lesson_block_total(sum, lesson_plus());
    largest = lesson_block_total(largest, lesson_larger());
/* ---- your code begins: about 12 lines ---- */
    float mean = sum / n, scale = 1 / largest; /* these know this block's share alone */
/* ---- your code ends ---- */
    for (size_t i = first; i < n; i += stride)
        out[i] = (in[i] - mean) * scale;
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->out, &r->partial, &r->scratch, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, normalise, r->block, 0));
    lesson_cooperative_grid(r, fit, r->grid);
    CUDA_CHECK(cudaLaunchCooperativeKernel(normalise, r->grid, r->block, arguments, 0, r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise21", LESSON_FLOAT | LESSON_OUTPUT,
                                       "-n 1,33,1057,5000" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_normalise(&e, "normalise", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 64); /* in: 2 * 128 requests; 64 blocks: 4 each */
    exercise_at_most(&e, "global load requests", 512, 3);
    exercise_at_most(&e, "global atomic requests", 0, 3);
    return exercise_end(&e);
}
