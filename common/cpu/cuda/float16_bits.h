/* float16_bits.h: 16-bit numbers for kernels (base/float16.h), and roundings on the way to them. */
#ifndef CUDA_CPU_FLOAT16_BITS_H
#define CUDA_CPU_FLOAT16_BITS_H

#include "device_functions.h"

#define CUDA_CPU_FLOAT16_FN CUDA_CPU_FN
#include "../base/float16.h"

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

#endif
