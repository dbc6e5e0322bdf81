/* 35_exact_bins.cuh: sums of floats as whole multiples of three units, 2^22 apart, that depend on no order. For use in
 * other programs, too; lesson 35 explains it.
 *
 *     struct exact_bins::bins b = exact_bins::of_nothing();
 *     struct exact_bins::range r = {0, 0};     kept between additions
 *     exact_bins::add(&b, &r, x)               x[0] to x[N - 1], up to 1023 elements at once; x may be changed
 *     b = exact_bins::both()(a, b)             two sums
 *     float sum = exact_bins::value(b)         rounded once; infinities and NaNs as IEEE 754 says
 *
 * Units are powers of 2^22. The top one is the first of which all elements are less than 2^21: it follows from the largest
 * |x| alone. Up to 2^32 elements. Do not compile this with options that treat floats as in algebra (-ffast-math). */
#ifndef EXACT_BINS_CUH
#define EXACT_BINS_CUH

#include <cuda_runtime.h>
#include <math.h>

namespace exact_bins {

enum { LEVELS = 3, WIDTH = 22, LEAST_TOP = -5, AT_ONCE = 1023 };

/* sum[j] counts units of 2^(WIDTH * (top - j)). Elements that are no numbers are not added up, but remembered:
 * `special` is 1 for infinity, 2 for -infinity, 4 for a NaN, added up. */
struct bins {
    long long sum[LEVELS];
    int top, special;
};

/* What add keeps in registers. */
struct range {
    int limit;   /* bits of the first size that does not fit */
    float scale; /* to units of the top */
};

/* The larger of two numbers has the larger bits, and so have infinity and NaN. */
enum { INFINITE = 0x7f800000 };
__device__ inline int size_bits(float x) { return __float_as_int(x) & 0x7fffffff; }
__device__ inline int exponent_of(int bits) { return (bits >> 23) - 127; } /* below 2^(this + 1) */
__device__ inline float power_of_2(int exponent) { return __int_as_float((exponent + 127) << 23); }
__device__ inline int kind_of(float x) { return size_bits(x) < INFINITE ? 0 : x != x ? 4 : x > 0 ? 1 : 2; }

__device__ inline struct bins of_nothing() { return {{0, 0, 0}, LEAST_TOP, 0}; }

/* The top for elements up to this size. Rounded to a larger unit they are all 0, so nothing is missing when sums move. */
__device__ inline int top_for(int bits)
{
    int top = (exponent_of(bits) + 1 + 10 * WIDTH) / WIDTH - 10;
    return top > LEAST_TOP ? top : (int)LEAST_TOP;
}

/* Sums move to larger units. The smallest is dropped: that elements were rounded to the next one is in it already. */
__device__ inline void raise(struct bins *b, int top)
{
    for (; b->top < top; b->top++) {
#pragma unroll
        for (int j = LEVELS - 1; j > 0; j--)
            b->sum[j] = b->sum[j - 1];
        b->sum[0] = 0;
    }
}

struct both {
    __device__ struct bins operator()(struct bins a, struct bins b) const
    {
        raise(&a, b.top);
        raise(&b, a.top);
#pragma unroll
        for (int j = 0; j < LEVELS; j++)
            a.sum[j] += b.sum[j];
        a.special |= b.special;
        return a;
    }
};

/* Rare: some of these elements do not fit, or are no numbers. */
template <int N> __device__ void make_room(struct bins *b, struct range *r, float (&x)[N])
{
    int most = 0;
    for (int i = 0; i < N; i++) {
        b->special |= kind_of(x[i]);
        x[i] = kind_of(x[i]) ? 0 : x[i];
        most = max(most, size_bits(x[i]));
    }
    raise(b, top_for(most));
    int limit = WIDTH * (b->top + 1) - 1; /* below 2^this; 2^128 would be infinity */
    r->limit = limit < 128 ? (limit + 127) << 23 : (int)INFINITE;
    r->scale = power_of_2(-WIDTH * b->top);
}

/* Adds up to AT_ONCE elements: each is at most 2^21 units, and 32 bits hold the sum. From 2^23 to 2^24 floats are the whole
 * numbers. So adding the middle of these to x, which is below 2^21, rounds it to a whole number, and leaves that in the
 * lowest bits; what was rounded away is exact, too. */
template <int N> __device__ void add(struct bins *b, struct range *r, float (&x)[N])
{
    static_assert(N <= AT_ONCE, "exact_bins::add takes up to 1023 elements at once; add more in several calls");
    const float middle = 0x1.8p23f;
    unsigned sum[LEVELS] = {0, 0, 0};
    int most = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        most = max(most, size_bits(x[i]));
    if (most >= r->limit)
        make_room(b, r, x);
#pragma unroll
    for (int i = 0; i < N; i++) {
        float left = x[i] * r->scale;
#pragma unroll
        for (int j = 0; j < LEVELS; j++) {
            float whole = left + middle;
            sum[j] += __float_as_uint(whole);
            left = (left - (whole - middle)) * (float)(1 << WIDTH);
        }
    }
#pragma unroll
    for (int j = 0; j < LEVELS; j++)
        b->sum[j] += (int)(sum[j] - N * __float_as_uint(middle));
}

/* What infinities and NaNs give. */
__device__ inline float special_value(int special)
{
    return special == 1 ? INFINITY : special == 2 ? -INFINITY : __int_as_float(0x7fffffff);
}

/* The sum, rounded once. */
__device__ inline float value(struct bins b)
{
    if (b.special)
        return special_value(b.special);
    for (int j = LEVELS - 1; j > 0; j--) { /* carry: all but the first get from 0 to less than a unit above */
        b.sum[j - 1] += b.sum[j] >> WIDTH;
        b.sum[j] &= (1 << WIDTH) - 1;
    }
    long long high = b.sum[0], low = b.sum[1] << WIDTH | b.sum[2];
    int dropped = high >= -(1 << 18) && high < 1 << 18 ? 0 : 36; /* bits of low that do not fit; the last one kept ... */
    long long whole = high * (1ll << (2 * WIDTH - dropped)) + (low >> dropped);
    whole |= (low & ((1ll << dropped) - 1)) != 0; /* ... says whether there was any, so that halves are rounded right */
    return ldexpf((float)whole, WIDTH * (b.top - LEVELS + 1) + dropped);
}

}

#endif
