/* two_units.cu: the functions that are "for use in other programs", in a program of two source files. For tests: this one is
 * compiled twice, with -DUNIT=1 and -DUNIT=2, and may be for other architectures each time.
 *
 *     two_units    for each of the two, whether launches of sum_any_size begin early (of one block, of many); exit code 1
 *                  if a sum is wrong
 *
 * -DELEMENTS=N: so many at once, for exact_bins::add. */
#include "../lessons/31_sum_any_size.cuh"
#include "../lessons/35_exact_bins.cuh"
#include <stdio.h>

#ifndef ELEMENTS
#define ELEMENTS 1023
#endif

/* What lessons/35_exact_bins.cuh has must not be in the way. */
static int size_bits, exponent_of, power_of_2, kind_of, special_value;

/* The largest elements that fit, and what is left of them: each of the three sums comes as far as it can. */
static __global__ void add_bins(float x0, float *sum)
{
    struct exact_bins::bins b = exact_bins::of_nothing();
    struct exact_bins::range r = {0, 0};
    float x[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++)
        x[i] = x0;
    exact_bins::add(&b, &r, x);
    *sum = exact_bins::value(b);
}

static int is_wrong(const char *what, double got, double wanted)
{
    if (got != wanted)
        printf("unit %d: %s: %a, must be %a\n", UNIT, what, got, wanted);
    return got != wanted;
}

/* All ones: few of them, and more than one block adds up. */
template <class T> static int sums(const T *in, T *result, void *workspace)
{
    int wrong = 0;
    for (size_t n : {1000, 100000}) {
        if (sum_any_size(in, n, result, workspace, 0) || cudaDeviceSynchronize())
            return is_wrong("no error", 1, 0);
        wrong |= is_wrong("sum", (double)*result, (double)n);
    }
    return wrong;
}

#if UNIT == 1
#define work work_1
int work_2(void);
#else
#define work work_2
#endif
int work(void)
{
    int n = 100000, *ints, wrong = 0;
    float *floats, *sum;
    void *workspace;
    if (cudaMallocManaged(&ints, n * sizeof *ints) || cudaMallocManaged(&floats, n * sizeof *floats)
        || cudaMallocManaged(&sum, sizeof *sum) || cudaMalloc(&workspace, sum_any_size_workspace())
        || cudaMemset(workspace, 0, sum_any_size_workspace()))
        return is_wrong("no memory", 1, 0);
    for (int i = 0; i < n; i++)
        floats[i] = ints[i] = 1;
    wrong |= sums(ints, (int *)sum, workspace) | sums(floats, sum, workspace);
    for (float x : {0x1.fffffep20f, -0x1.fffffep20f, 0x1.fffffep-2f, -0x1.fffffep-2f, 0x1.8p-24f}) {
        add_bins<<<1, 1>>>(x, sum);
        wrong |= cudaDeviceSynchronize() || is_wrong("exact sum", *sum, (float)((double)x * ELEMENTS));
    }
    struct any_size::facts facts;
    wrong |= any_size::get_facts<int>(&facts, 0) != cudaSuccess;
    printf("unit %d: early %d %d\n", UNIT, facts.alone_waits, facts.blocks_wait);
    return wrong | size_bits | exponent_of | power_of_2 | kind_of | special_value;
}

#if UNIT == 1
int main(void)
{
    return work_1() | work_2();
}
#endif
