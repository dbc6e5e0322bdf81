/* device_math.h: arithmetic functions for kernels that the C library lacks.
 *
 * Those that a newer C library may have are templates, so that the library's own functions win. */
#ifndef CUDA_CPU_DEVICE_MATH_H
#define CUDA_CPU_DEVICE_MATH_H

#include "device_functions.h"

#include <limits>

/* A function of double, and one of float with an f at the end of its name. */
#define CUDA_CPU_MATH_1(name, result)                                                             \
    template <class = void> CUDA_CPU_FN double name(double x) { return result; }                  \
    template <class = void> CUDA_CPU_FN float name##f(float x_) { double x = x_; return result; }
#define CUDA_CPU_MATH_2(name, result)                                                             \
    template <class = void> CUDA_CPU_FN double name(double x, double y) { return result; }        \
    template <class = void> CUDA_CPU_FN float name##f(float x_, float y_)                         \
    {                                                                                             \
        double x = x_, y = y_;                                                                    \
        return result;                                                                            \
    }
#define CUDA_CPU_MATH_3(name, result)                                                             \
    template <class = void> CUDA_CPU_FN double name(double x, double y, double z)                 \
    {                                                                                             \
        return result;                                                                            \
    }                                                                                             \
    template <class = void> CUDA_CPU_FN float name##f(float x_, float y_, float z_)               \
    {                                                                                             \
        double x = x_, y = y_, z = z_;                                                            \
        return result;                                                                            \
    }
#define CUDA_CPU_MATH_4(name, result)                                                             \
    template <class = void> CUDA_CPU_FN double name(double x, double y, double z, double w)       \
    {                                                                                             \
        return result;                                                                            \
    }                                                                                             \
    template <class = void> CUDA_CPU_FN float name##f(float x_, float y_, float z_, float w_)     \
    {                                                                                             \
        double x = x_, y = y_, z = z_, w = w_;                                                    \
        return result;                                                                            \
    }

/* sin and cos of pi x; the remainder is exact, so whole and half numbers are. */
CUDA_CPU_FN double cuda_cpu_sinpi(double x)
{
    double r = remainder(x, 2);         /* -1 to 1 */

    if (r > 0.5)
        r = 1 - r;
    else if (r < -0.5)
        r = -1 - r;
    return sin(M_PI * r);
}

CUDA_CPU_FN double cuda_cpu_cospi(double x)
{
    double r = fabs(remainder(x, 2));

    return r == 0.5 ? 0 : cos(M_PI * r);
}

CUDA_CPU_MATH_1(sinpi, cuda_cpu_sinpi(x))
CUDA_CPU_MATH_1(cospi, cuda_cpu_cospi(x))
CUDA_CPU_MATH_1(rcbrt, 1 / cbrt(x))
CUDA_CPU_MATH_1(normcdf, 0.5 * erfc(-x * M_SQRT1_2))
CUDA_CPU_MATH_1(erfcx, exp(x * x) * erfc(x))
CUDA_CPU_MATH_2(rhypot, 1 / hypot(x, y))
CUDA_CPU_MATH_2(fdivide, x / y)
CUDA_CPU_MATH_3(norm3d, sqrt(x * x + y * y + z * z))
CUDA_CPU_MATH_3(rnorm3d, 1 / sqrt(x * x + y * y + z * z))
CUDA_CPU_MATH_4(norm4d, sqrt(x * x + y * y + z * z + w * w))
CUDA_CPU_MATH_4(rnorm4d, 1 / sqrt(x * x + y * y + z * z + w * w))
#undef CUDA_CPU_MATH_1
#undef CUDA_CPU_MATH_2
#undef CUDA_CPU_MATH_3
#undef CUDA_CPU_MATH_4

/* These store through pointers. They are plain code, which the inspector sees, unlike the C library's. */
template <class T> inline void cuda_cpu_sincos(T x, T *s, T *c)
{
    *s = sin(x);
    *c = cos(x);
}
#define sincos(x, s, c) cuda_cpu_sincos<double>((x), (s), (c))
#define sincosf(x, s, c) cuda_cpu_sincos<float>((x), (s), (c))
#define __sincosf(x, s, c) cuda_cpu_sincos<float>((x), (s), (c))
template <class = void> inline void sincospi(double x, double *s, double *c)
{
    *s = cuda_cpu_sinpi(x);
    *c = cuda_cpu_cospi(x);
}
template <class = void> inline void sincospif(float x, float *s, float *c)
{
    *s = (float)cuda_cpu_sinpi(x);
    *c = (float)cuda_cpu_cospi(x);
}

/* ---- Arithmetic with its rounding in the name ---------------------------------------------- */

CUDA_CPU_FN float __fdiv_rn(float a, float b) { return a / b; }
CUDA_CPU_FN float __frcp_rn(float x) { return 1 / x; }
CUDA_CPU_FN float __fsqrt_rn(float x) { return sqrtf(x); }
CUDA_CPU_FN float __frsqrt_rn(float x) { return (float)(1 / sqrt((double)x)); }
CUDA_CPU_FN double __dadd_rn(double a, double b) { return cuda_cpu_rounded(a) + cuda_cpu_rounded(b); }
CUDA_CPU_FN double __dsub_rn(double a, double b) { return cuda_cpu_rounded(a) - cuda_cpu_rounded(b); }
CUDA_CPU_FN double __dmul_rn(double a, double b) { return cuda_cpu_rounded(a * b); }
CUDA_CPU_FN double __ddiv_rn(double a, double b) { return a / b; }
CUDA_CPU_FN double __drcp_rn(double x) { return 1 / x; }
CUDA_CPU_FN double __dsqrt_rn(double x) { return sqrt(x); }

/* The nearest value of type To; 0 for NaN. `x` is a whole number. */
template <class To> CUDA_CPU_FN To cuda_cpu_whole(double x)
{
    const To low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();

    return x != x ? 0 : x <= (double)low ? low : x >= (double)high ? high : (To)x;
}

#define CUDA_CPU_ROUND(from, From, to, To)                                                        \
    CUDA_CPU_FN To __##from##2##to##_rn(From x) { return cuda_cpu_whole<To>(rint(x)); }           \
    CUDA_CPU_FN To __##from##2##to##_rz(From x) { return cuda_cpu_whole<To>(trunc(x)); }          \
    CUDA_CPU_FN To __##from##2##to##_ru(From x) { return cuda_cpu_whole<To>(ceil(x)); }           \
    CUDA_CPU_FN To __##from##2##to##_rd(From x) { return cuda_cpu_whole<To>(floor(x)); }

CUDA_CPU_ROUND(float, float, int, int)
CUDA_CPU_ROUND(float, float, uint, unsigned)
CUDA_CPU_ROUND(float, float, ll, long long)
CUDA_CPU_ROUND(float, float, ull, unsigned long long)
CUDA_CPU_ROUND(double, double, int, int)
CUDA_CPU_ROUND(double, double, uint, unsigned)
CUDA_CPU_ROUND(double, double, ll, long long)
CUDA_CPU_ROUND(double, double, ull, unsigned long long)
#undef CUDA_CPU_ROUND

CUDA_CPU_FN float __int2float_rn(int x) { return (float)x; }
CUDA_CPU_FN float __uint2float_rn(unsigned x) { return (float)x; }
CUDA_CPU_FN float __ll2float_rn(long long x) { return (float)x; }
CUDA_CPU_FN float __ull2float_rn(unsigned long long x) { return (float)x; }
CUDA_CPU_FN double __int2double_rn(int x) { return x; }
CUDA_CPU_FN double __uint2double_rn(unsigned x) { return x; }
CUDA_CPU_FN double __ll2double_rn(long long x) { return (double)x; }
CUDA_CPU_FN double __ull2double_rn(unsigned long long x) { return (double)x; }
CUDA_CPU_FN float __double2float_rn(double x) { return (float)x; }

CUDA_CPU_FN double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}
CUDA_CPU_FN int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
CUDA_CPU_FN int __double2loint(double x) { return (int)__double_as_longlong(x); }

/* ---- Integers ------------------------------------------------------------------------------ */

CUDA_CPU_FN unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

CUDA_CPU_FN long long __mul64hi(long long a, long long b)
{
    return (long long)((__int128)a * b >> 64);
}

CUDA_CPU_FN unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

/* Averages without overflow, rounded down and up; |a - b| + c. */
CUDA_CPU_FN int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
CUDA_CPU_FN int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
CUDA_CPU_FN unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((uint64_t)a + b) >> 1); }
CUDA_CPU_FN unsigned __urhadd(unsigned a, unsigned b)
{
    return (unsigned)(((uint64_t)a + b + 1) >> 1);
}
CUDA_CPU_FN unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
CUDA_CPU_FN unsigned __sad(int a, int b, unsigned c)
{
    return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}

/* The upper 32 bits of high:low << shift, the lower ones of high:low >> shift. */
CUDA_CPU_FN unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((uint64_t)high << 32 | low) << (shift & 31) >> 32);
}
CUDA_CPU_FN unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
CUDA_CPU_FN unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((uint64_t)high << 32 | low) >> (shift & 31));
}
CUDA_CPU_FN unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/* Four bytes out of the eight of high:low, each picked by four bits (the fourth: its sign). */
CUDA_CPU_FN unsigned __byte_perm(unsigned low, unsigned high, unsigned pick)
{
    uint64_t bytes = (uint64_t)high << 32 | low;
    unsigned result = 0;

    for (int i = 0; i < 4; i++) {
        unsigned which = pick >> 4 * i & 15, byte = bytes >> 8 * (which & 7) & 255;
        result |= (which & 8 ? byte >> 7 ? 255u : 0u : byte) << 8 * i;
    }
    return result;
}

/* Dot product of four bytes, plus c. */
CUDA_CPU_FN int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 32; i += 8)
        c += (signed char)(a >> i) * (signed char)(b >> i);
    return c;
}
CUDA_CPU_FN unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 255) * (b >> i & 255);
    return c;
}

CUDA_CPU_FN unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
CUDA_CPU_FN unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
CUDA_CPU_FN long long llmin(long long a, long long b) { return a < b ? a : b; }
CUDA_CPU_FN long long llmax(long long a, long long b) { return a > b ? a : b; }
CUDA_CPU_FN unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return a < b ? a : b;
}
CUDA_CPU_FN unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return a > b ? a : b;
}

#if !defined(__clang__)
#define __builtin_assume(condition) ((void)0)
#endif

#endif
