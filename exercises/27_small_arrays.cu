/* Exercise 27: without the copy (beat the count)
 *
 * sum_now() returns the sum of a small array to the host, and is right. It launches a kernel that stores the sum
 * in the device's memory, copies it, and waits.
 *
 * Required: right sums, one launch, no copy, and the host waits once. r->result is in the memory of the device.
 * lesson_pinned_memory(r, bytes) gives pinned memory of the host, which kernels can reach, too. See
 * docs/lessons/27_small_arrays.md.
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

/* The sum, for the host. */
static int sum_now(struct reduction *r)
{
/* ---- your code begins: about 4 lines ---- */
    int sum;
    enqueue(r, r->result);
    CUDA_CHECK(cudaMemcpyAsync(&sum, r->result, sizeof sum, cudaMemcpyDeviceToHost, r->stream));
    CUDA_CHECK(cudaStreamSynchronize(r->stream));
    return sum;
/* ---- your code ends ---- */
}

static double run_ms(int, int) { return 1; }
static int launches, copies, waits;

/* Asks twice, as a program does: the second answer must not be the first sum. Then the sum goes where the checks
 * look for it. */
static void launch(struct reduction *r)
{
    size_t n = r->n;
    r->n = 1;
    sum_now(r);
    r->n = n;
    trace_begin(run_ms);
    int sum = sum_now(r);
    launches = trace_count(TRACE_WORK);
    copies = trace_count(TRACE_COPY);
    waits = trace_count(TRACE_WAIT);
    trace_begin(NULL);
    CUDA_CHECK(cudaMemcpy(r->result, &sum, sizeof sum, cudaMemcpyHostToDevice));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise27", LESSON_INT,
                                       "-n 1,31,1000,4096,4097 -b 32,256,1024");
    exercise_sums(&e, "sum_now", launch, 4, 1, 2);
    exercise_count(&e, launch, 4, 4096, 256);
    exercise_equal(&e, "launches", launches, 1, 3);
    exercise_equal(&e, "copies", copies, 0, 3);
    exercise_equal(&e, "waits", waits, 1, 3);
    return exercise_end(&e);
}
