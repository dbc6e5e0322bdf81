/* Exercise 15c: what is timed? (find the bug)
 *
 * "With atomics a sum takes 40 us on any card", says the author of this clock. What should be timed
 * is one whole reduction, from n elements in device memory to one number in device memory: every
 * launch, and every memset without which the number would be wrong. Nothing else.
 *
 * Required: time exactly that, and keep the sums right, whatever the result held before. The clock
 * is not a real one: main looks at what lies between the two events. See
 * docs/lessons/15_large_arrays.md, and docs/measuring.md, "What is timed".
 */
#include "exercise.h"
#include "lesson_block.h"
#include "exercise_trace.h"

/* Each block adds its sum to *result. */
__global__ void reduce_atomics(const int *in, int *result, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = lesson_block_total(i < n ? in[i] : 0, lesson_plus());
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

static void enqueue(struct reduction *r)
{
    trace_work();
    reduce_atomics<<<r->grid, r->block, 0, r->stream>>>(r->in, r->result, r->n);
}

/* One sample, in milliseconds; r->result holds the sum afterwards. The events exist already. */
static double sample(struct reduction *r, cudaEvent_t start, cudaEvent_t stop)
{
    float ms;
/* ---- your code begins: whatever is wrong is in here ---- */
    int sum;
    CUDA_CHECK(cudaEventRecord(start, r->stream));
    CUDA_CHECK(cudaMemsetAsync(r->partial, 0, r->grid * sizeof *r->partial, r->stream));
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof *r->result, r->stream));
    enqueue(r);
    CUDA_CHECK(cudaStreamSynchronize(r->stream));
    CUDA_CHECK(cudaMemcpy(&sum, r->result, sizeof sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaEventRecord(stop, r->stream));
    CUDA_CHECK(cudaEventSynchronize(stop));
/* ---- your code ends ---- */
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

static struct exercise e;
static double run_ms(int k, int is_flushed) { return is_flushed ? 1 : 1 + 0.0625 * (k % 3); }

static void launch(struct reduction *r)
{
    trace_begin(run_ms);
    for (int i = 0; i < 5; i++)
        sample(r, e.lesson.start, e.lesson.stop);
}

/* Is nothing of this kind timed? */
static void check_outside(const char *what, enum trace_what kind, int hint)
{
    exercise_true(&e, what, !*trace_timed(kind), trace_timed(kind), hint);
}

int main(int argc, char **argv)
{
    e = exercise_begin(argc, argv, "exercise15c", LESSON_INT, "-n 1,1000,4097 -b 64,128");
    exercise_sums(&e, "reduce_atomics", launch, 1, 2, 2);
    struct reduction r = exercise_count(&e, launch, 1, 4096, 256);
    exercise_true(&e, "5 samples, one run timed in each",
                  trace_samples() == 5 && trace_odd_sample(TRACE_WORK, 1) < 0, "not so", 1);
    check_outside("no waiting is timed", TRACE_WAIT, 1);
    check_outside("no copy is timed", TRACE_COPY, 1);
    check_outside("no allocation is timed", TRACE_ALLOCATE, 1);
    exercise_true(&e, "the memset that the sum needs is timed", trace_is_set_in_each(r.result),
                  "it is not", 2);
    exercise_true(&e, "and no other", trace_odd_sample(TRACE_SET, 1) < 0, "another one is", 3);
    return exercise_end(&e);
}
