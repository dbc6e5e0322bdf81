/* float16_bits.h: a float as the bits of a 16-bit number, rounded to the nearest, and the other way round. */
#ifndef CUDA_CPU_FLOAT16_BITS_H
#define CUDA_CPU_FLOAT16_BITS_H

#include "device_functions.h"

/* A number as a float for a further rounding to 16 bits: cut off, and then made odd if that lost anything. A
 * float has more than two bits more than either 16-bit type, so the second rounding is that of the number itself
 * (rounding to odd: Boldo and Melquiond, 2008). `exact` holds every number that is given. */
template <class T> CUDA_CPU_FN float cuda_cpu_to_odd(T exact)
{
    float x = (float)exact;

    if (exact != exact || (T)x == exact)
        return x;
    unsigned bits = __float_as_uint(x);
    if ((T)x > exact ? x > 0 : x < 0)           /* it was rounded away from zero */
        bits--;
    return __uint_as_float(bits | 1);
}

/* a * b + c for a further rounding to 16 bits. A product of two such numbers is exact in double; what its sum with
 * c lost is found by Knuth's two-sum, and makes it odd. */
CUDA_CPU_FN double cuda_cpu_fma_to_odd(float a, float b, float c)
{
    double p = (double)a * b, s = p + c, of_c = s - p;
    double lost = (p - (s - of_c)) + (c - of_c);
    unsigned long long bits = (unsigned long long)__double_as_longlong(s);

    if (!(lost > 0 || lost < 0) || !isfinite(s) || (bits & 1))
        return s;
    bits += (lost > 0) == (s > 0) ? 1 : -1ull;
    return __longlong_as_double((long long)bits);
}

/* The larger and the smaller one as GPUs choose: a NaN loses against a number, -0 is less than 0. */
CUDA_CPU_FN float cuda_cpu_larger(float x, float y)
{
    return x == y ? signbit(x) ? y : x : fmaxf(x, y);
}

CUDA_CPU_FN float cuda_cpu_smaller(float x, float y)
{
    return x == y ? signbit(x) ? x : y : fminf(x, y);
}

/* Rounds to the nearest half; ties go to the even one. */
CUDA_CPU_FN unsigned short cuda_cpu_half_bits(float x)
{
    unsigned bits = __float_as_uint(x), sign = bits >> 16 & 0x8000;

    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return 0x7fff;                          /* NaN */
    if (bits >= 0x477ff000)
        return (unsigned short)(sign | 0x7c00); /* at least the middle of the largest and infinity */
    if (bits < 0x38800000)                      /* below the normal numbers: the sum rounds it */
        return (unsigned short)(sign | (__float_as_uint(__uint_as_float(bits) + 0.5f) - 0x3f000000));
    bits += 0xfff + (bits >> 13 & 1);
    return (unsigned short)(sign | (bits - 0x38000000) >> 13);
}

CUDA_CPU_FN float cuda_cpu_half_value(unsigned short half)
{
    unsigned sign = (unsigned)(half & 0x8000) << 16, bits = (half & 0x7fffu) << 13;

    if (bits >= 0x0f800000)                     /* infinity or NaN */
        return __uint_as_float(sign | bits | 0x7f800000);
    return __uint_as_float(sign | __float_as_uint(__uint_as_float(bits) * 0x1p112f));
}

/* Rounds to the nearest bfloat16; ties go to the even one. */
CUDA_CPU_FN unsigned short cuda_cpu_bf16_bits(float x)
{
    unsigned bits = __float_as_uint(x);

    if (x != x)
        return 0x7fff;                          /* NaN */
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

CUDA_CPU_FN float cuda_cpu_bf16_value(unsigned short bits) { return __uint_as_float((unsigned)bits << 16); }

#endif
