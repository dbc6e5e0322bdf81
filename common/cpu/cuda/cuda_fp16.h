/* cuda_fp16.h: the 16-bit floating-point types half and half2. Each operation is done in float and
 * rounded to the nearest half, as on a GPU. */
#ifndef CUDA_CPU_FP16_H
#define CUDA_CPU_FP16_H

#include "device_functions.h"

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

/* Operands are references, so that an inspected program sees where they are loaded. */
#ifdef CUDA_CPU_INSPECT
#define CUDA_CPU_HALF_MEMBER CUDA_CPU_MUTE __attribute__((noinline))
#else
#define CUDA_CPU_HALF_MEMBER
#endif

struct alignas(2) __half_raw { unsigned short x; };

struct alignas(2) __half {
    unsigned short cuda_cpu_bits;

    __half() = default;
    __half(float x) : cuda_cpu_bits(cuda_cpu_half_bits(x)) {}
    __half(double x) : __half((float)x) {}
    __half(int x) : __half((float)x) {}
    __half(unsigned x) : __half((float)x) {}
    __half(long long x) : __half((float)x) {}
    __half(unsigned long long x) : __half((float)x) {}
    __half(__half_raw raw) : cuda_cpu_bits(raw.x) {}
    CUDA_CPU_HALF_MEMBER operator float() const
    {
        CUDA_CPU_LOAD_AT(&cuda_cpu_bits, 0);
        return cuda_cpu_half_value(cuda_cpu_bits);
    }
    operator __half_raw() const { return {cuda_cpu_bits}; }
};

struct alignas(4) __half2 {
    __half x, y;

    __half2() = default;
    __half2(__half a, __half b) : x(a), y(b) {}
};

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

/* Functions of one half or half2: the operand's value is `x`, its two values x and y. */
#define CUDA_CPU_HALF(R, name, result)                                                            \
    CUDA_CPU_FN R name(const __half &a)                                                           \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        float x = cuda_cpu_half_value(a.cuda_cpu_bits);                                           \
        return result;                                                                            \
    }
#define CUDA_CPU_HALF2(R, name, result)                                                           \
    CUDA_CPU_FN R name(const __half2 &a)                                                          \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        float x = cuda_cpu_half_value(a.x.cuda_cpu_bits);                                         \
        float y = cuda_cpu_half_value(a.y.cuda_cpu_bits);                                         \
        (void)x, (void)y;                                                                         \
        return result;                                                                            \
    }

CUDA_CPU_HALF(float, __half2float, x)
CUDA_CPU_HALF(int, __half2int_rn, (int)rintf(x))
CUDA_CPU_HALF(int, __half2int_rz, (int)x)
CUDA_CPU_HALF(unsigned short, __half_as_ushort, cuda_cpu_half_bits(x))
CUDA_CPU_HALF(__half2, __half2half2, __half2(x, x))
CUDA_CPU_HALF(__half, operator-, -x)
CUDA_CPU_HALF(__half, __hneg, -x)
CUDA_CPU_HALF(__half, __habs, fabsf(x))
CUDA_CPU_HALF(bool, __hisnan, x != x)
CUDA_CPU_HALF(__half, hsqrt, sqrtf(x))
CUDA_CPU_HALF(__half, hrsqrt, 1 / sqrtf(x))
CUDA_CPU_HALF(__half, hrcp, 1 / x)
CUDA_CPU_HALF(__half, hexp, expf(x))
CUDA_CPU_HALF(__half, hlog, logf(x))
CUDA_CPU_HALF(__half, hsin, sinf(x))
CUDA_CPU_HALF(__half, hcos, cosf(x))
CUDA_CPU_HALF2(__half, __low2half, x)
CUDA_CPU_HALF2(__half, __high2half, y)
CUDA_CPU_HALF2(float, __low2float, x)
CUDA_CPU_HALF2(float, __high2float, y)
CUDA_CPU_HALF2(float2, __half22float2, make_float2(x, y))
#undef CUDA_CPU_HALF
#undef CUDA_CPU_HALF2

/* Of two: the values of a and b are x and y; of half2, by parts. */
#define CUDA_CPU_HALF(R, name, result)                                                            \
    CUDA_CPU_FN R name(const __half &a, const __half &b)                                          \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        CUDA_CPU_LOAD_AT(&b, 0);                                                                  \
        float x = cuda_cpu_half_value(a.cuda_cpu_bits);                                           \
        float y = cuda_cpu_half_value(b.cuda_cpu_bits);                                           \
        return result;                                                                            \
    }
#define CUDA_CPU_HALF2(name, result)                                                              \
    CUDA_CPU_FN __half2 name(const __half2 &a, const __half2 &b)                                  \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        CUDA_CPU_LOAD_AT(&b, 0);                                                                  \
        float x = cuda_cpu_half_value(a.x.cuda_cpu_bits);                                         \
        float y = cuda_cpu_half_value(b.x.cuda_cpu_bits);                                         \
        __half low = result;                                                                      \
        x = cuda_cpu_half_value(a.y.cuda_cpu_bits);                                               \
        y = cuda_cpu_half_value(b.y.cuda_cpu_bits);                                               \
        return {low, result};                                                                     \
    }
#define CUDA_CPU_HALF_ASSIGN(T, sign)                                                             \
    CUDA_CPU_FN T &operator sign##=(T &a, const T &b)                                             \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        CUDA_CPU_LOAD_AT(&b, 0);                                                                  \
        CUDA_CPU_STORE_AT(&a);                                                                    \
        T x = a, y = b;                                                                           \
        return a = x sign y;                                                                      \
    }
#define CUDA_CPU_HALF_ARITHMETIC(sign, name, name2)                                               \
    CUDA_CPU_HALF(__half, operator sign, x sign y)                                                \
    CUDA_CPU_HALF(__half, name, x sign y)                                                         \
    CUDA_CPU_HALF2(operator sign, x sign y)                                                       \
    CUDA_CPU_HALF2(name2, x sign y)                                                               \
    CUDA_CPU_HALF_ASSIGN(__half, sign)                                                            \
    CUDA_CPU_HALF_ASSIGN(__half2, sign)

CUDA_CPU_HALF_ARITHMETIC(+, __hadd, __hadd2)
CUDA_CPU_HALF_ARITHMETIC(-, __hsub, __hsub2)
CUDA_CPU_HALF_ARITHMETIC(*, __hmul, __hmul2)
CUDA_CPU_HALF_ARITHMETIC(/, __hdiv, __h2div)
CUDA_CPU_HALF(bool, operator==, x == y)
CUDA_CPU_HALF(bool, operator!=, x != y)
CUDA_CPU_HALF(bool, operator<, x < y)
CUDA_CPU_HALF(bool, operator<=, x <= y)
CUDA_CPU_HALF(bool, operator>, x > y)
CUDA_CPU_HALF(bool, operator>=, x >= y)
CUDA_CPU_HALF(bool, __heq, x == y)
CUDA_CPU_HALF(bool, __hne, x != y)
CUDA_CPU_HALF(bool, __hlt, x < y)
CUDA_CPU_HALF(bool, __hle, x <= y)
CUDA_CPU_HALF(bool, __hgt, x > y)
CUDA_CPU_HALF(bool, __hge, x >= y)
CUDA_CPU_HALF(__half, __hmax, fmaxf(x, y))
CUDA_CPU_HALF(__half, __hmin, fminf(x, y))
CUDA_CPU_HALF(__half2, make_half2, __half2(x, y))
CUDA_CPU_HALF(__half2, __halves2half2, __half2(x, y))
CUDA_CPU_HALF2(__hmax2, fmaxf(x, y))
CUDA_CPU_HALF2(__hmin2, fminf(x, y))
#undef CUDA_CPU_HALF
#undef CUDA_CPU_HALF2
#undef CUDA_CPU_HALF_ASSIGN
#undef CUDA_CPU_HALF_ARITHMETIC

CUDA_CPU_FN __half __hfma(const __half &a, const __half &b, const __half &c)
{
    CUDA_CPU_LOAD_AT(&a, 0);
    CUDA_CPU_LOAD_AT(&b, 0);
    CUDA_CPU_LOAD_AT(&c, 0);
    return fmaf(cuda_cpu_half_value(a.cuda_cpu_bits), cuda_cpu_half_value(b.cuda_cpu_bits),
                cuda_cpu_half_value(c.cuda_cpu_bits));
}

CUDA_CPU_FN __half2 __hfma2(const __half2 &a, const __half2 &b, const __half2 &c)
{
    CUDA_CPU_LOAD_AT(&a, 0);
    CUDA_CPU_LOAD_AT(&b, 0);
    CUDA_CPU_LOAD_AT(&c, 0);
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

CUDA_CPU_SHUFFLES(__half)
CUDA_CPU_SHUFFLES(__half2)

#endif
