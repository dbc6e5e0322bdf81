/* Exercise 38b: where epsilon belongs (find the bug)
 *
 * This LayerNorm with a block for each row comes from a collection of CUDA kernels that many people learn from. It agreed
 * with PyTorch on every test. Then all elements of a row were the same, and its outputs were NaN. See
 * docs/lessons/38_row_norms.md.
 *
 * Required: right outputs for all inputs, and no mistake. The bug is in one line.
 */
#include "exercise.h"
#include "harness/check_norms.h"
#include "lesson_block.h"
#include <cuda_bf16.h>

typedef __nv_bfloat16 bfloat16;

/* ---- your code begins: whatever is wrong is in here ---- */
__global__ void layer_norm_rows(const bfloat16 *in, bfloat16 *out, unsigned n, const bfloat16 *weight, const bfloat16 *bias)
{
    size_t row = (size_t)blockIdx.x * n;
    float sum = 0, variance = 0;

    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        sum += __bfloat162float(in[row + i]);
    float mean = lesson_block_total(sum, lesson_plus()) / n;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        float apart = __bfloat162float(in[row + i]) - mean;
        variance += apart * apart;
    }
    variance = lesson_block_total(variance, lesson_plus());
    float scale = rsqrtf(variance / ((float)n + LESSON_EPSILON));
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        float y = (__bfloat162float(in[row + i]) - mean) * scale;
        out[row + i] = __float2bfloat16(y * __bfloat162float(weight[i]) + __bfloat162float(bias[i]));
    }
}
/* ---- your code ends ---- */

static void launch(struct reduction *r)
{
    const bfloat16 *weight = (const bfloat16 *)r->second;
    r->grid = r->batch;
    r->chain = r->n / r->block + 40;
    layer_norm_rows<<<r->grid, r->block, 0, r->stream>>>((const bfloat16 *)r->in, (bfloat16 *)r->out, (unsigned)r->n, weight,
                                                         weight + (r->batch - 1) * r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise38b",
                                       LESSON_BFLOAT16 | LESSON_BATCH | LESSON_OUTPUT | LESSON_SECOND,
                                       "--batch 1,7 --row 1,2,33,257,1000 -b 32,256");
    exercise_checked(&e, "layer_norm of many numbers", &lesson_layer_norm, LESSON_LEVEL, launch, 1, 3, 3);
    exercise_checked(&e, "layer_norm of zeros", &lesson_layer_norm, LESSON_ZEROS, launch, 1, 1, 3);
    exercise_checked(&e, "layer_norm of small numbers", &lesson_layer_norm, LESSON_SMALL, launch, 1, 2, 3);
    exercise_checked(&e, "layer_norm", &lesson_layer_norm, LESSON_RANDOM, launch, 1, 3, 3);
    return exercise_end(&e);
}
