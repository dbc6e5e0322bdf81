/* Exercise 34: float accuracy (fill the gap)
 *
 * This kernel adds up floats in a tree, and is to keep what each addition rounds away. A number here is the sum of two
 * floats, `sum` and `error`. An element x comes as {x, 0}.
 *
 * Required: `combine` adds two such numbers, and `rounded` gives the result as one float. The sum must be as good as if it
 * were rounded only once, even if nearly all elements cancel. With infinities among the elements it is what a plain sum
 * gives. What an addition loses is a float; a few more additions and subtractions compute it, whichever of a and b is the
 * larger. See docs/lessons/34_float_accuracy.md.
 */
#include "exercise.h"

struct two_floats { float sum, error; };

/* ---- your code begins ---- */
/* sum = a + b, rounded. b_there is what of b has arrived in it, sum - b_there what of a has. */
__device__ struct two_floats two_sum(float a, float b)
{
    float sum = a + b, b_there = sum - a, a_there = sum - b_there;
    return {sum, (a - a_there) + (b - b_there)};
}

__device__ struct two_floats combine(struct two_floats a, struct two_floats b)
{
    struct two_floats c = two_sum(a.sum, b.sum);
    c.error += a.error + b.error;
    return c;
}

__device__ float rounded(struct two_floats a)
{
    return isfinite(a.sum) ? a.sum + a.error : a.sum;
}
/* ---- your code ends ---- */

/* Each block leaves one number, and one more block adds these up. The last launch also rounds. */
__device__ struct two_floats number(float x) { return {x, 0}; }
__device__ struct two_floats number(struct two_floats x) { return x; }

template <class T> __global__ void reduce(const T *in, struct two_floats *out, float *result, size_t n)
{
    __shared__ struct two_floats totals[1024];
    unsigned tid = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    struct two_floats x = {0, 0};
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += stride)
        x = combine(x, number(in[i]));
    totals[tid] = x;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            totals[tid] = combine(totals[tid], totals[tid + s]);
        __syncthreads();
    }
    if (tid == 0 && result)
        *result = rounded(totals[0]);
    else if (tid == 0)
        out[blockIdx.x] = totals[0];
}

static void launch(struct reduction *r)
{
    struct two_floats *partial = (struct two_floats *)r->partial;
    r->grid += r->grid == 0; /* n = 0: one block */
    reduce<<<r->grid, r->block, 0, r->stream>>>(r->in_float, partial, (float *)NULL, r->n);
    reduce<<<1, r->block, 0, r->stream>>>(partial, (struct two_floats *)NULL, r->result_float, r->grid);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise34", LESSON_FLOAT | LESSON_INPUT_KINDS | LESSON_WIDE_PARTIALS,
                                       "-n 0,1,2,31,33,1000,4096,9000 -b 32,64,256");
    exercise_method(&e, "sum", LESSON_TWO_SUM, LESSON_RANDOM, launch, 16, 1, 3);
    exercise_method(&e, "sum of elements that cancel", LESSON_TWO_SUM, LESSON_CANCELLING, launch, 16, 2, 3);
    exercise_method(&e, "sum of equal elements", LESSON_TWO_SUM, LESSON_EQUAL, launch, 16, 2, 3);
    exercise_method(&e, "sum with infinities", LESSON_TWO_SUM, LESSON_INFINITIES, launch, 16, 3, 3);
    return exercise_end(&e);
}
