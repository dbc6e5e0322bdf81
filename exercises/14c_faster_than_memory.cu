/* Exercise 14c: faster than the memory (find the bug)
 *
 * This benchmark warms up, takes 25 samples and reports their median. For a few short rows it
 * prints a bandwidth that the card's memory does not have, "thanks to our tuned kernel". The kernel
 * is right, and so is the clock. (The exercise has a clock of its own: main knows how long a run
 * takes on such a card.)
 *
 * Required: the bandwidth of the memory. All that the missing line needs is in this file. See
 * docs/lessons/14_batched.md and docs/measuring.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "exercise_trace.h"

/* A block a row. */
__global__ void batched_sum(const int *in, int *sums, size_t n)
{
    int sum = lesson_thread_sum<1>(in + blockIdx.x * n, threadIdx.x, n, blockDim.x, blockDim.x);
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

static struct exercise e;
static double volume; /* bytes that a run moves */
static const double PEAK = 4814; /* GB/s of the memory */

static void enqueue(struct reduction *r)
{
    trace_work();
    batched_sum<<<r->batch, r->block, 0, r->stream>>>(r->in, r->result, r->n);
}

/* Enqueues a kernel that reads so much other data that none of the input is left in L2. */
[[maybe_unused]] static void flush_l2(struct reduction *) { trace_flush(&e.lesson); }

static double gigabytes_per_second(struct reduction *r, cudaEvent_t start, cudaEvent_t stop)
{
    enum { WARMUPS = 3, SAMPLES = 25 };
    double ms[SAMPLES];
    for (int i = -WARMUPS; i < SAMPLES; i++) {
        float sample;
/* ---- your code begins: whatever is wrong is in here ---- */
        CUDA_CHECK(cudaEventRecord(start, r->stream));
        enqueue(r);
        CUDA_CHECK(cudaEventRecord(stop, r->stream));
        CUDA_CHECK(cudaEventSynchronize(stop));
/* ---- your code ends ---- */
        CUDA_CHECK(cudaEventElapsedTime(&sample, start, stop));
        if (i >= 0)
            ms[i] = sample;
    }
    qsort(ms, SAMPLES, sizeof *ms, lesson_compare_doubles);
    return volume / (ms[SAMPLES / 2] * 1e6);
}

/* 70 % of the peak from memory, four times that from L2. */
static double run_ms(int k, int is_flushed)
{
    double cold = volume / (0.7 * PEAK * 1e6) * (1 + 0.01 * (k % 5));
    return is_flushed || k == 0 ? cold : cold / 4;
}

static double gbps;
static void launch(struct reduction *r)
{
    volume = 4.0 * r->batch * (r->n + 1);
    trace_begin(run_ms);
    gbps = gigabytes_per_second(r, e.lesson.start, e.lesson.stop);
}

int main(int argc, char **argv)
{
    char why[64];
    e = exercise_begin(argc, argv, "exercise14c", LESSON_INT | LESSON_BATCH,
                       "-n 1,100,1000 --batch 1,7 -b 64,128");
    exercise_sums(&e, "batched_sum", launch, 1, 1, 1);
    exercise_count(&e, launch, 1, 64, 64, 16);
    exercise_true(&e, "28 samples, one run in each, warm-up included",
                  trace_samples() == 28 && trace_odd_sample(TRACE_WORK, 1) < 0, "not so", 1);
    snprintf(why, sizeof why, "%.0f GB/s, but the memory has %.0f", gbps, PEAK);
    exercise_true(&e, "no faster than the memory", gbps <= PEAK, why, 1);
    exercise_true(&e, "the flush is not timed", !*trace_timed(TRACE_FLUSH), "it is", 3);
    snprintf(why, sizeof why, "not before sample %d of 28", trace_hot_sample() + 1);
    exercise_true(&e, "L2 is flushed before each sample", trace_hot_sample() < 0, why, 2);
    exercise_true(&e, "nothing else is timed", trace_odd_sample(TRACE_WAIT, 0) < 0
                  && trace_odd_sample(TRACE_SET, 0) < 0 && trace_odd_sample(TRACE_COPY, 0) < 0,
                  "something is", 3);
    return exercise_end(&e);
}
