/* float16.h: a 16-bit floating-point type and the type of its pairs. Each operation is done in float and rounded,
 * as on a GPU. Included once for each such type, with these names defined:
 *   CUDA_CPU_16, CUDA_CPU_PAIR, CUDA_CPU_RAW   the type, the type of its pairs, the type of its bits
 *   CUDA_CPU_BITS(x), CUDA_CPU_VALUE(bits)     a float's bits, rounded, and the other way round */

/* Operands are references, so that an inspected program sees where they are loaded. */
#undef CUDA_CPU_HALF_MEMBER
#ifdef CUDA_CPU_INSPECT
#define CUDA_CPU_HALF_MEMBER CUDA_CPU_MUTE __attribute__((noinline))
#else
#define CUDA_CPU_HALF_MEMBER
#endif

struct alignas(2) CUDA_CPU_RAW { unsigned short x; };

struct alignas(2) CUDA_CPU_16 {
    unsigned short __x;

    CUDA_CPU_16() = default;
    CUDA_CPU_16(float x) : __x(CUDA_CPU_BITS(x)) {}
    CUDA_CPU_16(double x) : CUDA_CPU_16(cuda_cpu_to_odd(x)) {}
    CUDA_CPU_16(int x) : CUDA_CPU_16((double)x) {}
    CUDA_CPU_16(unsigned x) : CUDA_CPU_16((double)x) {}
    CUDA_CPU_16(long long x) : CUDA_CPU_16(cuda_cpu_to_odd((long double)x)) {}
    CUDA_CPU_16(unsigned long long x) : CUDA_CPU_16(cuda_cpu_to_odd((long double)x)) {}
    CUDA_CPU_16(CUDA_CPU_RAW raw) : __x(raw.x) {}
    CUDA_CPU_HALF_MEMBER operator float() const
    {
        CUDA_CPU_LOAD_AT(&__x, 0);
        return CUDA_CPU_VALUE(__x);
    }
    operator CUDA_CPU_RAW() const { return {__x}; }
};

struct alignas(4) CUDA_CPU_PAIR {
    CUDA_CPU_16 x, y;

    CUDA_CPU_PAIR() = default;
    CUDA_CPU_PAIR(CUDA_CPU_16 a, CUDA_CPU_16 b) : x(a), y(b) {}
};

/* Functions of one value, `x`, or of a pair: its values are x and y; by parts: v is each of them. */
#define CUDA_CPU_HALF(R, name, result)                                                            \
    CUDA_CPU_FN R name(const CUDA_CPU_16 &a)                                                      \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        float x = CUDA_CPU_VALUE(a.__x);                                                \
        return result;                                                                            \
    }
#define CUDA_CPU_HALF2(R, name, result)                                                           \
    CUDA_CPU_FN R name(const CUDA_CPU_PAIR &a)                                                    \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        float x = CUDA_CPU_VALUE(a.x.__x);                                              \
        float y = CUDA_CPU_VALUE(a.y.__x);                                              \
        (void)x, (void)y;                                                                         \
        return result;                                                                            \
    }

#define CUDA_CPU_PARTS(name, result)                                                              \
    CUDA_CPU_FN CUDA_CPU_PAIR name(const CUDA_CPU_PAIR &a)                                        \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        float v = CUDA_CPU_VALUE(a.x.__x);                                              \
        CUDA_CPU_16 low = result;                                                                 \
        v = CUDA_CPU_VALUE(a.y.__x);                                                    \
        return {low, result};                                                                     \
    }

CUDA_CPU_HALF(CUDA_CPU_16, operator-, -x)
CUDA_CPU_HALF(CUDA_CPU_16, __hneg, -x)
CUDA_CPU_HALF(CUDA_CPU_16, __habs, fabsf(x))
CUDA_CPU_HALF(bool, __hisnan, x != x)
CUDA_CPU_HALF(CUDA_CPU_16, hsqrt, sqrtf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hrsqrt, 1 / sqrtf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hrcp, 1 / x)
CUDA_CPU_HALF(CUDA_CPU_16, hexp, expf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hlog, logf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hsin, sinf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hcos, cosf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hexp2, exp2f(x))
CUDA_CPU_HALF(CUDA_CPU_16, hexp10, powf(10.0f, x))
CUDA_CPU_HALF(CUDA_CPU_16, hlog2, log2f(x))
CUDA_CPU_HALF(CUDA_CPU_16, hlog10, log10f(x))
CUDA_CPU_HALF(CUDA_CPU_16, htanh, tanhf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hfloor, floorf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hceil, ceilf(x))
CUDA_CPU_HALF(CUDA_CPU_16, hrint, rintf(x))
CUDA_CPU_HALF(CUDA_CPU_16, htrunc, truncf(x))
CUDA_CPU_HALF(int, __hisinf, isinf(x) ? x > 0 ? 1 : -1 : 0)
CUDA_CPU_PARTS(operator-, -v)
CUDA_CPU_PARTS(__hneg2, -v)
CUDA_CPU_PARTS(__habs2, fabsf(v))
CUDA_CPU_PARTS(h2sqrt, sqrtf(v))
CUDA_CPU_PARTS(h2rsqrt, 1 / sqrtf(v))
CUDA_CPU_PARTS(h2rcp, 1 / v)
CUDA_CPU_PARTS(h2exp, expf(v))
CUDA_CPU_PARTS(h2exp2, exp2f(v))
CUDA_CPU_PARTS(h2log, logf(v))
CUDA_CPU_PARTS(h2log2, log2f(v))
CUDA_CPU_PARTS(h2sin, sinf(v))
CUDA_CPU_PARTS(h2cos, cosf(v))
CUDA_CPU_HALF2(float, __low2float, x)
CUDA_CPU_HALF2(float, __high2float, y)
#undef CUDA_CPU_HALF
#undef CUDA_CPU_HALF2
#undef CUDA_CPU_PARTS

/* Of two: the values of a and b are x and y; of pairs, by parts. */
#define CUDA_CPU_HALF(R, name, result)                                                            \
    CUDA_CPU_FN R name(const CUDA_CPU_16 &a, const CUDA_CPU_16 &b)                                \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        CUDA_CPU_LOAD_AT(&b, 0);                                                                  \
        float x = CUDA_CPU_VALUE(a.__x);                                                \
        float y = CUDA_CPU_VALUE(b.__x);                                                \
        return result;                                                                            \
    }
#define CUDA_CPU_HALF2(name, result)                                                              \
    CUDA_CPU_FN CUDA_CPU_PAIR name(const CUDA_CPU_PAIR &a, const CUDA_CPU_PAIR &b)                \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(&a, 0);                                                                  \
        CUDA_CPU_LOAD_AT(&b, 0);                                                                  \
        float x = CUDA_CPU_VALUE(a.x.__x);                                              \
        float y = CUDA_CPU_VALUE(b.x.__x);                                              \
        CUDA_CPU_16 low = result;                                                                 \
        x = CUDA_CPU_VALUE(a.y.__x);                                                    \
        y = CUDA_CPU_VALUE(b.y.__x);                                                    \
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
    CUDA_CPU_HALF(CUDA_CPU_16, operator sign, x sign y)                                           \
    CUDA_CPU_HALF(CUDA_CPU_16, name, x sign y)                                                    \
    CUDA_CPU_HALF2(operator sign, x sign y)                                                       \
    CUDA_CPU_HALF2(name2, x sign y)                                                               \
    CUDA_CPU_HALF_ASSIGN(CUDA_CPU_16, sign)                                                       \
    CUDA_CPU_HALF_ASSIGN(CUDA_CPU_PAIR, sign)

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
CUDA_CPU_HALF(CUDA_CPU_16, __hmax, cuda_cpu_larger(x, y))
CUDA_CPU_HALF(CUDA_CPU_16, __hmin, cuda_cpu_smaller(x, y))
CUDA_CPU_HALF(CUDA_CPU_16, __hmax_nan, x != x || y != y ? x + y : cuda_cpu_larger(x, y))
CUDA_CPU_HALF(CUDA_CPU_16, __hmin_nan, x != x || y != y ? x + y : cuda_cpu_smaller(x, y))
CUDA_CPU_HALF2(__hmax2, cuda_cpu_larger(x, y))
CUDA_CPU_HALF2(__hmin2, cuda_cpu_smaller(x, y))
CUDA_CPU_HALF2(__hmax2_nan, x != x || y != y ? x + y : cuda_cpu_larger(x, y))
CUDA_CPU_HALF2(__hmin2_nan, x != x || y != y ? x + y : cuda_cpu_smaller(x, y))
CUDA_CPU_HALF2(__heq2, x == y)
CUDA_CPU_HALF2(__hne2, x != y)
CUDA_CPU_HALF2(__hlt2, x < y)
CUDA_CPU_HALF2(__hle2, x <= y)
CUDA_CPU_HALF2(__hgt2, x > y)
CUDA_CPU_HALF2(__hge2, x >= y)
#undef CUDA_CPU_HALF
#undef CUDA_CPU_HALF2
#undef CUDA_CPU_HALF_ASSIGN
#undef CUDA_CPU_HALF_ARITHMETIC

CUDA_CPU_FN CUDA_CPU_16 __hfma(const CUDA_CPU_16 &a, const CUDA_CPU_16 &b, const CUDA_CPU_16 &c)
{
    CUDA_CPU_LOAD_AT(&a, 0);
    CUDA_CPU_LOAD_AT(&b, 0);
    CUDA_CPU_LOAD_AT(&c, 0);
    return cuda_cpu_fma_to_odd(CUDA_CPU_VALUE(a.__x), CUDA_CPU_VALUE(b.__x), CUDA_CPU_VALUE(c.__x));
}

CUDA_CPU_FN CUDA_CPU_PAIR __hfma2(const CUDA_CPU_PAIR &a, const CUDA_CPU_PAIR &b, const CUDA_CPU_PAIR &c)
{
    CUDA_CPU_LOAD_AT(&a, 0);
    CUDA_CPU_LOAD_AT(&b, 0);
    CUDA_CPU_LOAD_AT(&c, 0);
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

CUDA_CPU_SHUFFLES(CUDA_CPU_16)
CUDA_CPU_SHUFFLES(CUDA_CPU_PAIR)

CUDA_CPU_ATOMIC(atomicAdd, CUDA_CPU_16, (float)old + (float)value)
CUDA_CPU_ATOMIC(atomicAdd, CUDA_CPU_PAIR, old + value)

#undef CUDA_CPU_16
#undef CUDA_CPU_PAIR
#undef CUDA_CPU_RAW
#undef CUDA_CPU_BITS
#undef CUDA_CPU_VALUE
