/* Exercise 14b: a test that cannot fail (find the bug)
 *
 * The input is all ones, so the sum of each row must be n. Several courses test like this,
 * including the one that the kernels of lesson 14 come from. A colleague broke the kernel here in
 * seven ways, and the test passed all seven.
 *
 * Required: a test that passes the right kernel and none of the others. fill() makes the elements
 * of all rows, one row after another; is_passed() gets what a kernel wrote. lesson_mix(i) is a
 * number in which the bits of i are well mixed. Don't look for the bugs one by one. Ask which input
 * leaves no such bug a place to hide. See docs/lessons/14_batched.md and docs/measuring.md.
 */
#include "exercise.h"
#include "lesson_block.h"

/* ---- your code begins: whatever is wrong is in here ---- */
static void fill(int *elements, size_t count)
{
    for (size_t i = 0; i < count; i++)
        elements[i] = 1;
}

static int is_passed(const int *sums, const int *elements, size_t rows, size_t n)
{
    for (size_t row = 0; row < rows; row++)
        if (sums[row] != (int)n)
            return 0;
    return 1;
}
/* ---- your code ends ---- */

enum { RIGHT, LAST, PAIRS, TAIL, NEXT, MIDDLE, ROWS, COUNT, KERNELS };
static const char *const refuses[] = {
    "", "refused: the last element never added, the first one twice",
    "refused: every other element twice, the rest never",
    "refused: the last 32 elements never, the first 32 twice",
    "refused: each element taken from 256 further on",
    "refused: the second element also for the first and third",
    "refused: each sum written to another row", "refused: elements counted, not added"};

/* What is added in place of element i of n. */
__device__ size_t taken(int bug, size_t i, size_t n)
{
    if (bug == LAST && i == n - 1)
        return 0;
    if (bug == PAIRS && i + 1 < n)
        return i - i % 2;
    if (bug == TAIL && i >= n - 32)
        return i - (n - 32);
    if (bug == NEXT && i + 256 < n)
        return i + 256;
    return bug == MIDDLE && i < 3 ? 1 : i;
}

/* A block a row, 64 threads. */
__global__ void batched_sum(const int *in, int *sums, size_t n, int bug)
{
    int sum = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        sum += bug == COUNT ? 1 : in[blockIdx.x * n + taken(bug, i, n)];
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        sums[bug == ROWS ? (blockIdx.x + 1) % gridDim.x : blockIdx.x] = sum;
}

/* Does the test pass this kernel? */
static int test(struct exercise *e, int bug)
{
    enum { BATCH = 3, MOST = 2048, SIZES = 3 };
    static const size_t size[SIZES] = {1000, 1024, MOST};
    static int elements[BATCH * MOST], sums[BATCH];
    int passed = 1, *in = (int *)e->lesson.input.data, *out = (int *)e->lesson.memory.result.data;
    for (int i = 0; i < SIZES; i++) {
        size_t n = size[i];
        fill(elements, BATCH * n);
        CUDA_CHECK(cudaMemcpy(in, elements, BATCH * n * sizeof(int), cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemset(out, 0xa5, sizeof sums));
        batched_sum<<<BATCH, 64>>>(in, out, n, bug);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost));
        passed = passed && is_passed(sums, elements, BATCH, n);
    }
    return passed;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise14b", LESSON_INT, "-n 65536 -b 64");
    exercise_true(&e, "passed: the right kernel", test(&e, RIGHT), "the test refuses it", 2);
    for (int bug = LAST; bug < KERNELS; bug++)
        exercise_true(&e, refuses[bug], !test(&e, bug), "the test passes it", bug < NEXT ? 1 : 3);
    exercise_true(&e, "passed: the right kernel, once more", test(&e, RIGHT), "refused now", 3);
    return exercise_end(&e);
}
