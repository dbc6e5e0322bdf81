/* harness/elements.h: which elements the input has, and what they add up to.
 *
 * Element i is a whole number k(seed, i) times a unit: 1 for int, 2^-23 for float, and lesson_unit for others. It is computed
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

#include "harness/types.h"
#include <cuda_runtime.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LESSON_INT_RANGE (1 << 14)   /* |k| <= 2^14 */
#define LESSON_FLOAT_RANGE (1 << 23) /* 2^22 <= |k| < 2^23 */
#define LESSON_FLOAT_UNIT (1.0 / LESSON_FLOAT_RANGE)
#define LESSON_INT64_UNIT 0x100000001ll /* both halves of an int64 matter */

/* Before functions that follow from their arguments alone. The inspector of the CPU device has nothing to see in them, and
 * with them in its view an inspected lesson takes twice as long. */
#ifdef CUDA_CPU_MUTE
#define LESSON_ARITHMETIC CUDA_CPU_MUTE __host__ __device__
#else
#define LESSON_ARITHMETIC __host__ __device__
#endif

/* Of an element of this type: is it a whole number, is it never below 0, and how many bytes has it? */
static LESSON_ARITHMETIC inline int lesson_is_whole(int type) { return LESSON_ARE_WHOLE >> type & 1; }
static LESSON_ARITHMETIC inline int lesson_is_unsigned(int type) { return LESSON_ARE_UNSIGNED >> type & 1; }
static LESSON_ARITHMETIC inline int lesson_size(int type) { return LESSON_SIZES >> 4 * type & 15; }

/* What k = 1 stands for. */
static LESSON_ARITHMETIC inline double lesson_unit(int type)
{
    switch (type) {
    case LESSON_OF_FLOAT: return LESSON_FLOAT_UNIT;
    case LESSON_OF_INT64: return (double)LESSON_INT64_UNIT;
    case LESSON_OF_DOUBLE: return 0x1p-31;
    case LESSON_OF_HALF: return 0x1p-11;
    case LESSON_OF_BFLOAT16: return 0x1p-8;
    default: return 1.0;
    }
}

/* Mixes the bits of x: each input bit changes about half of the output bits. The constants are
 * those of Chris Wellons' "lowbias32" (Hash Prospector, 2018). */
static LESSON_ARITHMETIC inline uint32_t lesson_mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

/* k(seed, i), as described at the top, follows from 32 random bits. */
static LESSON_ARITHMETIC inline uint32_t lesson_random(uint32_t seed, size_t i)
{
    uint32_t high = (uint32_t)((unsigned long long)i >> 32);
    return lesson_mix((uint32_t)i ^ lesson_mix(seed + 0x9e3779b9u * (high + 1)));
}

static LESSON_ARITHMETIC inline int lesson_k(uint32_t bits, int type)
{
    /* |k| is from `least` on, a power of two of kinds */
    uint32_t least = 1, kinds = lesson_size(type) == 1 ? 64 : LESSON_INT_RANGE;
    switch (type) {
    case LESSON_OF_FLOAT: least = kinds = LESSON_FLOAT_RANGE / 2; break;
    case LESSON_OF_DOUBLE: least = kinds = 1u << 30; break;
    case LESSON_OF_HALF: least = kinds = 1u << 10; break;
    case LESSON_OF_BFLOAT16: least = kinds = 1u << 7; break;
    }
    int size = (int)(least + (bits & (kinds - 1)));
    return bits >> 31 ? -size : size;
}

/* Kinds of input, for --input. */
enum lesson_inputs {
    LESSON_RANDOM,     /* as at the top */
    LESSON_NEGATIVE,   /* the same, all below 0 */
    LESSON_ZEROS,      /* 0, and -0 where there is one */
    LESSON_FACTORS,    /* odd, or near to 1: each one matters in a product, and none leaves the range */
    LESSON_HOSTILE,    /* some of the largest and smallest that there are, 0, -0, 1, -1, among random ones.
                          (Of floats: denormals, and as large as sums of squares allow) */
    LESSON_EQUAL,      /* all the same, a random one */
    LESSON_CANCELLING, /* of 4096 elements most of the last half are the negatives of the first half's, up to 2^15
                          times larger than random ones, and one in 16 is random: the sum is small, no partial sum is */
    LESSON_TIES,       /* 0 to 6: half of them 0 (and -0), one in 64 is 6 */
    LESSON_FAR,        /* far from 0, and near to each other: within 1 of 10^6 (half: 64; bfloat16: 8), multiples of
                          1/16. (Of integers: within 15 of 10^6; int8: of 100) */
    LESSON_DIGITS,     /* 1 to 9: what make play shows, as they can be added in one's head */
    LESSON_DENORMALS,  /* the following are of floating-point numbers only: below the least normal number */
    LESSON_INFINITIES, /* random, but one in 64 is infinite */
    LESSON_NAN,        /* random, but one in 64 is a NaN, and element 0 */
    LESSON_MASKED,     /* random, but every other 256 elements or so are -infinity, and one in 8 of the rest */
    LESSON_LOW,        /* all from -1024 to -512: e^x is 0 in a float */
    LESSON_LEVEL,      /* 256, but one in 64 is 258: the mean is far larger than what elements differ from it */
    LESSON_SMALL,      /* random / 1024: their squares are not large against an epsilon of 1e-5 */
    LESSON_PEAKS,      /* random, but one in 4096 is 32, far above the others: e^32 is 8e13 */
    LESSON_SIGNS,      /* 1 or -1: a sum of them is exact in every order; see harness/exact.h */
    LESSON_INPUTS
};

static LESSON_ARITHMETIC inline int lesson_digit(uint32_t bits) { return 1 + (int)(bits >> 8) % 9; }

/* Element i in units, of int and float. */
static LESSON_ARITHMETIC inline int lesson_element(uint32_t seed, size_t i, int type, int input = LESSON_RANDOM)
{
    uint32_t bits = lesson_random(seed, i);
    if (input == LESSON_DIGITS)
        return lesson_digit(bits) * (type == LESSON_OF_FLOAT ? LESSON_FLOAT_RANGE : 1);
    return lesson_k(bits, type);
}

/* An element: `real` of floating-point types, which a double holds exactly, else `whole`. */
struct lesson_item {
    double real;
    int64_t whole;
};

/* How many of the lowest six bits are 0, from the lowest on. */
static LESSON_ARITHMETIC inline int lesson_tie(uint32_t bits)
{
    int zeros = 0;
    while (zeros < 6 && !(bits >> zeros & 1))
        zeros++;
    return zeros;
}

static LESSON_ARITHMETIC inline int64_t lesson_whole_item(int type, int input, uint32_t bits, int k)
{
    int64_t unit = type == LESSON_OF_INT64 ? LESSON_INT64_UNIT : 1;
    int is_unsigned = lesson_is_unsigned(type);
    int64_t most = (int64_t)(~0ull >> (65 - 8 * lesson_size(type) - is_unsigned)), least = is_unsigned ? 0 : -most - 1;
    switch (input) {
    case LESSON_NEGATIVE: return (k < 0 ? k : -k) * unit;
    case LESSON_ZEROS: return 0;
    case LESSON_TIES: return lesson_tie(bits);
    case LESSON_FAR: return (most < 1000015 ? 100 : 1000000) + k % 16;
    case LESSON_DIGITS: return lesson_digit(bits);
    case LESSON_FACTORS: return (k % 2 ? k : k - 1) * unit;
    case LESSON_SIGNS: return k < 0 ? -unit : unit;
    case LESSON_HOSTILE:
        switch (bits >> 24 & 7) {
        case 0: return most;
        case 1: return least;
        case 2: return 0;
        case 3: return 1;
        case 4: return -1;
        }
    }
    return k * unit;
}

static LESSON_ARITHMETIC inline double lesson_real_item(int type, int input, uint32_t bits, int k, size_t i)
{
    double x = k * lesson_unit(type);
    if (input == LESSON_RANDOM) /* the most usual one does without the rest */
        return x;
    double sign = bits >> 31 ? -1 : 1, least = 0x1p-149, large = 0x1p48, near = 0x1p-23, far = 1e6;
    unsigned denormals = 1u << 20, nears = 1u << 11;
    switch (type) {
    case LESSON_OF_DOUBLE: least = 0x1p-1074, large = 0x1p480; break;
    case LESSON_OF_HALF: least = 0x1p-24, large = 0x1p15, denormals = 1u << 9, near = 0x1p-10, nears = 1, far = 64; break;
    case LESSON_OF_BFLOAT16: least = 0x1p-133, denormals = 1u << 6, near = 0x1p-7, nears = 1, far = 8; break;
    }
    double denormal = sign * least * (double)((bits & (denormals - 1)) + 1);
    switch (input) {
    case LESSON_NEGATIVE: return -fabs(x);
    case LESSON_ZEROS: return sign * 0.0;
    case LESSON_TIES: return lesson_tie(bits) ? lesson_tie(bits) : sign * 0.0;
    case LESSON_DIGITS: return lesson_digit(bits);
    case LESSON_FACTORS: return 1 + sign * near * (double)((bits & (nears - 1)) + 1);
    case LESSON_FAR: return far + rint(16 * x) / 16;
    case LESSON_DENORMALS: return denormal;
    case LESSON_INFINITIES: return (bits >> 24 & 63) == 0 ? sign * INFINITY : x;
    case LESSON_MASKED: return (lesson_mix((uint32_t)(i / 256)) & 1) || (bits >> 24 & 7) == 0 ? -INFINITY : x;
    case LESSON_LOW: return -1024 * fabs(x);
    case LESSON_LEVEL: return (bits >> 24 & 63) == 0 ? 258 : 256;
    case LESSON_SMALL: return x / 1024;
    case LESSON_SIGNS: return sign;
    case LESSON_PEAKS: return (bits >> 16 & 4095) == 0 ? 32 : x;
    case LESSON_NAN: return (bits >> 24 & 63) == 0 || i == 0 ? (double)NAN : x;
    case LESSON_HOSTILE:
        switch (bits >> 24 & 7) {
        case 0: return sign * large;
        case 1: return sign * 0.0;
        case 2: return sign;
        case 3: return denormal;
        case 4: return sign * least;
        }
    }
    return x;
}

/* Element i. */
static LESSON_ARITHMETIC inline struct lesson_item lesson_item_at(int type, int input, uint32_t seed, size_t i)
{
    size_t half = input == LESSON_CANCELLING ? i & 2048 : 0;
    uint32_t bits = lesson_random(seed, input == LESSON_EQUAL ? 0 : half ? i ^ 4095 : i);
    int is_one_of_two = input == LESSON_CANCELLING && (bits >> 22 & 15) != 0;
    if (half && !is_one_of_two)
        bits = lesson_random(seed, i);
    int k = lesson_k(bits, type), sign = half && is_one_of_two ? -1 : 1;
    struct lesson_item item = {0, 0};
    if (lesson_is_whole(type)) {
        item.whole = sign * lesson_whole_item(type, input, bits, k);
        if (lesson_is_unsigned(type) && item.whole < 0) /* it has the sizes of a signed type's */
            item.whole = -item.whole;
    } else
        item.real = sign * lesson_real_item(type, input, bits, k, i) * (double)(is_one_of_two ? 1u << (bits >> 26 & 15) : 1u);
    return item;
}

/* The bits of a 16-bit number that is exactly x. */
static LESSON_ARITHMETIC inline uint64_t lesson_bits_16(double x, int fraction_bits)
{
    int bias = (1 << (14 - fraction_bits)) - 1, exponent = 0;
    uint64_t sign = signbit(x) ? 0x8000 : 0, infinity = (uint64_t)(2 * bias + 1) << fraction_bits;
    if (x != x)
        return infinity | 1ull << (fraction_bits - 1);
    if (isinf(x))
        return sign | infinity;
    if (x == 0)
        return sign;
    frexp(x, &exponent); /* |x| is from 2^(exponent - 1) on */
    int biased = exponent - 1 + bias;
    if (biased < 1) /* denormal */
        return sign | (uint64_t)ldexp(fabs(x), bias - 1 + fraction_bits);
    uint64_t digits = (uint64_t)ldexp(fabs(x), fraction_bits - exponent + 1); /* the first bit is 1 */
    return sign | (uint64_t)biased << fraction_bits | (digits & ((1ull << fraction_bits) - 1));
}

/* An element's bits, in the lowest bytes. */
static LESSON_ARITHMETIC inline uint64_t lesson_item_bits(int type, struct lesson_item item)
{
    float f = (float)item.real;
    uint32_t of_float;
    uint64_t of_double;
    memcpy(&of_float, &f, sizeof f);
    memcpy(&of_double, &item.real, sizeof of_double);
    switch (type) {
    case LESSON_OF_FLOAT: return of_float;
    case LESSON_OF_DOUBLE: return of_double;
    case LESSON_OF_HALF: return lesson_bits_16(item.real, 10);
    case LESSON_OF_BFLOAT16: return lesson_bits_16(item.real, 7);
    default: return (uint64_t)item.whole & ~0ull >> (64 - 8 * lesson_size(type));
    }
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
static inline struct lesson_sum lesson_expected(uint32_t seed, int type, int input, size_t from, size_t to)
{
    struct lesson_sum s = {0, 0, 0};
    for (size_t i = from; i < to; i++) {
        int k = lesson_element(seed, i, type, input);
        uint32_t size = (uint32_t)(k < 0 ? -k : k);
        s.sum += k;
        s.magnitude += size;
        s.largest = size > s.largest ? size : s.largest;
    }
    return s;
}

#endif
