/* Exercise 21b: one block for all (find the bug)
 *
 * In lesson 21 each block reads the numbers of all blocks and works out the same mean and scale. The
 * author wants to do that once: block 0 does it, and leaves both where every block finds them. In
 * the author's tests all elements were right. On another GPU some blocks take the sum of block 0 for
 * the mean.
 *
 * Required: no mistake, no atomics, and no more barriers than where every block does that work.
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
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largests[blockIdx.x] = largest;
    }
    cg::this_grid().sync();
/* ---- your code begins: whatever is wrong is in here ---- */
    if (blockIdx.x == 0) {
        sum = largest = 0;
        for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) {
            sum += sums[b];
            largest = fmaxf(largest, largests[b]);
        }
        sum = lesson_block_total(sum, lesson_plus());
        largest = lesson_block_total(largest, lesson_larger());
        if (threadIdx.x == 0) {
            sums[0] = sum / n;
            largests[0] = 1 / largest;
        }
    }
    float mean = sums[0], scale = largests[0];
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
    struct exercise e = exercise_begin(argc, argv, "exercise21b", LESSON_FLOAT | LESSON_OUTPUT,
                                       "-n 1,33,1057,5000" EXERCISE_LARGE " -b 32,256,1024");
    lesson_require_cooperative(&e.lesson);
    exercise_normalise(&e, "normalise", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 64);
    exercise_at_most(&e, "barriers per block", 9, 3); /* 2 for each of 4 totals, 1 for the grid */
    exercise_at_most(&e, "global atomic requests", 0, 3);
    return exercise_end(&e);
}
