/* Exercise 32: any operator (fill the gap)
 *
 * A kernel that adds up has become one that reduces with any operator. The operator is a type with two functions:
 * the identity, and the combination of two values. The sum, `total`, is an example.
 *
 * Required: `largest`, the maximum of floats, for any n from 0 on. Of no elements it is the identity: combined with
 * any float, infinities included, it gives that float. If there is a NaN, wherever it stands, the result is a NaN,
 * because a maximum that hides it hides the mistake that made it. Infinities and denormals are numbers like others.
 * See docs/lessons/32_any_operator.md.
 */
#include "exercise.h"

struct total {
    static __device__ float identity() { return 0; }
    __device__ float operator()(float a, float b) const { return a + b; }
};

struct largest {
    /* ---- your code begins ---- */
    static __device__ float identity() { return 0; }
    __device__ float operator()(float a, float b) const { return a; }
    /* ---- your code ends ---- */
};

/* Each block leaves one number, and then one block combines those. Threads without an element bring the identity. */
template <class Op> __global__ void reduce(const float *in, float *out, size_t n)
{
    __shared__ float totals[1024];
    unsigned tid = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    float x = Op::identity();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += stride)
        x = Op()(x, in[i]);
    totals[tid] = x;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            totals[tid] = Op()(totals[tid], totals[tid + s]);
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = totals[0];
}

template <class Op> static void launch(struct reduction *r)
{
    r->grid += r->grid == 0; /* n = 0: one block */
    reduce<Op><<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->partial_float, r->n);
    reduce<Op><<<1, r->block, 0, r->stream>>>(r->partial_float, r->result_float, r->grid);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise32", LESSON_FLOAT | LESSON_OPERATORS,
                                       "-n 0,1,2,31,33,257,1000,4097 -b 32,64,256");
    exercise_operator(&e, "total", LESSON_SUM, LESSON_RANDOM, launch<total>, 4, 1, 3);
    exercise_operator(&e, "largest", LESSON_MAX, LESSON_RANDOM, launch<largest>, 4, 1, 3);
    exercise_operator(&e, "largest of negative numbers", LESSON_MAX, LESSON_NEGATIVE, launch<largest>, 4, 2, 3);
    exercise_operator(&e, "largest with infinities", LESSON_MAX, LESSON_INFINITIES, launch<largest>, 4, 2, 3);
    exercise_operator(&e, "largest with NaNs", LESSON_MAX, LESSON_NAN, launch<largest>, 4, 3, 3);
    exercise_operator(&e, "largest of denormals", LESSON_MAX, LESSON_DENORMALS, launch<largest>, 4, 2, 3);
    return exercise_end(&e);
}
