/* Exercise 18e: silent zeros (find the bug)
 *
 * sum_of() is written like a published cooperative reduction, and like many a first program. With
 * blocks of 256 threads it gives the right sum. With a block of 2048 it gives 0 at once, and says
 * nothing.
 *
 * Required: sum_of() returns the first error that a call or the launch reports, and cudaSuccess if
 * the sum is right. It must always return, since its caller decides what to do. An error that it
 * has reported must not turn up again in the next call. See docs/lessons/18_grid_sync_merge.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "exercise_trace.h"

__global__ void reduce(const int *in, int *sum, size_t n)
{
    extern __shared__ int sums[];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, sums[0]);
}

/* The sum of n elements in host memory. `shared`: bytes, at least 4 for each thread. */
static cudaError_t sum_of(const int *elements, size_t n, unsigned block, size_t shared, int *sum)
{
    int *in = NULL; /* the elements, and after them their sum */
/* ---- your code begins: whatever is wrong is in here ---- */
    cudaError_t error = cudaMalloc(&in, (n + 1) * sizeof *in);
    if (error == cudaSuccess)
        error = cudaMemcpy(in, elements, n * sizeof *in, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemset(in + n, 0, sizeof *in);
    if (error == cudaSuccess) {
        reduce<<<blocks_for(n, block), block, shared>>>(in, in + n, n);
        /* A launch returns nothing. Only this call says that it was refused; the call also clears
         * the error, which cudaPeekAtLastError() does not. */
        error = cudaGetLastError();
    }
    /* The copy waits for the kernel, so it also reports what went wrong while the kernel ran. */
    if (error == cudaSuccess)
        error = cudaMemcpy(sum, in + n, sizeof *sum, cudaMemcpyDeviceToHost);
    cudaFree(in);
    /* Not only a launch leaves its error there: so does a call that returns one. */
    if (error != cudaSuccess)
        cudaGetLastError();
    return error;
/* ---- your code ends ---- */
}

enum { N = 1000 };
static int elements[N], expected, sum;

/* A call that may be bound to fail, and after it one that can succeed. */
struct attempt {
    size_t n, shared;
    unsigned block;
    const int *from;
    int *to;
    cudaError_t error, error_after;
    int went_on, sum_after; /* went_on: it launched, and the inspector reported a mistake */
};

static void attempt(void *it)
{
    struct attempt *a = (struct attempt *)it;
    a->error = sum_of(a->from, a->n, a->block, a->shared, a->to);
    a->went_on = exercise_found() > 0;
    a->error_after = sum_of(elements, N, 128, 512, &a->sum_after);
}

/* Is the launch itself refused? Then there is one. After another error there should be none. */
static void check(struct exercise *e, const char *what, int is_refused, struct attempt a)
{
    int came_back = e->failed || exercise_apart(attempt, &a, sizeof a);
    int is_right = came_back && a.error != cudaSuccess && (is_refused || !a.went_on);
    exercise_true(e, what, is_right, !came_back ? "sum_of() did not come back"
                  : a.error == cudaSuccess ? "cudaSuccess was returned"
                  : "there is, but the kernel was launched", is_refused ? 1 : 2);
    exercise_true(e, "and none in the next call",
                  is_right && a.error_after == cudaSuccess && a.sum_after == expected,
                  "there is, or its sum is wrong", 3);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise18e", LESSON_INT, "-n 1 -b 32");
    for (int i = 0; i < N; i++)
        expected += elements[i] = lesson_element(1, i, 0);
    cudaError_t error = sum_of(elements, N, 256, 1024, &sum);
    exercise_true(&e, "1000 elements, block 256: cudaSuccess", error == cudaSuccess,
                  cudaGetErrorName(error), 1);
    exercise_equal(&e, "and the right sum", sum, expected, 1);
    check(&e, "block 2048: an error", 1, {N, 8192, 2048, elements, &sum});
    check(&e, "1 MiB of shared memory: an error", 1, {N, 1 << 20, 256, elements, &sum});
    check(&e, "2^38 elements: an error", 0, {(size_t)1 << 38, 1024, 256, elements, &sum});
    check(&e, "elements at a null pointer: an error", 0, {N, 1024, 256, NULL, &sum});
    check(&e, "a null pointer for the sum: an error", 0, {N, 1024, 256, elements, NULL});
    return exercise_end(&e);
}
