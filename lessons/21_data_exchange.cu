/* Lesson 21: data exchange
 *
 * An array is normalised by numbers of its own: out[i] = (in[i] - mean) / max |in|. No block can
 * write its first element before it knows the sum and the maximum of the whole array. The usual way
 * is a launch for each step; here it is one:
 *
 *     first pass     each block reads its share, and publishes its sum and its largest
 *     grid.sync()    all blocks wait for each other
 *     second pass    each block reads all sums and largests, then its share again, and writes it
 *
 * The second pass goes backwards: what was read last may still be in L2. */
#include "lesson.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
enum { LOADS = 16 }; /* of a thread, in flight at a time */

/* The bound: 64 registers at most, or a block of 1024 could not be launched. */
__global__ void __launch_bounds__(1024)
normalise(const float *in, float *out, float *sums, float *largests, size_t n)
{
    size_t stride = cg::this_grid().size(), pieces = (n - 1) / (LOADS * stride) + 1;
    size_t first = cg::this_grid().thread_rank();
    float x[LOADS], sum = 0, largest = 0;
    for (size_t i = first; i < n; i += LOADS * stride) {
        lesson_load(x, in, i, n, stride);
        for (unsigned k = 0; k < LOADS; k++) {
            sum += x[k];
            largest = fmaxf(largest, fabsf(x[k]));
        }
    }
    sum = lesson_block_total(sum, lesson_plus());
    largest = lesson_block_total(largest, lesson_larger());
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largests[blockIdx.x] = largest;
    }
    cg::this_grid().sync(); /* every block has published, every block reads all */

    sum = largest = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) {
        sum += sums[b];
        largest = fmaxf(largest, largests[b]);
    }
    float mean = lesson_block_total(sum, lesson_plus()) / n;
    float scale = 1 / lesson_block_total(largest, lesson_larger());
    for (size_t piece = pieces; piece-- > 0;) {
        size_t i = first + piece * LOADS * stride;
        lesson_load(x, in, i, n, stride);
        for (unsigned k = 0; k < LOADS; k++)
            if (i + k * stride < n)
                out[i + k * stride] = (x[k] - mean) * scale;
    }
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->out, &r->partial, &r->scratch, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, normalise, r->block, 0));
    lesson_cooperative_grid(r, fit, blocks_for(r->n, LOADS * r->block));
    CUDA_CHECK(cudaLaunchCooperativeKernel(normalise, r->grid, r->block, arguments, 0, r->stream));
}

static const struct lesson_about about = {
    .title = "data exchange",
    .part = "IV",
    .offers = LESSON_FLOAT | LESSON_GRID | LESSON_OUTPUT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_require_cooperative(&l);
    lesson_run_normalise(&l, "normalise", launch, LOADS);
    return lesson_end(&l);
}
