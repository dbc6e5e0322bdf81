/* Exercise 38: row norms (fill the gap)
 *
 * This LayerNorm has a warp for each row of up to 1024 bfloat16: it finds the mean, then the deviation, then writes. Like
 * this it reads each row three times.
 *
 * Required: load each element only once. (Its weight and bias are loaded once already.) Results must be right even where the
 * mean is a thousand times larger than the distances from it. No mistake. See docs/lessons/38_row_norms.md.
 */
#include "exercise.h"
#include "harness/check_norms.h"
#include <cuda_bf16.h>

typedef __nv_bfloat16 bfloat16;
enum { MOST = 1024 / 32 }; /* elements for each lane */

__device__ float warp_sum(float x)
{
    for (unsigned d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}

/* One warp has a row of n elements: lane l has elements l, l + 32, ... */
__device__ void layer_norm(const bfloat16 *in, bfloat16 *out, unsigned n, const bfloat16 *weight, const bfloat16 *bias)
{
    unsigned lane = threadIdx.x % 32;
    float sum = 0, squares = 0;

    /* ---- your code begins: about 10 lines ---- */
    float x[MOST];
    for (unsigned k = 0; k < MOST; k++) {
        x[k] = lane + 32 * k < n ? __bfloat162float(in[lane + 32 * k]) : 0;
        sum += x[k];
    }
    float mean = warp_sum(sum) / n;
    for (unsigned k = 0; k < MOST; k++)
        squares += lane + 32 * k < n ? (x[k] - mean) * (x[k] - mean) : 0;
    float scale = rsqrtf(warp_sum(squares) / n + LESSON_EPSILON);
    for (unsigned k = 0; k < MOST; k++)
        if (lane + 32 * k < n)
            out[lane + 32 * k] = __float2bfloat16((x[k] - mean) * scale * __bfloat162float(weight[lane + 32 * k])
                                                  + __bfloat162float(bias[lane + 32 * k]));
    /* ---- your code ends ---- */
}

__global__ void norm_rows(const bfloat16 *in, bfloat16 *out, unsigned n, unsigned rows, const bfloat16 *weight,
                          const bfloat16 *bias)
{
    size_t row = (size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row < rows) /* the same for all lanes of a warp */
        layer_norm(in + row * n, out + row * n, n, weight, bias);
}

static void launch(struct reduction *r)
{
    const bfloat16 *weight = (const bfloat16 *)r->second;
    r->grid = blocks_for(r->batch, r->block / 32);
    r->chain = MOST + 6;
    norm_rows<<<r->grid, r->block, 0, r->stream>>>((const bfloat16 *)r->in, (bfloat16 *)r->out, (unsigned)r->n, r->batch, weight,
                                                   weight + (r->batch - 1) * r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise38",
                                       LESSON_BFLOAT16 | LESSON_BATCH | LESSON_OUTPUT | LESSON_SECOND,
                                       "--batch 1,7 --row 1,2,33,257,1000,1024 -b 32,256");
    exercise_checked(&e, "layer_norm", &lesson_layer_norm, LESSON_RANDOM, launch, 1, 1, 3);
    exercise_checked(&e, "layer_norm where the mean is large", &lesson_layer_norm, LESSON_LEVEL, launch, 1, 1, 3);
    exercise_checked(&e, "layer_norm of zeros", &lesson_layer_norm, LESSON_ZEROS, launch, 1, 1, 3);
    exercise_count(&e, launch, 1, 1024, 32);
    exercise_at_most(&e, "global load requests", 96, 2);
    return exercise_end(&e);
}
