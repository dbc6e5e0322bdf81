/* Exercise 33c: which index? (predict)
 *
 * Where is the largest of these eight numbers?
 *
 *     index     0   1   2   3   4   5   6   7
 *     value     3   9   4   9   9   1   9   2
 *
 * Either one thread takes them in order: best = op(best, next). Or eight threads combine them in lesson 02's tree: for
 * s = 4, 2, 1 each thread t < s computes pair[t] = op(pair[t], pair[t + s]). The operator is one of these:
 *
 *     at_least     a.value >= b.value ? a : b
 *     greater      a.value >  b.value ? a : b
 *
 * Required: the four indices that come out, without running anything. See docs/lessons/33_argmax.md.
 */
#include "exercise.h"

/* ---- your code begins ---- */
static const double at_least_in_order = 1; /* the first one stays */
static const double at_least_by_tree = 4; /* s = 4 brings 4, 1, 6, 3 together; then 4 meets 6, and 1 */
static const double greater_in_order = 6; /* a later one that is equal takes its place */
static const double greater_by_tree = 3; /* 4, 1, 6, 3; then 6 and 3; then 3 */
/* ---- your code ends ---- */

struct place {
    int value;
    unsigned index;
};

struct at_least {
    __device__ place operator()(place a, place b) const { return a.value >= b.value ? a : b; }
};

struct greater {
    __device__ place operator()(place a, place b) const { return a.value > b.value ? a : b; }
};

/* found[0]: in order; found[1]: by a tree. Eight threads. */
template <class Op> __global__ void find(unsigned *found)
{
    const int value[8] = {3, 9, 4, 9, 9, 1, 9, 2};
    __shared__ place pair[8];
    unsigned t = threadIdx.x;
    if (t == 0) {
        place best = {value[0], 0};
        for (unsigned i = 1; i < 8; i++)
            best = Op()(best, place{value[i], i});
        found[0] = best.index;
    }
    pair[t] = {value[t], t};
    __syncthreads();
    for (unsigned s = 4; s > 0; s /= 2) {
        if (t < s)
            pair[t] = Op()(pair[t], pair[t + s]);
        __syncthreads();
    }
    if (t == 0)
        found[1] = pair[0].index;
}

template <class Op> static void find_with(unsigned found[2])
{
    unsigned *there;
    CUDA_CHECK(cudaMalloc(&there, 2 * sizeof *there));
    find<Op><<<1, 8>>>(there);
    CUDA_CHECK(cudaMemcpy(found, there, 2 * sizeof *there, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(there));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise33c", LESSON_INT);
    unsigned with_at_least[2], with_greater[2];
    find_with<at_least>(with_at_least);
    find_with<greater>(with_greater);
    exercise_predict_value(&e, "at_least, in order", at_least_in_order, with_at_least[0], 0, 1);
    exercise_predict_value(&e, "at_least, by a tree", at_least_by_tree, with_at_least[1], 0, 2);
    exercise_predict_value(&e, "greater, in order", greater_in_order, with_greater[0], 0, 1);
    exercise_predict_value(&e, "greater, by a tree", greater_by_tree, with_greater[1], 0, 3);
    return exercise_end(&e);
}
