/* cuda_bf16.h: the 16-bit floating-point types __nv_bfloat16 and __nv_bfloat162: the upper half of a float. */
#ifndef CUDA_CPU_BF16_H
#define CUDA_CPU_BF16_H

#include "float16_bits.h"

#define CUDA_CPU_16 __nv_bfloat16
#define CUDA_CPU_PAIR __nv_bfloat162
#define CUDA_CPU_RAW __nv_bfloat16_raw
#define CUDA_CPU_BITS cuda_cpu_bf16_bits
#define CUDA_CPU_VALUE cuda_cpu_bf16_value
#include "float16.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

CUDA_CPU_FN __nv_bfloat16 __float2bfloat16(float x) { return x; }
CUDA_CPU_FN __nv_bfloat16 __float2bfloat16_rn(float x) { return x; }
CUDA_CPU_FN __nv_bfloat16 __double2bfloat16(double x) { return x; }
CUDA_CPU_FN __nv_bfloat16 __int2bfloat16_rn(int x) { return x; }
CUDA_CPU_FN __nv_bfloat16 __uint2bfloat16_rn(unsigned x) { return x; }
CUDA_CPU_FN __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __nv_bfloat16_raw{x}; }
CUDA_CPU_FN __nv_bfloat162 __float2bfloat162_rn(float x) { return {x, x}; }
CUDA_CPU_FN __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
CUDA_CPU_FN __nv_bfloat162 __float22bfloat162_rn(float2 a) { return {a.x, a.y}; }
CUDA_CPU_FN float __bfloat162float(const __nv_bfloat16 &x) { return x; }
CUDA_CPU_FN int __bfloat162int_rn(const __nv_bfloat16 &x) { return (int)rintf(x); }
CUDA_CPU_FN int __bfloat162int_rz(const __nv_bfloat16 &x) { return (int)(float)x; }
CUDA_CPU_FN unsigned short __bfloat16_as_ushort(const __nv_bfloat16 &x) { return cuda_cpu_bf16_bits(x); }
CUDA_CPU_FN __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 &x) { return {(float)x, (float)x}; }
CUDA_CPU_FN __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 &x, const __nv_bfloat16 &y)
{
    return {(float)x, (float)y};
}
CUDA_CPU_FN __nv_bfloat162 make_bfloat162(const __nv_bfloat16 &x, const __nv_bfloat16 &y)
{
    return {(float)x, (float)y};
}
CUDA_CPU_FN __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 &x) { return __low2float(x); }
CUDA_CPU_FN __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 &x) { return __high2float(x); }
CUDA_CPU_FN float2 __bfloat1622float2(const __nv_bfloat162 &x) { return {__low2float(x), __high2float(x)}; }

#endif
