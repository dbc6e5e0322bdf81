/* planted_moments.cu: wrong means and variances, to prove that harness/check_moments.h finds them. Each kernel name is a
 * flaw. tests/32_checker.t says what must be reported. */
#include "lesson.h"
#include "harness/check_moments.h"

enum flaw { RIGHT, NAIVE, SAMPLE, NOT_DIVIDED, DROPPED, AVERAGED, ZERO_OF_NONE, NAN_LOST, UNWRITTEN, BEHIND };

/* One thread, in order: Welford's update, measured from the first element. */
__global__ void planted(const float *in, size_t n, float *result, enum flaw flaw)
{
    float mean = 0, squares = 0, sum = 0, sum_of_squares = 0, count = 0, half = 0;
    float first = n > 0 ? in[0] : NAN;
    if (flaw == NAN_LOST)
        first = 0;
    for (size_t i = 0; i < n; i++) {
        if ((flaw == DROPPED && i == n - 1) || (flaw == NAN_LOST && in[i] != in[i]))
            continue;
        if (flaw == AVERAGED && i == n / 2) { /* squares of the halves, each from its own mean */
            half = squares;
            mean = squares = count = 0;
        }
        float d = in[i] - first - mean;
        count++;
        mean += d / count;
        squares += d * (in[i] - first - mean);
        sum += in[i];
        sum_of_squares += in[i] * in[i];
    }
    float of_all = (float)n, m = first + mean, variance = (squares + half) / of_all;
    if (flaw == NAIVE) {
        m = sum / of_all;
        variance = sum_of_squares / of_all - m * m;
    }
    if (flaw == AVERAGED)
        m = sum / of_all;
    if (flaw == SAMPLE)
        variance = squares / (of_all - 1);
    if (flaw == NOT_DIVIDED)
        variance = squares;
    if (flaw == ZERO_OF_NONE && n == 0)
        m = variance = 0;
    if (flaw == BEHIND)
        result[2] = 0;
    if (flaw == UNWRITTEN)
        return;
    result[0] = m;
    result[1] = variance;
}

template <enum flaw flaw> static void launch(struct reduction *r)
{
    r->grid = r->block = 1;
    r->chain = 4 * r->n + 4; /* roundings one after another */
    planted<<<1, 1, 0, r->stream>>>(r->in_float, r->n, r->result_float, flaw);
}

int main(int argc, char **argv)
{
    static const struct lesson_about about = {"wrong moments", NULL, NULL, NULL,
                                              LESSON_FLOAT | LESSON_PAIRS | LESSON_INPUT_KINDS, "-n 1000", NULL, NULL, NULL};
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
#define RUN(name, flaw) lesson_run_checked(&l, &lesson_moments_by[LESSON_MERGED].check, name, launch<flaw>, 1)
    RUN("right", RIGHT);
    RUN("naive", NAIVE);
    RUN("sample", SAMPLE);
    RUN("not_divided", NOT_DIVIDED);
    RUN("dropped", DROPPED);
    RUN("averaged", AVERAGED);
    RUN("zero_of_none", ZERO_OF_NONE);
    RUN("nan_lost", NAN_LOST);
    RUN("unwritten", UNWRITTEN);
    RUN("behind", BEHIND);
    lesson_run_checked(&l, &lesson_moments_by[LESSON_SUMS_ABOUT_ZERO].check, "naive_about_zero", launch<NAIVE>, 1);
    return lesson_end(&l);
}
