/* ptx.h: what the instructions of inline PTX do. rewrite/ptx.c makes calls of these functions of them.
 *
 * An operand is a C++ variable of the size that its constraint says; each instruction takes the bits as numbers of
 * its own type. Loads and stores are plain code, which the inspector sees in the program's line. */
#ifndef CUDA_CPU_PTX_H
#define CUDA_CPU_PTX_H

#include "device_functions.h"
#include "float16_bits.h"

#include <limits>
#include <type_traits>

namespace cuda_cpu_ptx {

/* ---- Operands ------------------------------------------------------------------------------ */

/* The operand's bits as a T. One of another size is converted, as its register would be. */
template <class T, class From> CUDA_CPU_ALIAS T get_sized(From x, std::true_type) { return __builtin_bit_cast(T, x); }
template <class T, class From> CUDA_CPU_ALIAS T get_sized(From x, std::false_type) { return (T)x; }
template <class T, class From> CUDA_CPU_ALIAS T get(From x)
{
    return get_sized<T>(x, std::integral_constant<bool, sizeof(T) == sizeof(From)>());
}
template <class T, class From> CUDA_CPU_ALIAS T get(From *p) { return get<T>((uint64_t)p); }

template <class R, class T> CUDA_CPU_ALIAS void put(R &to, T x) { to = get<R>(x); }

/* A copy of an output, not written yet. */
template <class T> CUDA_CPU_ALIAS std::remove_cv_t<T> fresh(T &) { return std::remove_cv_t<T>(); }

/* The pieces of a number, the lowest first: mov.b64 {low, high}, x. */
template <class T, int n> struct vec;
template <int bytes> struct unsigned_of;
template <> struct unsigned_of<1> { typedef uint8_t type; };
template <> struct unsigned_of<2> { typedef uint16_t type; };
template <> struct unsigned_of<4> { typedef uint32_t type; };
template <> struct unsigned_of<8> { typedef uint64_t type; };
template <class T, int n> using part = typename unsigned_of<(int)sizeof(T) / n>::type;
template <int n, class T> CUDA_CPU_ALIAS part<T, n> piece(T x, int i) { return (part<T, n>)(x >> i * (int)(8 * sizeof x / n)); }
template <class T, class... P> CUDA_CPU_ALIAS T joined(P... pieces)
{
    const T all[] = {(T)pieces...};
    T result = 0;

    for (unsigned i = 0; i < sizeof...(P); i++)
        result |= all[i] << i * (unsigned)(8 * sizeof(T) / sizeof...(P));
    return result;
}

/* ---- 16-bit floating-point numbers, and pairs of them -------------------------------------- */

struct f16 {
    uint16_t bits;
    f16() = default;
    CUDA_CPU_MUTE f16(float x) : bits(cuda_cpu_half_bits(x)) {}
    CUDA_CPU_MUTE operator float() const { return cuda_cpu_half_value(bits); }
};
struct bf16 {
    uint16_t bits;
    bf16() = default;
    CUDA_CPU_MUTE bf16(float x) : bits(cuda_cpu_bf16_bits(x)) {}
    CUDA_CPU_MUTE operator float() const { return cuda_cpu_bf16_value(bits); }
};
template <class H> struct pair { H x, y; };             /* x is the lower half */
typedef pair<f16> f16x2;
typedef pair<bf16> bf16x2;
template <class P> CUDA_CPU_FN P pair_of(float high, float low) { return {low, high}; }

template <class H> CUDA_CPU_FN pair<H> operator+(pair<H> a, pair<H> b) { return {(float)a.x + b.x, (float)a.y + b.y}; }
template <class H> CUDA_CPU_FN pair<H> operator-(pair<H> a, pair<H> b) { return {(float)a.x - b.x, (float)a.y - b.y}; }
template <class H> CUDA_CPU_FN pair<H> operator*(pair<H> a, pair<H> b) { return {(float)a.x * b.x, (float)a.y * b.y}; }
template <class H> CUDA_CPU_FN pair<H> operator-(pair<H> a) { return {-(float)a.x, -(float)a.y}; }

/* A float whose last 13 bits are 0; ties go away from zero. */
struct tf32 {
    uint32_t bits;
    tf32() = default;
    CUDA_CPU_MUTE tf32(float x) : bits((cuda_cpu_bits<uint32_t>(x) + 0x1000) & 0xffffe000) {}
};

/* ---- Numbers ------------------------------------------------------------------------------- */

template <class T> struct twice_of;
template <> struct twice_of<int16_t> { typedef int32_t type; };
template <> struct twice_of<uint16_t> { typedef uint32_t type; };
template <> struct twice_of<int32_t> { typedef int64_t type; };
template <> struct twice_of<uint32_t> { typedef uint64_t type; };
template <> struct twice_of<int64_t> { typedef __int128 type; };
template <> struct twice_of<uint64_t> { typedef unsigned __int128 type; };
template <class T> using twice = typename twice_of<T>::type;

template <class T> CUDA_CPU_FN twice<T> wide(T a, T b) { return (twice<T>)((twice<T>)a * b); }
template <class T> CUDA_CPU_FN twice<T> wide_sum(T a, T b, twice<T> c) { return (twice<T>)(wide(a, b) + c); }
template <class T> CUDA_CPU_FN T high(T a, T b) { return (T)(wide(a, b) >> 8 * sizeof(T)); }
CUDA_CPU_FN int32_t low24(int32_t x) { return x << 8 >> 8; }
CUDA_CPU_FN uint32_t low24(uint32_t x) { return x & 0xffffff; }

CUDA_CPU_FN float fused(float a, float b, float c) { return fmaf(a, b, c); }
CUDA_CPU_FN double fused(double a, double b, double c) { return fma(a, b, c); }
CUDA_CPU_FN f16 fused(f16 a, f16 b, f16 c) { return fmaf(a, b, c); }
CUDA_CPU_FN bf16 fused(bf16 a, bf16 b, bf16 c) { return fmaf(a, b, c); }
template <class H> CUDA_CPU_FN pair<H> fused(pair<H> a, pair<H> b, pair<H> c)
{
    return {fused(a.x, b.x, c.x), fused(a.y, b.y, c.y)};
}

/* If one of two floating-point numbers is NaN, the other. */
template <class T> CUDA_CPU_FN T least(T a, T b) { return a != a || b < a ? b : a; }
template <class T> CUDA_CPU_FN T most(T a, T b) { return a != a || a < b ? b : a; }
template <class H> CUDA_CPU_FN pair<H> least(pair<H> a, pair<H> b) { return {least(a.x, b.x), least(a.y, b.y)}; }
template <class H> CUDA_CPU_FN pair<H> most(pair<H> a, pair<H> b) { return {most(a.x, b.x), most(a.y, b.y)}; }
template <class T> CUDA_CPU_FN T absolute(T x) { return x < 0 ? (T)-x : x; }
CUDA_CPU_FN float absolute(float x) { return fabsf(x); }
CUDA_CPU_FN double absolute(double x) { return fabs(x); }
CUDA_CPU_FN float between_0_and_1(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }

/* Sums whose carry goes to the next instruction. */
template <class T> CUDA_CPU_FN T add_with_carry(T a, T b, int takes, int makes, unsigned &carry)
{
    T with = (T)(b + (takes ? carry : 0)), sum = (T)(a + with);

    if (makes)
        carry = with < b || sum < a;
    return sum;
}
template <class T> CUDA_CPU_FN T sub_with_carry(T a, T b, int takes, int makes, unsigned &carry)
{
    T with = (T)(b + (takes ? carry : 0)), difference = (T)(a - with);

    if (makes)
        carry = with < b || a < with;
    return difference;
}
template <class T> CUDA_CPU_FN T mad_lo_with_carry(T a, T b, T c, int takes, int makes, unsigned &carry)
{
    return add_with_carry((T)(a * b), c, takes, makes, carry);
}
template <class T> CUDA_CPU_FN T mad_hi_with_carry(T a, T b, T c, int takes, int makes, unsigned &carry)
{
    return add_with_carry(high(a, b), c, takes, makes, carry);
}

/* setp: the comparisons; those that end in u are also true if a number is NaN. */
#define CUDA_CPU_IS(name, result) template <class T> CUDA_CPU_FN bool is_##name(T a, T b) { return result; }
CUDA_CPU_IS(eq, a == b)
CUDA_CPU_IS(ne, a == a && b == b && a != b)
CUDA_CPU_IS(lt, a < b)
CUDA_CPU_IS(le, a <= b)
CUDA_CPU_IS(gt, a > b)
CUDA_CPU_IS(ge, a >= b)
CUDA_CPU_IS(lo, a < b)
CUDA_CPU_IS(ls, a <= b)
CUDA_CPU_IS(hi, a > b)
CUDA_CPU_IS(hs, a >= b)
CUDA_CPU_IS(equ, !is_ne(a, b))
CUDA_CPU_IS(neu, a != b)
CUDA_CPU_IS(ltu, !(a >= b))
CUDA_CPU_IS(leu, !(a > b))
CUDA_CPU_IS(gtu, !(a <= b))
CUDA_CPU_IS(geu, !(a < b))
CUDA_CPU_IS(num, a == a && b == b)
CUDA_CPU_IS(nan, a != a || b != b)
#undef CUDA_CPU_IS

/* ---- Conversions --------------------------------------------------------------------------- */

template <class To, class From> CUDA_CPU_FN To converted(From x) { return (To)x; }

template <class T> CUDA_CPU_FN T to_even(T x) { return (T)rint(x); }
template <class T> CUDA_CPU_FN T to_zero(T x) { return (T)trunc(x); }
template <class T> CUDA_CPU_FN T downwards(T x) { return (T)floor(x); }
template <class T> CUDA_CPU_FN T upwards(T x) { return (T)ceil(x); }

/* What does not fit becomes the nearest number that does; NaN becomes 0. Floating-point results stay. */
template <class To, class From> CUDA_CPU_FN To saturated_to(From x, std::true_type)
{
    typedef std::numeric_limits<To> limits;
    const bool is_real = std::is_floating_point<From>::value;
    const bool is_below = is_real ? (double)x < (double)limits::min()
                                  : x < 0 && (std::is_unsigned<To>::value || (int64_t)x < (int64_t)limits::min());
    const bool is_above = is_real ? (double)x >= (double)limits::max() : x > 0 && (uint64_t)x > (uint64_t)limits::max();

    return x != x ? 0 : is_below ? limits::min() : is_above ? limits::max() : (To)x;
}
template <class To, class From> CUDA_CPU_FN To saturated_to(From x, std::false_type) { return (To)x; }
template <class To, class From> CUDA_CPU_FN To saturated(From x) { return saturated_to<To>(x, std::is_integral<To>()); }
CUDA_CPU_FN float clamp_real(float x) { return between_0_and_1(x); }
template <class T> CUDA_CPU_FN T clamp_real(T x) { return x; }
template <class To, class From> CUDA_CPU_FN To clamped(From x) { return clamp_real(saturated<To>(x)); }

/* ---- Bits ---------------------------------------------------------------------------------- */

template <class T> CUDA_CPU_FN T inverse(T x) { return (T)~x; }
CUDA_CPU_FN bool inverse(bool x) { return !x; }

template <class T> CUDA_CPU_FN T left(T x, uint32_t n) { return n >= 8 * sizeof x ? 0 : (T)(x << n); }
template <class T> CUDA_CPU_FN T right(T x, uint32_t n)
{
    return (T)(x >> (n < 8 * sizeof x ? n : 8 * sizeof x - 1) >> (n >= 8 * sizeof x));
}

/* Bits n to n + 31 of the 64 bits high:low. */
CUDA_CPU_FN uint32_t funnel(uint32_t low, uint32_t high, uint32_t n) { return (uint32_t)(((uint64_t)high << 32 | low) >> n); }

/* Any function of three bits: `table` has its result for each of the 8 cases. */
CUDA_CPU_FN uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;

    for (int i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

/* `length` bits of x from `at` on, extended with the last one if the type has a sign. */
template <class T> CUDA_CPU_FN T bits_at(T x, uint32_t at, uint32_t length)
{
    const uint32_t size = 8 * sizeof x;
    uint64_t result = 0, sign;

    at &= 0xff, length &= 0xff;
    sign = std::is_unsigned<T>::value || !length ? 0 : at + length - 1 < size ? at + length - 1 : size - 1;
    sign = std::is_unsigned<T>::value || !length ? 0 : (uint64_t)x >> sign & 1;
    for (uint32_t i = 0; i < size; i++)
        result |= (i < length && at + i < size ? (uint64_t)x >> (at + i) & 1 : sign) << i;
    return (T)result;
}

/* b, with the lowest `length` bits of a in it from `at` on. */
template <class T> CUDA_CPU_FN T bits_into(T a, T b, uint32_t at, uint32_t length)
{
    at &= 0xff, length &= 0xff;
    for (uint32_t i = 0; i < length && at + i < 8 * sizeof b; i++)
        b = (T)((b & ~((T)1 << (at + i))) | (a >> i & 1) << (at + i));
    return b;
}

/* The number of the highest bit that is not like the sign; 0xffffffff if there is none. */
template <class T> CUDA_CPU_FN uint32_t highest(T x)
{
    typename std::make_unsigned<T>::type u = (typename std::make_unsigned<T>::type)(x < 0 ? ~x : x);

    return u ? 63 - (uint32_t)__builtin_clzll(u) : ~0u;
}
template <class T> CUDA_CPU_FN uint32_t shift_of_highest(T x)
{
    return highest(x) == ~0u ? ~0u : 8 * (uint32_t)sizeof x - 1 - highest(x);
}
CUDA_CPU_FN uint32_t zeros(uint32_t x) { return x ? (uint32_t)__builtin_clz(x) : 32; }
CUDA_CPU_FN uint32_t zeros(uint64_t x) { return x ? (uint32_t)__builtin_clzll(x) : 64; }
CUDA_CPU_FN uint32_t reversed(uint32_t x) { return __brev(x); }
CUDA_CPU_FN uint64_t reversed(uint64_t x) { return (uint64_t)__brev((uint32_t)x) << 32 | __brev((uint32_t)(x >> 32)); }

/* Four of the eight bytes of b:a, or copies of their signs. */
CUDA_CPU_FN uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector)
{
    const uint64_t all = (uint64_t)b << 32 | a;
    uint32_t result = 0;

    for (int i = 0; i < 4; i++) {
        uint32_t which = selector >> 4 * i, byte = (uint32_t)(all >> 8 * (which & 7)) & 0xff;

        result |= (which & 8 ? byte & 0x80 ? 0xffu : 0 : byte) << 8 * i;
    }
    return result;
}

/* The sum of the products of four bytes, and c. */
template <class A, class B> CUDA_CPU_FN uint32_t dot4(uint32_t a, uint32_t b, uint32_t c)
{
    for (int i = 0; i < 32; i += 8) {
        int x = std::is_signed<A>::value ? (int8_t)(a >> i) : (uint8_t)(a >> i);
        int y = std::is_signed<B>::value ? (int8_t)(b >> i) : (uint8_t)(b >> i);

        c += (uint32_t)(x * y);
    }
    return c;
}

/* c, and the differences of four bytes without their signs. */
template <class T> CUDA_CPU_FN uint32_t differences(uint32_t a, uint32_t b, uint32_t c)
{
    for (int i = 0; i < 32; i += 8) {
        int x = std::is_signed<T>::value ? (int8_t)(a >> i) : (uint8_t)(a >> i);
        int y = std::is_signed<T>::value ? (int8_t)(b >> i) : (uint8_t)(b >> i);

        c += (uint32_t)(x < y ? y - x : x - y);
    }
    return c;
}

/* ---- Memory -------------------------------------------------------------------------------- */

/* Where an address is: a pointer or its number; in shared memory, a number of 32 or 64 bits. */
template <class T> CUDA_CPU_ALIAS char *at(T address) { return (char *)get<uint64_t>(address); }
template <class T> CUDA_CPU_ALIAS char *shared_at(T address)
{
    return (char *)cuda_cpu_shared_pointer((uint32_t)get<uint64_t>(address));
}

template <class T, int n> struct alignas(sizeof(T) * n > 16 ? 16 : sizeof(T) * n) vec { T v[n]; };

/* Memory orders: a plain access; one that other threads may watch; an access after what came before. */
struct plain {};
struct relaxed {};
struct ordered {};

template <class T, int n> CUDA_CPU_ALIAS vec<T, n> load(const char *p, plain) { return *(const vec<T, n> *)p; }

/* Loops poll with these, so other threads get their turn. */
template <class T, int n> CUDA_CPU_FN vec<T, n> load(const char *p, relaxed)
{
    cuda_cpu_poll();
    CUDA_CPU_LOAD_AT((const vec<T, n> *)p, 1);
    __asm__ volatile("" : : : "memory");
    return *(const vec<T, n> *)p;
}

template <class T, int n> CUDA_CPU_ALIAS void store(char *p, vec<T, n> x, plain) { *(vec<T, n> *)p = x; }
template <class T> CUDA_CPU_ALIAS void store(char *p, vec<T, 1> x, relaxed) { *(volatile T *)p = x.v[0]; }
template <class T, int n> CUDA_CPU_ALIAS void store(char *p, vec<T, n> x, relaxed) { *(vec<T, n> *)p = x; }

/* atom and red: what they do with the old value. */
#define CUDA_CPU_TO(name, result)                                                                 \
    template <class T> struct to_##name {                                                         \
        T value;                                                                                  \
        CUDA_CPU_MUTE T operator()(T old) const { return (T)(result); }                           \
    };
CUDA_CPU_TO(add, old + value)
CUDA_CPU_TO(min, old < value ? old : value)
CUDA_CPU_TO(max, old > value ? old : value)
CUDA_CPU_TO(and, old & value)
CUDA_CPU_TO(or, old | value)
CUDA_CPU_TO(xor, old ^ value)
CUDA_CPU_TO(inc, old >= value ? 0 : old + 1)
CUDA_CPU_TO(dec, old == 0 || old > value ? value : old - 1)
#undef CUDA_CPU_TO
template <class T> struct to_exch { T value; CUDA_CPU_MUTE T operator()(T) const { return value; } };
template <class T> struct to_cas { T expected, value; CUDA_CPU_MUTE T operator()(T old) const { return old == expected ? value : old; } };

template <class T, template <class> class To> CUDA_CPU_FN T update(char *p, To<T> to, relaxed, int scope)
{
    cuda_cpu_poll();
    CUDA_CPU_ATOMIC_AT((T *)p, scope);
    (void)scope;
    return cuda_cpu_update((T *)p, to);
}
template <class T, template <class> class To> CUDA_CPU_FN T update(char *p, To<T> to, ordered, int scope)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return update(p, to, relaxed(), scope | 4 /* releases */);
}
template <class T> CUDA_CPU_ALIAS void store(char *p, vec<T, 1> x, ordered) { update(p, to_exch<T>{x.v[0]}, ordered(), 16 /* stores */); }

/* cp.async */
CUDA_CPU_ALIAS void copy(char *to, const char *from, uint32_t size, uint32_t valid, CUDA_CPU_PLACE)
{
    if (((size_t)to | (size_t)from) % size)
        cuda_cpu_report("fault", "%s:%d: cp.async of %u bytes: misaligned address", file, line, size);
    cuda_cpu_copy_async(to, from, size, valid < size ? valid : size, nullptr, file, line);
}

/* ---- The thread, its warp and block -------------------------------------------------------- */

CUDA_CPU_FN uint32_t thread_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
CUDA_CPU_FN uint32_t laneid() { return thread_in_block() % 32; }
CUDA_CPU_FN uint32_t warpid() { return thread_in_block() / 32; }
CUDA_CPU_FN uint32_t nwarpid() { return 64; }           /* 2048 threads per SM */
CUDA_CPU_FN uint32_t nsmid() { return 4; }
CUDA_CPU_FN uint32_t smid()                             /* the SMs take blocks in turn */
{
    return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % nsmid();
}
CUDA_CPU_FN uint64_t gridid() { return 1; }
CUDA_CPU_FN uint32_t lanemask_eq() { return 1u << laneid(); }
CUDA_CPU_FN uint32_t lanemask_lt() { return (1u << laneid()) - 1; }
CUDA_CPU_FN uint32_t lanemask_le() { return (2u << laneid()) - 1; }
CUDA_CPU_FN uint32_t lanemask_gt() { return ~lanemask_le(); }
CUDA_CPU_FN uint32_t lanemask_ge() { return ~lanemask_lt(); }
CUDA_CPU_FN uint32_t clock() { return (uint32_t)clock64(); }
CUDA_CPU_FN uint32_t clock_hi() { return (uint32_t)((uint64_t)clock64() >> 32); }
CUDA_CPU_FN uint64_t clock64() { return (uint64_t)::clock64(); }
CUDA_CPU_FN uint64_t globaltimer() { return (uint64_t)::clock64(); }
CUDA_CPU_FN uint32_t globaltimer_lo() { return clock(); }
CUDA_CPU_FN uint32_t globaltimer_hi() { return clock_hi(); }
CUDA_CPU_FN uint32_t dynamic_smem_size() { return cuda_cpu_dynamic_shared_size(); }
CUDA_CPU_FN uint32_t total_smem_size() { return cuda_cpu_dynamic_shared_size(); }

CUDA_CPU_FN uint32_t first_of(uint32_t lanes) { return (uint32_t)__builtin_ctz(lanes | 0x80000000u); }
CUDA_CPU_FN bool all_same(uint32_t yes, uint32_t lanes) { return !yes || yes == lanes; }

/* A barrier must be number 0, of all threads. `threads`: as the program says, or 0. */
CUDA_CPU_FN void whole_block(uint32_t number, uint32_t threads = 0, CUDA_CPU_PLACE)
{
    if (number || (threads && threads != blockDim.x * blockDim.y * blockDim.z))
        cuda_cpu_fail("%s:%d: the CPU device has only barrier 0 of all threads of a block, not number %u of %u threads",
                      file, line, number, threads);
}

/* The lane that a shuffle reads, and whether it is within the segment. A lane outside reads itself. */
struct source { int number; bool is_in_range; };
CUDA_CPU_FN source source_of(int from, bool is_up, uint32_t c)
{
    const int lane = (int)laneid(), segment = (int)(c >> 8 & 31), last = (lane & segment) | ((int)(c & 31) & ~segment);
    const bool is_in_range = is_up ? from >= last : from <= last;

    return {is_in_range ? from : lane, is_in_range};
}
CUDA_CPU_FN source source_up(uint32_t b, uint32_t c) { return source_of((int)(laneid() - (b & 31)), true, c); }
CUDA_CPU_FN source source_down(uint32_t b, uint32_t c) { return source_of((int)(laneid() + (b & 31)), false, c); }
CUDA_CPU_FN source source_bfly(uint32_t b, uint32_t c) { return source_of((int)(laneid() ^ (b & 31)), false, c); }
CUDA_CPU_FN source source_idx(uint32_t b, uint32_t c)
{
    const uint32_t segment = c >> 8 & 31;

    return source_of((int)((laneid() & segment) | (b & 31 & ~segment)), false, c);
}

} /* namespace cuda_cpu_ptx */

/* ---- Addresses in shared memory ------------------------------------------------------------ */

CUDA_CPU_FN size_t __cvta_generic_to_shared(const void *p) { return cuda_cpu_shared_address(p); }
CUDA_CPU_FN void *__cvta_shared_to_generic(size_t address) { return cuda_cpu_shared_pointer((uint32_t)address); }
CUDA_CPU_FN size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
CUDA_CPU_FN void *__cvta_global_to_generic(size_t address) { return (void *)address; }
CUDA_CPU_FN unsigned __isShared(const void *p) { return (unsigned)cuda_cpu_is_shared(p); }
CUDA_CPU_FN unsigned __isGlobal(const void *p) { return !cuda_cpu_is_shared(p); }

#endif
