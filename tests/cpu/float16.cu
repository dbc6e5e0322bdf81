/* float16.cu: half and bfloat16. All 65536 values of each, and what lies between them: every rounding is that of
 * the exact number, to the nearest, ties to even. */
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>

/* A format by its number of exponent and fraction bits. */
struct half_format {
    typedef __half type;
    enum { EXPONENT = 5, FRACTION = 10 };
    static __device__ unsigned short bits(__half x) { return __half_as_ushort(x); }
    static __device__ __half of_bits(unsigned short bits) { return __ushort_as_half(bits); }
    static __device__ __half of_double(double x) { return __double2half(x); }
    static __device__ __half of_float(float x) { return __float2half(x); }
    static __device__ double value(__half x) { return __half2float(x); }
};

struct bf16_format {
    typedef __nv_bfloat16 type;
    enum { EXPONENT = 8, FRACTION = 7 };
    static __device__ unsigned short bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
    static __device__ __nv_bfloat16 of_bits(unsigned short bits) { return __ushort_as_bfloat16(bits); }
    static __device__ __nv_bfloat16 of_double(double x) { return __double2bfloat16(x); }
    static __device__ __nv_bfloat16 of_float(float x) { return __float2bfloat16(x); }
    static __device__ double value(__nv_bfloat16 x) { return __bfloat162float(x); }
};

/* What the bits mean, by IEEE 754. Infinity counts as the number that would follow the largest one. */
template <class F> __device__ double meaning(unsigned bits)
{
    int exponent = bits >> F::FRACTION & ((1 << F::EXPONENT) - 1), bias = (1 << (F::EXPONENT - 1)) - 1;
    double fraction = bits & ((1u << F::FRACTION) - 1), one = 1u << F::FRACTION;
    double size = exponent ? ldexp(one + fraction, exponent - bias - F::FRACTION)
                           : ldexp(fraction, 1 - bias - F::FRACTION);
    return bits & 0x8000 ? -size : size;
}

template <class F> __global__ void all_values(int *failures)
{
    unsigned bits = blockIdx.x * blockDim.x + threadIdx.x, size = bits & 0x7fff;
    unsigned infinity = ((1u << F::EXPONENT) - 1) << F::FRACTION;
    typename F::type x = F::of_bits((unsigned short)bits);
    if (size > infinity) {
        VERIFY(isnan(F::value(x)), failures);
        VERIFY(isnan(F::value(F::of_float((float)F::value(x)))), failures);
        return;
    }
    if (size == infinity) {
        VERIFY(isinf(F::value(x)) && (F::value(x) > 0) == (bits < 0x8000), failures);
        VERIFY(F::bits(F::of_float((float)F::value(x))) == bits, failures);
        return;
    }
    VERIFY(F::value(x) == meaning<F>(bits), failures);
    VERIFY(signbit(F::value(x)) == (bits >= 0x8000), failures);
    VERIFY(F::bits(F::of_float((float)F::value(x))) == bits, failures);
    VERIFY(F::bits(F::of_double(F::value(x))) == bits, failures);

    /* the middle between it and the next, the floats and the doubles beside that */
    double middle = (meaning<F>(bits) + meaning<F>(bits + 1)) / 2, beyond = 2 * middle;
    unsigned even = bits & 1 ? bits + 1 : bits;
    if (fabs(middle) <= 3.4e38) {
        float m = (float)middle;
        VERIFY(F::bits(F::of_float(m)) == even, failures);
        VERIFY(F::bits(F::of_float(nextafterf(m, 0))) == bits, failures);
        VERIFY(F::bits(F::of_float(nextafterf(m, (float)beyond))) == bits + 1, failures);
    }
    VERIFY(F::bits(F::of_double(middle)) == even, failures);
    VERIFY(F::bits(F::of_double(nextafter(middle, 0.0))) == bits, failures);
    VERIFY(F::bits(F::of_double(nextafter(middle, beyond))) == bits + 1, failures);
}

__global__ void operations(int *failures)
{
    const float nan = nanf("");
    __half third = __float2half(1 + 0x1p-6f), tiny = __float2half(0x1p-24f);
    /* (1 + 2^-6) * (1 + 2^-5) = 1 + 2^-5 + 2^-6 + 2^-11: half way; the tiny one decides */
    __half other = __float2half(1 + 0x1p-5f);
    VERIFY(__half_as_ushort(__hfma(third, other, tiny)) == __half_as_ushort(__float2half(1 + 0x3p-6f)) + 1, failures);
    VERIFY(__half_as_ushort(__hfma(third, other, __hneg(tiny))) == __half_as_ushort(__float2half(1 + 0x3p-6f)), failures);
    /* half way between two bfloat16s 2^23 apart; and 1 more, which a float does not hold */
    VERIFY(__bfloat162float(__int2bfloat16_rn((1 << 30) + (1 << 22))) == 0x1p30f, failures);
    VERIFY(__bfloat162float(__int2bfloat16_rn((1 << 30) + (1 << 22) + 1)) == 0x1p30f + 0x1p23f, failures);

    /* 1 is lost in half from 2048 on, in bfloat16 from 256 on; 65504 + 16 is the first sum that is too large */
    VERIFY(__half2float(__hadd(__float2half(2048), __float2half(1))) == 2048, failures);
    VERIFY(__bfloat162float(__hadd(__float2bfloat16(256), __float2bfloat16(1))) == 256, failures);
    VERIFY(__half2float(__hadd(__float2half(65504), __float2half(15))) == 65504, failures);
    VERIFY(isinf(__half2float(__hadd(__float2half(65504), __float2half(16)))), failures);

    __half zero = __float2half(0), minus = __float2half(-0.0f), not_a = __float2half(nan), one = __float2half(1);
    VERIFY(__half_as_ushort(__hmax(minus, zero)) == 0 && __half_as_ushort(__hmax(zero, minus)) == 0, failures);
    VERIFY(__half_as_ushort(__hmin(minus, zero)) == 0x8000 && __half_as_ushort(__hmin(zero, minus)) == 0x8000, failures);
    VERIFY(__half2float(__hmax(not_a, one)) == 1 && __half2float(__hmin(one, not_a)) == 1, failures);
    VERIFY(__hisnan(__hmax_nan(not_a, one)) && __hisnan(__hmin_nan(one, not_a)), failures);
    VERIFY(__half2float(__hmax_nan(minus, one)) == 1, failures);
}

int main(void)
{
    int *failures;

    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;
    RUN(all_values<half_format><<<256, 256>>>(failures));
    RUN(all_values<bf16_format><<<256, 256>>>(failures));
    RUN(operations<<<1, 1>>>(failures));
    EXPECT(*failures == 0);
    return 0;
}
