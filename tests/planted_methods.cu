/* planted_methods.cu: sums of floats that are less accurate, or less reproducible, than they say, to prove that
 * harness/methods.h and harness/grid_sum.h find them. Each kernel name is a flaw, or `right_...`. tests/32_checker.t says
 * what must be reported. */
#include "lesson.h"

enum flaw { PLAIN, KAHAN, NEUMAIER, IN_DOUBLE, FAST_TWO_SUM, DROPPED, FIXED, TRUNCATED, WITHOUT_NAN };

/* One warp. `most` is the exponent of the largest element, for FIXED and TRUNCATED. */
template <enum flaw flaw> __global__ void planted(const float *in, size_t n, float *result, int most)
{
    float sum = 0, error = 0;
    double wide = 0;
    long long units = 0;
    for (size_t i = threadIdx.x; i < n; i += 32) {
        float x = in[i], y = flaw == KAHAN ? x - error : x, now = sum + y;
        float there = now - sum;
        if (flaw == DROPPED && i == n - 1)
            break;
        if (flaw == KAHAN)
            error = there - y;
        if (flaw == NEUMAIER || flaw == DROPPED)
            error += (sum - (now - there)) + (x - there);
        if (flaw == FAST_TWO_SUM)
            error += x - there;
        if (flaw == FIXED || flaw == WITHOUT_NAN)
            units += x == x ? (long long)nearbyint(ldexp((double)x, 29 - most)) : 0;
        if (flaw == TRUNCATED)
            units += (long long)ldexp((double)x, 29 - most);
        wide += x;
        sum = now;
    }
    for (unsigned d = 16; d > 0; d /= 2) {
        float x = __shfl_xor_sync(0xffffffffu, sum, d), now = sum + x, there = now - sum;
        error += __shfl_xor_sync(0xffffffffu, error, d) + ((sum - (now - there)) + (x - there));
        units += __shfl_xor_sync(0xffffffffu, units, d);
        wide += __shfl_xor_sync(0xffffffffu, wide, d);
        sum = now;
    }
    if (threadIdx.x > 0)
        return;
    switch (flaw) {
    case NEUMAIER:
    case DROPPED:
    case FAST_TWO_SUM: *result = isfinite(sum) ? sum + error : sum; break;
    case IN_DOUBLE: *result = (float)wide; break;
    case FIXED:
    case WITHOUT_NAN:
    case TRUNCATED: *result = ldexpf((float)units, most - 29); break;
    default: *result = sum;
    }
}

static int exponent_of_largest; /* of random elements it is -1 */
template <enum flaw flaw> static void launch(struct reduction *r)
{
    r->grid = 1;
    r->block = 32;
    r->plain = 5;
    r->chain = r->n / 32 + 6;
    planted<flaw><<<1, 32, 0, r->stream>>>(r->in_float, r->n, r->result_float, exponent_of_largest);
}

int main(int argc, char **argv)
{
    static const struct lesson_about about = {
        "sums that are not what they say", NULL, NULL, NULL, LESSON_FLOAT | LESSON_INPUT_KINDS, "-n 1000", NULL, NULL, NULL};
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
    exponent_of_largest = l.plan.input == LESSON_HOSTILE ? 48 : l.plan.input == LESSON_CANCELLING ? 14 : -1;
#define RUN(name, method, flaw) lesson_run_method(&l, name, method, launch<flaw>, 1)
    RUN("right_plain", LESSON_PLAIN, PLAIN);
    RUN("right_kahan", LESSON_KAHAN, KAHAN);
    RUN("right_two_sum", LESSON_TWO_SUM, NEUMAIER);
    RUN("right_in_double", LESSON_IN_DOUBLE, IN_DOUBLE);
    RUN("right_fixed_point", LESSON_FIXED_POINT, FIXED);
    RUN("plain_kahan", LESSON_KAHAN, PLAIN);
    RUN("plain_two_sum", LESSON_TWO_SUM, PLAIN);
    RUN("plain_in_double", LESSON_IN_DOUBLE, PLAIN);
    RUN("kahan_two_sum", LESSON_TWO_SUM, KAHAN);
    RUN("fast_two_sum", LESSON_TWO_SUM, FAST_TWO_SUM);
    RUN("dropped_two_sum", LESSON_TWO_SUM, DROPPED);
    RUN("dropped_kahan", LESSON_KAHAN, DROPPED);
    RUN("plain_binned", LESSON_BINNED, PLAIN);
    RUN("plain_fixed_point", LESSON_FIXED_POINT, PLAIN);
    RUN("fixed_point_binned", LESSON_BINNED, FIXED);
    RUN("truncated_fixed_point", LESSON_FIXED_POINT, TRUNCATED);
    RUN("fixed_point_without_nan", LESSON_FIXED_POINT, WITHOUT_NAN);
    return lesson_end(&l);
}
