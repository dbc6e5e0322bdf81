/* Exercise 27b: the sum of yesterday (find the bug)
 *
 * sums_of_two() adds up two arrays, one after the other, and returns both sums. The kernels store them straight
 * into the host's memory, so there is nothing to copy. In all tests of the author the sums were right. On a busy
 * GPU the second one is sometimes that of an earlier call.
 *
 * Required: right sums, two launches, no copy, and the host waits once. See docs/lessons/27_small_arrays.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "exercise_trace.h"

__global__ void one_block(const int *in, int *result, size_t n)
{
    int sum = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        *result = sum;
}

static struct reduction asked;
static int *asked_result;

static void run_now(void)
{
    one_block<<<1, asked.block, 0, asked.stream>>>(asked.in, asked_result, asked.n);
}

/* Launches the sum of r->n elements, which goes to *result. As on a busy GPU, the kernel runs as late as it may:
 * when the host waits for it. */
static void enqueue(struct reduction *r, int *result)
{
    trace_work();
    trace_run_late();
    asked = *r;
    asked_result = result;
    r->grid = 1;
    trace_later(run_now);
}

struct two { int first, second; };

/* The sum of the first half, and of the second, for the host. */
static struct two sums_of_two(struct reduction *r)
{
    int *sum = (int *)lesson_pinned_memory(r, 2 * sizeof *sum);
    struct reduction half = *r, rest = *r;
    half.n = r->n / 2;
    rest.in += half.n;
    rest.n -= half.n;
    struct two sums;
/* ---- your code begins: whatever is wrong is in here ---- */
    enqueue(&half, &sum[0]);
    enqueue(&rest, &sum[1]);
    CUDA_CHECK(cudaStreamSynchronize(r->stream));
    sums.first = sum[0];
    sums.second = sum[1];
/* ---- your code ends ---- */
    r->grid = 1;
    return sums;
}

static double run_ms(int, int) { return 1; }
static int launches, copies, waits;

/* Asks twice, as a program does: for other arrays first. Then the sum of both goes where the checks
 * look for it. */
static void launch(struct reduction *r)
{
    size_t n = r->n;
    r->n = n / 2 + 1;
    sums_of_two(r);
    r->n = n;
    trace_begin(run_ms);
    struct two sums = sums_of_two(r);
    launches = trace_count(TRACE_WORK);
    copies = trace_count(TRACE_COPY);
    waits = trace_count(TRACE_WAIT);
    trace_run_late();
    trace_begin(NULL);
    int sum = (int)((unsigned)sums.first + (unsigned)sums.second);
    CUDA_CHECK(cudaMemcpy(r->result, &sum, sizeof sum, cudaMemcpyHostToDevice));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise27b", LESSON_INT,
                                       "-n 2,31,1000,4096,4097 -b 32,256,1024");
    exercise_sums(&e, "sums_of_two", launch, 4, 1, 2);
    exercise_count(&e, launch, 4, 4096, 256);
    exercise_equal(&e, "launches", launches, 2, 3);
    exercise_equal(&e, "copies", copies, 0, 3);
    exercise_equal(&e, "waits", waits, 1, 3);
    return exercise_end(&e);
}
