/* harness/elements.h: which elements the input has, and what they add up to.
 *
 * Element i is a whole number k(seed, i) times a unit: 1 for int, 2^-23 for float. It is computed
 * from its index alone, so the device fills its array by itself, the host computes the expected
 * sum without holding the array, and a lesson that destroys its input gets it back by filling
 * again. Because every k is a whole number, the expected sum is exact for float too.
 *
 * No k is 0 and both signs occur: an element that is dropped or added twice changes the sum, and
 * so does one taken in place of another, except for the one pair in 2^15 that is equal. (All ones
 * would hide every exchange; a ramp, some.) A float is at least 1/2 in size, far above rounding.
 *
 * The kernels add ints in an int, and in C++ an overflow of that is undefined. Not the type but the
 * input prevents it: with random signs, n elements of at most 2^14 in size add up to something like
 * 9459 sqrt(n). That is 2.2e8 for 2^29 of them, and less for any part; an int holds 2.1e9. (With
 * seed 42 none of the first sums up to 2^31 elements exceeds 2.5e8.) But 2^17 elements of 2^14 with
 * one sign would be too many: docs/measuring.md says what to do with such data.
 */
#ifndef HARNESS_ELEMENTS_H
#define HARNESS_ELEMENTS_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#define LESSON_INT_RANGE (1 << 14)   /* |k| <= 2^14 */
#define LESSON_FLOAT_RANGE (1 << 23) /* 2^22 <= |k| < 2^23 */
#define LESSON_FLOAT_UNIT (1.0 / LESSON_FLOAT_RANGE)

/* What k = 1 stands for. */
static inline double lesson_unit(int is_float)
{
    return is_float ? LESSON_FLOAT_UNIT : 1.0;
}

/* Mixes the bits of x: each input bit changes about half of the output bits. The constants are
 * those of Chris Wellons' "lowbias32" (Hash Prospector, 2018). */
static __host__ __device__ inline uint32_t lesson_mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

/* k(seed, i), as described at the top. */
static __host__ __device__ inline int lesson_element(uint32_t seed, size_t i, int is_float)
{
    uint32_t high = (uint32_t)((unsigned long long)i >> 32);
    uint32_t bits = lesson_mix((uint32_t)i ^ lesson_mix(seed + 0x9e3779b9u * (high + 1)));
    uint32_t half = LESSON_FLOAT_RANGE / 2;
    int size = is_float ? (int)(half + (bits & (half - 1)))
                        : (int)(bits & (LESSON_INT_RANGE - 1)) + 1;
    return bits >> 31 ? -size : size;
}

/* What elements add up to, in units. */
struct lesson_sum {
    int64_t sum;
    uint64_t magnitude; /* sum of the absolute values, for the error bound of float */
    uint32_t largest;   /* absolute value */
};

static inline struct lesson_sum lesson_sum_both(struct lesson_sum a, struct lesson_sum b)
{
    uint32_t largest = a.largest > b.largest ? a.largest : b.largest;
    return {a.sum + b.sum, a.magnitude + b.magnitude, largest};
}

/* The expected sum of elements [from, to). */
static inline struct lesson_sum lesson_expected(uint32_t seed, int is_float, size_t from, size_t to)
{
    struct lesson_sum s = {0, 0, 0};
    for (size_t i = from; i < to; i++) {
        int k = lesson_element(seed, i, is_float);
        uint32_t size = (uint32_t)(k < 0 ? -k : k);
        s.sum += k;
        s.magnitude += size;
        s.largest = size > s.largest ? size : s.largest;
    }
    return s;
}

#endif
