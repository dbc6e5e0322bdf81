/* cuda_fp16.h: the 16-bit floating-point types half and half2. Each operation is done in float and
 * rounded to the nearest half, as on a GPU. */
#ifndef CUDA_CPU_FP16_H
#define CUDA_CPU_FP16_H

#include "float16_bits.h"

#define CUDA_CPU_16 __half
#define CUDA_CPU_PAIR __half2
#define CUDA_CPU_RAW __half_raw
#define CUDA_CPU_BITS cuda_cpu_half_bits
#define CUDA_CPU_VALUE cuda_cpu_half_value
#include "float16.h"

typedef __half half;
typedef __half2 half2;

CUDA_CPU_FN __half __float2half(float x) { return x; }
CUDA_CPU_FN __half __float2half_rn(float x) { return x; }
CUDA_CPU_FN __half __double2half(double x) { return x; }
CUDA_CPU_FN __half __int2half_rn(int x) { return x; }
CUDA_CPU_FN __half __ushort_as_half(unsigned short x) { return __half_raw{x}; }
CUDA_CPU_FN __half2 __float2half2_rn(float x) { return {x, x}; }
CUDA_CPU_FN __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
CUDA_CPU_FN __half2 __float22half2_rn(float2 a) { return {a.x, a.y}; }
CUDA_CPU_FN __half __float2half_rz(float x)
{
    unsigned short bits = cuda_cpu_half_bits(x);

    if (fabsf(cuda_cpu_half_value(bits)) > fabsf(x))
        bits--;                                 /* rounded away from zero: the one before */
    return __half_raw{bits};
}
CUDA_CPU_FN __half __uint2half_rn(unsigned x) { return x; }
CUDA_CPU_FN __half __short2half_rn(short x) { return (int)x; }
CUDA_CPU_FN __half __ushort2half_rn(unsigned short x) { return (int)x; }
CUDA_CPU_FN __half __short_as_half(short x) { return __half_raw{(unsigned short)x}; }
CUDA_CPU_FN float __half2float(const __half &x) { return x; }
CUDA_CPU_FN int __half2int_rn(const __half &x) { return (int)rintf(x); }
CUDA_CPU_FN int __half2int_rz(const __half &x) { return (int)(float)x; }
CUDA_CPU_FN unsigned __half2uint_rz(const __half &x) { return (unsigned)(float)x; }
CUDA_CPU_FN unsigned short __half_as_ushort(const __half &x) { return cuda_cpu_half_bits(x); }
CUDA_CPU_FN short __half_as_short(const __half &x) { return (short)cuda_cpu_half_bits(x); }
CUDA_CPU_FN __half2 __half2half2(const __half &x) { return {(float)x, (float)x}; }
CUDA_CPU_FN __half2 __halves2half2(const __half &x, const __half &y) { return {(float)x, (float)y}; }
CUDA_CPU_FN __half2 make_half2(const __half &x, const __half &y) { return {(float)x, (float)y}; }
CUDA_CPU_FN __half __low2half(const __half2 &x) { return __low2float(x); }
CUDA_CPU_FN __half __high2half(const __half2 &x) { return __high2float(x); }
CUDA_CPU_FN float2 __half22float2(const __half2 &x) { return {__low2float(x), __high2float(x)}; }

#endif
