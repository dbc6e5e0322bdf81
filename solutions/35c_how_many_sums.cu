/* Exercise 35c: how many sums (predict)
 *
 * Four floats, 2^24, 1, 1 and -2^24, are added up one after another, in each of their 24 orders. A float has 24 bits. Half
 * way between two floats, the one whose last bit is 0 is taken. Then they are added up in fixed point, as in lesson 35, with
 * a unit of 2^(e - 29).
 *
 * Required: five numbers, without running anything. See docs/lessons/35_reproducible.md.
 */
#include "exercise.h"

/* ---- your code begins ---- */
static const double different_sums = 3;     /* how many different results the 24 orders have */
static const double least = 0;              /* the smallest of them */
static const double most = 2;               /* the largest */
static const double units = 64;             /* the sum in fixed point, in its unit */
static const double different_in_order = 1; /* how many results, if the two large ones come last */
/* ---- your code ends ---- */

struct found {
    float sums[24];
    int last[24];      /* are the large ones the last two? */
    long long units;
};

/* All orders: the first is one of four, the second is one of the three that are left, ... */
__global__ void try_orders(struct found *found)
{
    const float x[4] = {0x1p24f, 1, 1, -0x1p24f};
    for (int order = 0; order < 24; order++) {
        int left[4] = {0, 1, 2, 3}, code = order, large = 0;
        float sum = 0;
        for (int k = 4; k > 0; k--) {
            int at = code % k, which = left[at];
            code /= k;
            left[at] = left[k - 1];
            sum += x[which];
            large += k <= 2 && (which == 0 || which == 3);
        }
        found->sums[order] = sum;
        found->last[order] = large == 2;
    }
    found->units = 0;
    for (int k = 0; k < 4; k++)
        found->units += __float2int_rn(x[k] * 0x1p5f); /* e is 24 */
}

/* How many different sums there are, of all orders or only of those with the large ones last. */
static int count_sums(const struct found *f, int only_last, double *least, double *most)
{
    int different = 0;
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < 24; i++) {
        int is_new = !only_last || f->last[i];
        for (int k = 0; k < i && is_new; k++)
            is_new = f->sums[k] != f->sums[i] || (only_last && !f->last[k]);
        different += is_new;
        *least = fmin(*least, f->sums[i]);
        *most = fmax(*most, f->sums[i]);
    }
    return different;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise35c", LESSON_FLOAT);
    struct found *there, f;
    double from, to, unused[2];
    CUDA_CHECK(cudaMalloc(&there, sizeof f));
    try_orders<<<1, 1>>>(there);
    CUDA_CHECK(cudaMemcpy(&f, there, sizeof f, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(there));
    int different = count_sums(&f, 0, &from, &to);
    exercise_predict_value(&e, "different sums", different_sums, different, 0, 1);
    exercise_predict_value(&e, "the smallest", least, from, 0, 1);
    exercise_predict_value(&e, "the largest", most, to, 0, 1);
    exercise_predict_value(&e, "in units of fixed point", units, (double)f.units, 0, 2);
    exercise_predict_value(&e, "different sums, large ones last", different_in_order,
                           count_sums(&f, 1, &unused[0], &unused[1]), 0, 3);
    return exercise_end(&e);
}
