/* device_functions.h: what a kernel can call on the CPU device: barriers, warp operations,
 * atomics, fences, loads with cache hints, bit and arithmetic functions.
 *
 * The default arguments `file` and `line` are the caller's place in the lesson, for the engine's
 * reports. CUDA_CPU_FN marks functions that run on the device; a build that instruments the lesson
 * can compile them out of line. */
#ifndef CUDA_CPU_DEVICE_FUNCTIONS_H
#define CUDA_CPU_DEVICE_FUNCTIONS_H

#include "../engine/engine.h"
#ifdef CUDA_CPU_INSPECT
#include "../inspector/own_accesses.h"
#endif
#include "vector_types.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef CUDA_CPU_INSPECT
/* Code that the inspector need not observe, because it never runs in a kernel. */
#if defined(__clang__)
#define CUDA_CPU_UNOBSERVED                                                                       \
    __attribute__((disable_sanitizer_instrumentation, no_sanitize("thread", "undefined", "coverage")))
#elif __GNUC__ >= 12
#define CUDA_CPU_UNOBSERVED __attribute__((no_sanitize("thread", "undefined"), no_sanitize_coverage))
#else
#define CUDA_CPU_UNOBSERVED __attribute__((no_sanitize("thread", "undefined")))
#endif
/* Code that runs in a kernel but is not the program's. It is out of line, so that it has its own stack
 * frame, and not instrumented. It reports its memory accesses to the inspector. */
#if !defined(__clang__) && __GNUC__ >= 12
#define CUDA_CPU_MUTE                                                                             \
    CUDA_CPU_UNOBSERVED __attribute__((optimize("O2", "no-optimize-sibling-calls", "no-omit-frame-pointer")))
#else
#define CUDA_CPU_MUTE CUDA_CPU_UNOBSERVED
#endif
#define CUDA_CPU_FN static CUDA_CPU_MUTE __attribute__((noinline, unused, section("cuda_cpu_own")))
#define CUDA_CPU_ATOMIC_AT(p, how) cuda_cpu_observe_atomic(p, sizeof *(p), how)
#define CUDA_CPU_LOAD_AT(p, strength) cuda_cpu_observe_load(p, sizeof *(p), strength)
#define CUDA_CPU_STORE_AT(p) cuda_cpu_observe_store(p, sizeof *(p))
#define CUDA_CPU_COPY_AT(to, size, from, valid, barrier) cuda_cpu_observe_copy(to, size, from, valid, barrier)
#define CUDA_CPU_FENCE(how) cuda_cpu_observe_fence(how)
#define CUDA_CPU_PROXY_FENCE() cuda_cpu_observe_proxy_fence()
#define CUDA_CPU_AWAIT_GRID() cuda_cpu_observe_await_grid()
#else
#define CUDA_CPU_UNOBSERVED
#define CUDA_CPU_MUTE
#define CUDA_CPU_FN static inline
#define CUDA_CPU_ATOMIC_AT(p, scope) ((void)0)
#define CUDA_CPU_LOAD_AT(p, strength) ((void)0)
#define CUDA_CPU_STORE_AT(p) ((void)0)
#define CUDA_CPU_COPY_AT(to, size, from, valid, barrier) 0
#define CUDA_CPU_FENCE(scope) ((void)0)
#define CUDA_CPU_PROXY_FENCE() ((void)0)
#define CUDA_CPU_AWAIT_GRID() ((void)0)
#endif
#define CUDA_CPU_ALIAS static inline __attribute__((always_inline))
#define CUDA_CPU_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/* The built-in variables. Only threadIdx differs between the threads of a block. */
extern "C" {
extern const __thread uint3 threadIdx, blockIdx;
extern const __thread dim3 blockDim, gridDim;
extern const int warpSize;
}

/* Polling loops call functions that call this one, so that other threads get their turn. */
CUDA_CPU_FN void cuda_cpu_poll()
{
    if (--cuda_cpu_patience <= 0)
        cuda_cpu_yield();
}

template <class To, class From> CUDA_CPU_FN To cuda_cpu_bits(From from)
{
    To to = {};

    memcpy(&to, &from, sizeof from < sizeof to ? sizeof from : sizeof to);
    return to;
}

/* ---- Barriers ------------------------------------------------------------------------------ */

/* Waits for all threads of the block; one that has ended counts as arrived. */
CUDA_CPU_FN void __syncthreads(CUDA_CPU_PLACE)
{
    cuda_cpu_syncthreads(file, line);
}

/* The same, and returns to all of them how many predicates are true, whether all are, whether any is. */
CUDA_CPU_FN int __syncthreads_count(int predicate, CUDA_CPU_PLACE)
{
    return (int)cuda_cpu_barrier(CUDA_CPU_COUNT, predicate, file, line);
}

CUDA_CPU_FN int __syncthreads_and(int predicate, CUDA_CPU_PLACE)
{
    return (int)cuda_cpu_barrier(CUDA_CPU_AND, predicate, file, line);
}

CUDA_CPU_FN int __syncthreads_or(int predicate, CUDA_CPU_PLACE)
{
    return (int)cuda_cpu_barrier(CUDA_CPU_OR, predicate, file, line);
}

/* Waits for the lanes of the mask, and orders memory between them. */
CUDA_CPU_FN void __syncwarp(unsigned mask = 0xffffffffu, CUDA_CPU_PLACE)
{
    cuda_cpu_warp(CUDA_CPU_SYNCWARP, mask, 0, 0, file, line);
}

/* Fences order this thread's writes for others; they do not wait. */
CUDA_CPU_FN void __threadfence()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    CUDA_CPU_FENCE(1 /* device */ | 4 /* releases */);
    cuda_cpu_poll();
}

CUDA_CPU_FN void __threadfence_block()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    CUDA_CPU_FENCE(2 /* block */ | 4);
    cuda_cpu_poll();
}

CUDA_CPU_FN void __threadfence_system()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    CUDA_CPU_FENCE(0 /* system */ | 4);
    cuda_cpu_poll();
}

/* ---- Small asynchronous copies ------------------------------------------------------------- */

/* Of 4, 8 or 16 bytes to shared memory; those after `valid` become 0. barrier NULL: they are of the thread's groups. */
CUDA_CPU_FN void cuda_cpu_copy_async(void *to, const void *from, uint32_t size, uint32_t valid, uint64_t *barrier,
                                     const char *file, int line)
{
    cuda_cpu_copy_small(to, from, size, valid, barrier, CUDA_CPU_COPY_AT(to, size, from, valid, barrier), file, line);
}

CUDA_CPU_FN void cuda_cpu_async_commit() { cuda_cpu_small_commit(); }
CUDA_CPU_FN void cuda_cpu_async_wait(unsigned left, bool is_all = false) { cuda_cpu_small_wait(left, is_all); }

/* ---- Warp operations ----------------------------------------------------------------------- */

/* A shuffle of up to 8 bytes. The hardware uses five bits of the lane or distance. */
template <class T>
CUDA_CPU_FN T cuda_cpu_shuffle(int kind, unsigned mask, T value, unsigned from, unsigned width,
                               const char *file, int line)
{
    return cuda_cpu_bits<T>(cuda_cpu_warp(kind, mask, cuda_cpu_bits<uint64_t>(value),
                                          (from & 31) << 8 | width, file, line));
}

/* __shfl_sync and its family: a value from another lane. A lane that is not in the mask or has ended
 * gives 0x7ffadbad, which is NaN as a float; on a GPU the result is undefined. */
#define CUDA_CPU_SHUFFLES(T)                                                                      \
    CUDA_CPU_FN T __shfl_sync(unsigned mask, T value, int lane, int width = 32, CUDA_CPU_PLACE)   \
    {                                                                                             \
        return cuda_cpu_shuffle(CUDA_CPU_SHFL, mask, value, lane, width, file, line);        \
    }                                                                                             \
    CUDA_CPU_FN T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32,          \
                                 CUDA_CPU_PLACE)                                                  \
    {                                                                                             \
        return cuda_cpu_shuffle(CUDA_CPU_SHFL_UP, mask, value, delta, width, file, line);         \
    }                                                                                             \
    CUDA_CPU_FN T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,        \
                                   CUDA_CPU_PLACE)                                                \
    {                                                                                             \
        return cuda_cpu_shuffle(CUDA_CPU_SHFL_DOWN, mask, value, delta, width, file, line);       \
    }                                                                                             \
    CUDA_CPU_FN T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32,               \
                                  CUDA_CPU_PLACE)                                                 \
    {                                                                                             \
        return cuda_cpu_shuffle(CUDA_CPU_SHFL_XOR, mask, value, bits, width, file, line);         \
    }

#define CUDA_CPU_MATCHES(T)                                                                      \
    CUDA_CPU_FN unsigned __match_any_sync(unsigned mask, T value, CUDA_CPU_PLACE)                 \
    {                                                                                             \
        return (unsigned)cuda_cpu_warp(CUDA_CPU_MATCH_ANY, mask, cuda_cpu_bits<uint64_t>(value),  \
                                       0, file, line);                                            \
    }                                                                                             \
    CUDA_CPU_FN unsigned __match_all_sync(unsigned mask, T value, int *all, CUDA_CPU_PLACE)       \
    {                                                                                             \
        unsigned lanes = (unsigned)cuda_cpu_warp(CUDA_CPU_MATCH_ALL, mask,                        \
                                                 cuda_cpu_bits<uint64_t>(value), 0, file, line);  \
        *all = lanes != 0;                                                                        \
        return lanes;                                                                             \
    }

CUDA_CPU_SHUFFLES(int)
CUDA_CPU_SHUFFLES(unsigned int)
CUDA_CPU_SHUFFLES(long)
CUDA_CPU_SHUFFLES(unsigned long)
CUDA_CPU_SHUFFLES(long long)
CUDA_CPU_SHUFFLES(unsigned long long)
CUDA_CPU_SHUFFLES(float)
CUDA_CPU_SHUFFLES(double)
CUDA_CPU_MATCHES(int)
CUDA_CPU_MATCHES(unsigned int)
CUDA_CPU_MATCHES(long)
CUDA_CPU_MATCHES(unsigned long)
CUDA_CPU_MATCHES(long long)
CUDA_CPU_MATCHES(unsigned long long)
CUDA_CPU_MATCHES(float)
CUDA_CPU_MATCHES(double)
#undef CUDA_CPU_MATCHES

/* Votes: which lanes of the mask say yes; whether any does; whether all do. */
CUDA_CPU_FN unsigned __ballot_sync(unsigned mask, int predicate, CUDA_CPU_PLACE)
{
    return (unsigned)cuda_cpu_warp(CUDA_CPU_BALLOT, mask, predicate != 0, 0, file, line);
}

CUDA_CPU_FN int __any_sync(unsigned mask, int predicate, CUDA_CPU_PLACE)
{
    return cuda_cpu_warp(CUDA_CPU_BALLOT, mask, predicate != 0, 0, file, line) != 0;
}

CUDA_CPU_FN int __all_sync(unsigned mask, int predicate, CUDA_CPU_PLACE)
{
    return cuda_cpu_warp(CUDA_CPU_ALL, mask, predicate != 0, 0, file, line) != 0;
}

/* __reduce_add_sync and its family: the whole warp's sum, minimum, ... in one step. */
#define CUDA_CPU_REDUCE(name, T, kind)                                                            \
    CUDA_CPU_FN T name(unsigned mask, T value, CUDA_CPU_PLACE)                                    \
    {                                                                                             \
        return (T)cuda_cpu_warp(kind, mask, (unsigned)value, 0, file, line);                  \
    }

CUDA_CPU_REDUCE(__reduce_add_sync, int, CUDA_CPU_ADD)
CUDA_CPU_REDUCE(__reduce_add_sync, unsigned, CUDA_CPU_ADD)
CUDA_CPU_REDUCE(__reduce_min_sync, int, CUDA_CPU_MIN_S)
CUDA_CPU_REDUCE(__reduce_min_sync, unsigned, CUDA_CPU_MIN_U)
CUDA_CPU_REDUCE(__reduce_max_sync, int, CUDA_CPU_MAX_S)
CUDA_CPU_REDUCE(__reduce_max_sync, unsigned, CUDA_CPU_MAX_U)
CUDA_CPU_REDUCE(__reduce_and_sync, unsigned, CUDA_CPU_BITAND)
CUDA_CPU_REDUCE(__reduce_or_sync, unsigned, CUDA_CPU_BITOR)
CUDA_CPU_REDUCE(__reduce_xor_sync, unsigned, CUDA_CPU_BITXOR)
#undef CUDA_CPU_REDUCE

/* The lanes that execute this call together: here, as many as the program's branches allow. */
static inline __attribute__((always_inline)) unsigned __activemask(CUDA_CPU_PLACE)
{
    return (unsigned)cuda_cpu_activemask(file, line);
}

/* ---- Atomics: each returns the old value --------------------------------------------------- */

template <int size> struct cuda_cpu_word;
template <> struct cuda_cpu_word<2> { typedef uint16_t type; };
template <> struct cuda_cpu_word<4> { typedef uint32_t type; };
template <> struct cuda_cpu_word<8> { typedef uint64_t type; };

/* Replaces *address by f(old) in one step. The value passes through an integer of its size, so that
 * floats also work. */
template <class T, class F> CUDA_CPU_FN T cuda_cpu_update(T *address, F f)
{
    typedef typename cuda_cpu_word<sizeof(T)>::type word;
    word *place = (word *)address, seen = __atomic_load_n(place, __ATOMIC_RELAXED), wanted;

    do {
        wanted = cuda_cpu_bits<word>(f(cuda_cpu_bits<T>(seen)));
    } while (!__atomic_compare_exchange_n(place, &seen, wanted, 0, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return cuda_cpu_bits<T>(seen);
}

/* A number that is rounded here: it does not become part of a fused x * y + z. */
template <class T> CUDA_CPU_ALIAS T cuda_cpu_rounded(T x) { return x; }
#if defined(__x86_64__)
#define CUDA_CPU_ROUNDED(T) CUDA_CPU_ALIAS T cuda_cpu_rounded(T x) { __asm__("" : "+x"(x)); return x; }
#else
#define CUDA_CPU_ROUNDED(T) CUDA_CPU_ALIAS T cuda_cpu_rounded(T x) { __asm__("" : "+w"(x)); return x; }
#endif
CUDA_CPU_ROUNDED(float)
CUDA_CPU_ROUNDED(double)

/* Each atomicX has a form for the threads of a block and one for the whole system. All run the same way
 * here, but an inspected program distinguishes them (own_accesses.h). */
#define CUDA_CPU_ATOMIC_FORMS(T, name, PARAMETERS, ...)                                           \
    CUDA_CPU_FN T name PARAMETERS                                                                 \
    {                                                                                             \
        cuda_cpu_poll();                                                                          \
        CUDA_CPU_ATOMIC_AT(address, 1);                                                           \
        __VA_ARGS__                                                                               \
    }                                                                                             \
    CUDA_CPU_FN T name##_block PARAMETERS                                                         \
    {                                                                                             \
        cuda_cpu_poll();                                                                          \
        CUDA_CPU_ATOMIC_AT(address, 2);                                                           \
        __VA_ARGS__                                                                               \
    }                                                                                             \
    CUDA_CPU_FN T name##_system PARAMETERS                                                        \
    {                                                                                             \
        cuda_cpu_poll();                                                                          \
        CUDA_CPU_ATOMIC_AT(address, 0);                                                           \
        __VA_ARGS__                                                                               \
    }

/* What an atomic addition of floats makes of x: outside shared memory GPUs take denormals for 0. */
CUDA_CPU_FN float cuda_cpu_flushed(const void *address, float x)
{
    return fabsf(x) < __FLT_MIN__ && !cuda_cpu_is_shared(address) ? copysignf(0, x) : x;
}

#define CUDA_CPU_ATOMIC(name, T, result)                                                          \
    CUDA_CPU_ATOMIC_FORMS(T, name, (T *address, T value),                                         \
        return cuda_cpu_update(address, [=](T old) CUDA_CPU_MUTE {                                \
            (void)old;                                                                            \
            return (T)(result);                                                                   \
        });)

#define CUDA_CPU_ATOMIC_ADD(T)                                                                    \
    CUDA_CPU_ATOMIC_FORMS(T, atomicAdd, (T *address, T value),                                    \
        return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);)

#define CUDA_CPU_ATOMIC_CAS(T)                                                                    \
    CUDA_CPU_ATOMIC_FORMS(T, atomicCAS, (T *address, T compare, T value),                         \
        __atomic_compare_exchange_n(address, &compare, value, 0, __ATOMIC_RELAXED,                \
                                    __ATOMIC_RELAXED);                                            \
        return compare;)

#define CUDA_CPU_ATOMIC_INTEGERS(T)                                                               \
    CUDA_CPU_ATOMIC(atomicMin, T, old < value ? old : value)                                      \
    CUDA_CPU_ATOMIC(atomicMax, T, old > value ? old : value)                                      \
    CUDA_CPU_ATOMIC(atomicAnd, T, old & value)                                                    \
    CUDA_CPU_ATOMIC(atomicOr, T, old | value)                                                     \
    CUDA_CPU_ATOMIC(atomicXor, T, old ^ value)

CUDA_CPU_ATOMIC_ADD(int)
CUDA_CPU_ATOMIC_ADD(unsigned int)
CUDA_CPU_ATOMIC_ADD(unsigned long long)
CUDA_CPU_ATOMIC(atomicAdd, float,
                cuda_cpu_flushed(address, cuda_cpu_flushed(address, old) + cuda_cpu_flushed(address, value)))
CUDA_CPU_ATOMIC(atomicAdd, double, old + cuda_cpu_rounded(value))
CUDA_CPU_ATOMIC(atomicSub, int, old - value)
CUDA_CPU_ATOMIC(atomicSub, unsigned int, old - value)
CUDA_CPU_ATOMIC(atomicExch, int, value)
CUDA_CPU_ATOMIC(atomicExch, unsigned int, value)
CUDA_CPU_ATOMIC(atomicExch, unsigned long long, value)
CUDA_CPU_ATOMIC(atomicExch, float, value)
CUDA_CPU_ATOMIC(atomicInc, unsigned int, old >= value ? 0 : old + 1)
CUDA_CPU_ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
CUDA_CPU_ATOMIC_INTEGERS(int)
CUDA_CPU_ATOMIC_INTEGERS(unsigned int)
CUDA_CPU_ATOMIC_INTEGERS(unsigned long long)
CUDA_CPU_ATOMIC(atomicMin, long long, old < value ? old : value)
CUDA_CPU_ATOMIC(atomicMax, long long, old > value ? old : value)
CUDA_CPU_ATOMIC_CAS(unsigned short)
CUDA_CPU_ATOMIC_CAS(int)
CUDA_CPU_ATOMIC_CAS(unsigned int)
CUDA_CPU_ATOMIC_CAS(unsigned long long)
#undef CUDA_CPU_ATOMIC_ADD
#undef CUDA_CPU_ATOMIC_CAS
#undef CUDA_CPU_ATOMIC_INTEGERS

/* ---- Loads and stores with cache hints: plain ones here ------------------------------------ */

/* Bytes are copied here: a vector type's own copy is not muted, so it would count as one more access. */
template <class T> CUDA_CPU_ALIAS T cuda_cpu_bytes_at(const T *p)
{
    T value;

    __builtin_memcpy(&value, p, sizeof value);
    return value;
}

#define CUDA_CPU_LOAD(name)                                                                       \
    template <class T> CUDA_CPU_FN T name(const T *p)                                             \
    {                                                                                             \
        CUDA_CPU_LOAD_AT(p, 0);                                                                   \
        return cuda_cpu_bytes_at(p);                                                              \
    }
#define CUDA_CPU_STORE(name)                                                                      \
    template <class T> CUDA_CPU_FN void name(T *p, T value)                                       \
    {                                                                                             \
        CUDA_CPU_STORE_AT(p);                                                                     \
        __builtin_memcpy(p, &value, sizeof value);                                                \
    }

CUDA_CPU_LOAD(__ldg)
CUDA_CPU_LOAD(__ldca)
CUDA_CPU_LOAD(__ldcs)
CUDA_CPU_LOAD(__ldlu)
CUDA_CPU_STORE(__stcg)
CUDA_CPU_STORE(__stcs)
CUDA_CPU_STORE(__stwb)
CUDA_CPU_STORE(__stwt)
#undef CUDA_CPU_LOAD
#undef CUDA_CPU_STORE

/* These two bypass the L1 cache, so loops poll with them: they are never hoisted. */
template <class T> CUDA_CPU_FN T __ldcg(const T *p)
{
    cuda_cpu_poll();
    CUDA_CPU_LOAD_AT(p, 1);
    __asm__ volatile("" : : : "memory");
    return cuda_cpu_bytes_at(p);
}

template <class T> CUDA_CPU_ALIAS T __ldcv(const T *p) { return __ldcg(p); }

/* ---- Bits and numbers ---------------------------------------------------------------------- */

CUDA_CPU_FN int __popc(unsigned x) { return __builtin_popcount(x); }
CUDA_CPU_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
CUDA_CPU_FN int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
CUDA_CPU_FN int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
CUDA_CPU_FN int __ffs(int x) { return __builtin_ffs(x); }
CUDA_CPU_FN int __ffsll(long long x) { return __builtin_ffsll(x); }

CUDA_CPU_FN unsigned __brev(unsigned x)     /* bits in reverse order */
{
    unsigned r = 0;

    for (int i = 0; i < 32; i++)
        r |= (x >> i & 1) << (31 - i);
    return r;
}

/* The offset-th set bit of mask, counted from bit `base` (upwards when offset > 0). */
CUDA_CPU_FN unsigned __fns(unsigned mask, unsigned base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;

    if (offset == 0)
        return mask >> (base & 31) & 1 ? base : 0xffffffffu;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if ((mask >> i & 1) && --left == 0)
            return (unsigned)i;
    return 0xffffffffu;
}

CUDA_CPU_FN int __float_as_int(float x) { return cuda_cpu_bits<int>(x); }
CUDA_CPU_FN unsigned __float_as_uint(float x) { return cuda_cpu_bits<unsigned>(x); }
CUDA_CPU_FN float __int_as_float(int x) { return cuda_cpu_bits<float>(x); }
CUDA_CPU_FN float __uint_as_float(unsigned x) { return cuda_cpu_bits<float>(x); }
CUDA_CPU_FN long long __double_as_longlong(double x) { return cuda_cpu_bits<long long>(x); }
CUDA_CPU_FN double __longlong_as_double(long long x) { return cuda_cpu_bits<double>(x); }
CUDA_CPU_FN int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
CUDA_CPU_FN unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
CUDA_CPU_FN int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
CUDA_CPU_FN unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}

CUDA_CPU_FN float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
CUDA_CPU_FN double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
CUDA_CPU_FN float __fadd_rn(float a, float b) { return cuda_cpu_rounded(a) + cuda_cpu_rounded(b); }
CUDA_CPU_FN float __fsub_rn(float a, float b) { return cuda_cpu_rounded(a) - cuda_cpu_rounded(b); }
CUDA_CPU_FN float __fmul_rn(float a, float b) { return cuda_cpu_rounded(a * b); }
CUDA_CPU_FN float __fdividef(float a, float b) { return a / b; }
CUDA_CPU_FN float __saturatef(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }
CUDA_CPU_FN float rsqrtf(float x) { return 1 / sqrtf(x); }
CUDA_CPU_FN double rsqrt(double x) { return 1 / sqrt(x); }
/* Fast versions, not faster here. These are macros because the C library uses some of the names. */
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, (x))
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf((x), (y))
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)

#define CUDA_CPU_MIN_MAX(R, A, B)                                                                 \
    CUDA_CPU_FN constexpr R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                   \
    CUDA_CPU_FN constexpr R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }

CUDA_CPU_MIN_MAX(int, int, int)
CUDA_CPU_MIN_MAX(unsigned, unsigned, unsigned)
CUDA_CPU_MIN_MAX(unsigned, int, unsigned)
CUDA_CPU_MIN_MAX(unsigned, unsigned, int)
CUDA_CPU_MIN_MAX(long, long, long)
CUDA_CPU_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUDA_CPU_MIN_MAX(unsigned long, long, unsigned long)
CUDA_CPU_MIN_MAX(unsigned long, unsigned long, long)
CUDA_CPU_MIN_MAX(long long, long long, long long)
CUDA_CPU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUDA_CPU_MIN_MAX(unsigned long long, long long, unsigned long long)
CUDA_CPU_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef CUDA_CPU_MIN_MAX

/* If one argument is NaN, returns the other. */
CUDA_CPU_FN float min(float a, float b) { return fminf(a, b); }
CUDA_CPU_FN float max(float a, float b) { return fmaxf(a, b); }
CUDA_CPU_FN double min(double a, double b) { return fmin(a, b); }
CUDA_CPU_FN double max(double a, double b) { return fmax(a, b); }
CUDA_CPU_FN double min(float a, double b) { return fmin(a, b); }
CUDA_CPU_FN double max(float a, double b) { return fmax(a, b); }
CUDA_CPU_FN double min(double a, float b) { return fmin(a, b); }
CUDA_CPU_FN double max(double a, float b) { return fmax(a, b); }

/* ---- Time and ends ------------------------------------------------------------------------- */

extern "C" long long cuda_cpu_time_skipped;
extern "C" int cuda_cpu_takes_turns;

/* A counter that always increases: nanoseconds here. While kernels of several devices only wait, time is skipped. Devices
 * that take turns mostly wait for the machine when it is busy: for them, the processor's time counts. */
CUDA_CPU_FN long long clock64()
{
    struct timespec t;

    clock_gettime(cuda_cpu_takes_turns ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec + __atomic_load_n(&cuda_cpu_time_skipped, __ATOMIC_RELAXED);
}

/* Lets the other threads run; a GPU does not promise for how long either. */
CUDA_CPU_FN void __nanosleep(unsigned nanoseconds)
{
    (void)nanoseconds;
    cuda_cpu_yield();
}

CUDA_CPU_FN void __trap(CUDA_CPU_PLACE) { cuda_cpu_fail("%s:%d: __trap()", file, line); }

#endif
