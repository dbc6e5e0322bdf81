/* Exercise 12c: one run, one number (find the bug)
 *
 * A well-known chapter on unrolling prints a time for each of its kernels. In one of three published
 * runs a kernel is 4.8 times faster than the one before it. In the other two runs they are equal.
 * time_of() below measures as that program does.
 *
 * Required: at least 3 runs to warm up, which do not count; after them at least 20 samples, with one
 * run in each; and the median of these. The clock is not a real one: main decides how long each run
 * takes, and makes some of them far too long. See docs/measuring.md and
 * docs/lessons/12_template_complete_unroll.md. lesson_compare_doubles is there for qsort.
 */
#include "exercise.h"
#include "lesson_block.h"
#include "exercise_trace.h"

__global__ void reduce(const int *in, int *partial, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = lesson_block_total(i < n ? in[i] : 0, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

static void one_run(struct reduction *r)
{
    trace_work();
    reduce<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

/* Milliseconds of one run of `work`. The events exist already. */
static double time_of(lesson_launch work, struct reduction *r, cudaEvent_t start, cudaEvent_t stop)
{
/* ---- your code begins: whatever is wrong is in here ---- */
    enum { WARMUPS = 3, SAMPLES = 25 };
    double ms[SAMPLES];
    float sample;
    /* The first runs also pay for what is done only once: loading the kernel, raising the clocks,
     * filling caches, including those for addresses. */
    for (int i = 0; i < WARMUPS; i++)
        work(r);
    for (int i = 0; i < SAMPLES; i++) {
        CUDA_CHECK(cudaEventRecord(start, r->stream));
        work(r);
        CUDA_CHECK(cudaEventRecord(stop, r->stream));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&sample, start, stop));
        ms[i] = sample;
    }
    /* A few disturbed samples move the mean, but hardly the median. */
    qsort(ms, SAMPLES, sizeof *ms, lesson_compare_doubles);
    return ms[SAMPLES / 2];
/* ---- your code ends ---- */
}

/* How long run number k takes on the clock of this exercise. */
static double run_ms(int k, int is_flushed)
{
    double other = k * 0.618 - (int)(k * 0.618); /* different for each k, from 0 to 1 */
    (void)is_flushed;
    if (k < 3)
        return 9.5 / (k + 1);
    return (k < 20 ? 1.25 : 1.0) + 0.125 * other + (k % 4 == 3 ? 6.5 : 0);
}

static struct exercise e;
static double answer;

static void launch(struct reduction *r)
{
    trace_begin(run_ms);
    answer = time_of(one_run, r, e.lesson.start, e.lesson.stop);
}

int main(int argc, char **argv)
{
    char why[64];
    e = exercise_begin(argc, argv, "exercise12c", LESSON_INT, "-n 1,1000 -b 64,128");
    exercise_sums(&e, "the last run", launch, 1, 1, 1);
    exercise_count(&e, launch, 1, 4096, 256);
    snprintf(why, sizeof why, "only %d", trace_samples());
    exercise_true(&e, "samples: 20 or more", trace_samples() >= 20, why, 1);
    exercise_true(&e, "one run in each sample", trace_odd_sample(TRACE_WORK, 1) < 0,
                  "not in all of them", 1);
    snprintf(why, sizeof why, "%.4g ms is not their median", answer);
    exercise_true(&e, "the answer: their median", trace_is_median(answer, 1, 0), why, 3);
    exercise_true(&e, "before these samples: 3 runs or more to warm up",
                  trace_is_median(answer, 20, 3), "there are fewer", 2);
    return exercise_end(&e);
}
