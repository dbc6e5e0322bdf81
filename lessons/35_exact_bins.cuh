/* 35_exact_bins.cuh: sums of floats as whole multiples of three units, 2^22 apart, that depend on no order. For use in
 * other programs, too; lesson 35 explains it.
 *
 *     struct exact_bins b = exact_bins_of_nothing();
 *     exact_bins_add(&b, x)                  x[0] to x[N - 1], with `struct exact_range r = {0, 0}` kept between calls
 *     b = exact_bins_both()(a, b)            two sums
 *     float sum = exact_bins_value(b)        rounded once; infinities and NaNs as IEEE 754 says
 *
 * Units are powers of 2^22. The top one is the first of which all elements are less than 2^21: it follows from the largest
 * |x| alone. Up to 2^32 elements. Do not compile this with options that treat floats as in algebra (-ffast-math). */
#ifndef EXACT_BINS_CUH
#define EXACT_BINS_CUH

#include <cuda_runtime.h>
#include <math.h>

enum { EXACT_LEVELS = 3, EXACT_WIDTH = 22, EXACT_LEAST_TOP = -5 };

/* sum[j] counts units of 2^(EXACT_WIDTH * (top - j)). Elements that are no numbers are not added up, but remembered:
 * `special` is 1 for infinity, 2 for -infinity, 4 for a NaN, added up. */
struct exact_bins {
    long long sum[EXACT_LEVELS];
    int top, special;
};

/* What exact_bins_add keeps in registers. */
struct exact_range {
    int limit;   /* bits of the first size that does not fit */
    float scale; /* to units of the top */
};

/* The larger of two numbers has the larger bits, and so have infinity and NaN. */
enum { EXACT_INFINITE = 0x7f800000 };
__device__ inline int size_bits(float x) { return __float_as_int(x) & 0x7fffffff; }
__device__ inline int exponent_of(int bits) { return (bits >> 23) - 127; } /* below 2^(this + 1) */
__device__ inline float power_of_2(int exponent) { return __int_as_float((exponent + 127) << 23); }
__device__ inline int kind_of(float x) { return size_bits(x) < EXACT_INFINITE ? 0 : x != x ? 4 : x > 0 ? 1 : 2; }

__device__ inline struct exact_bins exact_bins_of_nothing() { return {{0, 0, 0}, EXACT_LEAST_TOP, 0}; }

/* The top for elements up to this size. Rounded to a larger unit they are all 0, so nothing is missing when sums move. */
__device__ inline int exact_top_for(int bits)
{
    int top = (exponent_of(bits) + 1 + 10 * EXACT_WIDTH) / EXACT_WIDTH - 10;
    return top > EXACT_LEAST_TOP ? top : (int)EXACT_LEAST_TOP;
}

/* Sums move to larger units. The smallest is dropped: that elements were rounded to the next one is in it already. */
__device__ inline void exact_raise(struct exact_bins *b, int top)
{
    for (; b->top < top; b->top++) {
#pragma unroll
        for (int j = EXACT_LEVELS - 1; j > 0; j--)
            b->sum[j] = b->sum[j - 1];
        b->sum[0] = 0;
    }
}

struct exact_bins_both {
    __device__ struct exact_bins operator()(struct exact_bins a, struct exact_bins b) const
    {
        exact_raise(&a, b.top);
        exact_raise(&b, a.top);
#pragma unroll
        for (int j = 0; j < EXACT_LEVELS; j++)
            a.sum[j] += b.sum[j];
        a.special |= b.special;
        return a;
    }
};

/* Rare: some of these elements do not fit, or are no numbers. */
template <int N> __device__ void exact_make_room(struct exact_bins *b, struct exact_range *r, float (&x)[N])
{
    int most = 0;
    for (int i = 0; i < N; i++) {
        b->special |= kind_of(x[i]);
        x[i] = kind_of(x[i]) ? 0 : x[i];
        most = max(most, size_bits(x[i]));
    }
    exact_raise(b, exact_top_for(most));
    int limit = EXACT_WIDTH * (b->top + 1) - 1; /* below 2^this; 2^128 would be infinity */
    r->limit = limit < 128 ? (limit + 127) << 23 : (int)EXACT_INFINITE;
    r->scale = power_of_2(-EXACT_WIDTH * b->top);
}

/* Adds up to 128 elements. From 2^23 to 2^24 floats are the whole numbers. So adding the middle of these to x, which is
 * below 2^21, rounds it to a whole number, and leaves that in the lowest bits; what was rounded away is exact, too. */
template <int N> __device__ void exact_bins_add(struct exact_bins *b, struct exact_range *r, float (&x)[N])
{
    const float middle = 0x1.8p23f;
    unsigned sum[EXACT_LEVELS] = {0, 0, 0};
    int most = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        most = max(most, size_bits(x[i]));
    if (most >= r->limit)
        exact_make_room(b, r, x);
#pragma unroll
    for (int i = 0; i < N; i++) {
        float left = x[i] * r->scale;
#pragma unroll
        for (int j = 0; j < EXACT_LEVELS; j++) {
            float whole = left + middle;
            sum[j] += __float_as_uint(whole);
            left = (left - (whole - middle)) * (float)(1 << EXACT_WIDTH);
        }
    }
#pragma unroll
    for (int j = 0; j < EXACT_LEVELS; j++)
        b->sum[j] += (int)(sum[j] - N * __float_as_uint(middle));
}

/* What infinities and NaNs give. */
__device__ inline float special_value(int special)
{
    return special == 1 ? INFINITY : special == 2 ? -INFINITY : __int_as_float(0x7fffffff);
}

/* The sum, rounded once. */
__device__ inline float exact_bins_value(struct exact_bins b)
{
    if (b.special)
        return special_value(b.special);
    for (int j = EXACT_LEVELS - 1; j > 0; j--) { /* carry: all but the first get from 0 to less than a unit above */
        b.sum[j - 1] += b.sum[j] >> EXACT_WIDTH;
        b.sum[j] &= (1 << EXACT_WIDTH) - 1;
    }
    long long high = b.sum[0], low = b.sum[1] << EXACT_WIDTH | b.sum[2];
    int dropped = high >= -(1 << 18) && high < 1 << 18 ? 0 : 36; /* bits of low that do not fit; the last one kept ... */
    long long whole = high * (1ll << (2 * EXACT_WIDTH - dropped)) + (low >> dropped);
    whole |= (low & ((1ll << dropped) - 1)) != 0; /* ... says whether there was any, so that halves are rounded right */
    return ldexpf((float)whole, EXACT_WIDTH * (b.top - EXACT_LEVELS + 1) + dropped);
}

#endif
