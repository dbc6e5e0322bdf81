/* Lesson 32: any operator
 *
 * All lessons so far add. Their kernels do not depend on that: any operator that is associative and commutative
 * will do, because blocks take elements in any order. Four things change with it, and these often go wrong:
 *
 *     identity    what a thread without an element brings: 0 for a sum
 *     NaN         comparisons with it are false; a maximum must not lose it
 *     width       narrow elements are added up in wider numbers
 *     transform   what happens to an element on its way in: x * x, x != 0, x * y. It costs no memory
 *
 * Each operator below is these four, as a template of the element's type. There is one kernel for all: 16-byte
 * loads (lesson 23), and the last block finishes (lesson 24).
 */
#include "lesson.h"
#include "lesson_cub.h"
#include "lesson_share.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits>

/* The types in which elements are added up and compared. Sums of integers are modulo 2^32 or 2^64, of unsigned
 * numbers, since an overflow of signed ones is undefined. */
template <class T> struct wide { typedef float value, sum; }; /* float, half, bfloat16 */
template <> struct wide<double> { typedef double value, sum; };
template <> struct wide<int> { typedef int value; typedef unsigned sum; };
template <> struct wide<signed char> { typedef int value; typedef unsigned sum; };
template <> struct wide<long long> { typedef long long value; typedef unsigned long long sum; };

/* No number lies beyond these. */
template <class A> struct extreme {
    typedef std::numeric_limits<A> limits;
    static constexpr A most = limits::has_infinity ? limits::infinity() : limits::max();
    static constexpr A least = limits::has_infinity ? -limits::infinity() : limits::lowest();
};

template <class A> struct plain { /* what most operators do before and after */
    typedef A total;
    enum { OF_TWO = 0 };
    template <class T> static __device__ A of(T x, T) { return (A)x; }
    static __device__ A end(A x) { return x; }
};

template <class T> struct sum : plain<typename wide<T>::sum> {
    typedef typename wide<T>::sum A;
    static __host__ __device__ A identity() { return 0; }
    __host__ __device__ A operator()(A a, A b) const { return a + b; }
};

template <class T> struct product : plain<typename wide<T>::sum> {
    typedef typename wide<T>::sum A;
    static __host__ __device__ A identity() { return 1; }
    __host__ __device__ A operator()(A a, A b) const { return a * b; }
};

/* If a is a NaN, a != a keeps it. If b is one, both comparisons are false. */
template <class T> struct minimum : plain<typename wide<T>::value> {
    typedef typename wide<T>::value A;
    static __host__ __device__ A identity() { return extreme<A>::most; }
    __host__ __device__ A operator()(A a, A b) const { return a < b || a != a ? a : b; }
};

template <class T> struct maximum : plain<typename wide<T>::value> {
    typedef typename wide<T>::value A;
    static __host__ __device__ A identity() { return extreme<A>::least; }
    __host__ __device__ A operator()(A a, A b) const { return a > b || a != a ? a : b; }
};

template <class T> struct all_true : plain<int> {
    static __device__ int of(T x, T) { return (typename wide<T>::value)x != 0; }
    static __host__ __device__ int identity() { return 1; }
    __host__ __device__ int operator()(int a, int b) const { return a & b; }
};

template <class T> struct any_true : all_true<T> {
    static __host__ __device__ int identity() { return 0; }
    __host__ __device__ int operator()(int a, int b) const { return a | b; }
};

template <class T> struct dot : sum<T> {
    typedef typename wide<T>::sum A;
    enum { OF_TWO = 1 };
    static __device__ A of(T x, T y) { return (A)x * (A)y; }
};

template <class T> struct norm2 : sum<T> {
    typedef typename wide<T>::sum A;
    static __device__ A of(T x, T) { return (A)x * (A)x; }
    static __device__ A end(A x) { return sqrt(x); }
};

/* As many elements as 16 bytes hold. */
template <class T> struct pack {
    enum { ELEMENTS = 16 / sizeof(T) };
    T x[ELEMENTS];
    __device__ pack() {}
    __device__ pack(uint4 bits) { memcpy((void *)x, &bits, sizeof bits); }
};

/* This thread's part of its block's share; in and second must begin at multiples of 16 bytes. */
template <class Op, class T> __device__ typename Op::total thread_total(const T *in, const T *second, size_t n)
{
    enum { ELEMENTS = pack<T>::ELEMENTS, LOADS = LESSON_SHARE_LOADS };
    const uint4 *packs = (const uint4 *)in, *seconds = (const uint4 *)second;
    size_t end = n / ELEMENTS, stride = blockDim.x, piece = LOADS * stride, rest = ELEMENTS * end + threadIdx.x;
    typename Op::total total = Op::identity();
    uint4 x[LOADS], y[LOADS];

    for (size_t i = blockIdx.x * piece + threadIdx.x; i < end; i += gridDim.x * piece) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            if (i + k * stride < end) {
                x[k] = packs[i + k * stride];
                y[k] = Op::OF_TWO ? seconds[i + k * stride] : x[k];
            }
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++) {
            pack<T> a(x[k]), b(y[k]);
#pragma unroll
            for (unsigned e = 0; e < ELEMENTS && i + k * stride < end; e++)
                total = Op()(total, Op::of(a.x[e], b.x[e]));
        }
    }
    if (blockIdx.x == 0 && rest < n) /* fewer than a pack are left */
        total = Op()(total, Op::of(in[rest], Op::OF_TWO ? second[rest] : in[rest]));
    return total;
}

__device__ unsigned tickets; /* 0 again when a kernel has ended */

template <template <class> class Op, class T> __global__ void __launch_bounds__(1024, 1)
reduce(const T *in, const T *second, size_t n, typename Op<T>::total *partial, typename Op<T>::total *result)
{
    __shared__ bool is_last;
    auto total = lesson_block_total(thread_total<Op<T>>(in, second, n), Op<T>());
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = total;
        __threadfence();
        is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!is_last)
        return;
    total = Op<T>::identity();
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        total = Op<T>()(total, partial[i]);
    total = lesson_block_total(total, Op<T>());
    if (threadIdx.x == 0)
        *result = Op<T>::end(total);
}

template <template <class> class Op, class T> static void launch(struct reduction *r)
{
    typedef typename Op<T>::total A;
    lesson_share_grid(r, reduce<Op, T>);
    r->grid += r->grid == 0; /* no elements: one block, which leaves the identity */
    size_t threads = (size_t)r->grid * r->block, at_once = LESSON_SHARE_LOADS * pack<T>::ELEMENTS;
    r->chain = r->n / threads + at_once + r->grid / r->block + 1 + 2 * (5 + 32); /* and two block totals */
    reduce<Op, T><<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, (const T *)r->second, r->n,
                                                       (A *)r->partial, (A *)r->result);
}

template <template <class> class Op, class T>
static void run_one(struct lesson *l, const char *kernel, enum lesson_operator op)
{
    lesson_run_operator(l, kernel, op, launch<Op, T>, LESSON_SHARE_LOADS * pack<T>::ELEMENTS);
}

template <class T> static void run(struct lesson *l)
{
    run_one<sum, T>(l, "reduce_sum", LESSON_SUM);
    lesson_run_operator_library(l, "cub_sum", LESSON_SUM, lesson_cub_reduce<sum<T>, T>);
    run_one<product, T>(l, "reduce_product", LESSON_PRODUCT);
    run_one<minimum, T>(l, "reduce_min", LESSON_MIN);
    run_one<maximum, T>(l, "reduce_max", LESSON_MAX);
    lesson_run_operator_library(l, "cub_max", LESSON_MAX, lesson_cub_reduce<maximum<T>, T>);
    run_one<all_true, T>(l, "reduce_and", LESSON_AND);
    run_one<any_true, T>(l, "reduce_or", LESSON_OR);
    run_one<dot, T>(l, "dot", LESSON_DOT);
    if constexpr (std::numeric_limits<typename wide<T>::value>::has_infinity)
        run_one<norm2, T>(l, "norm2", LESSON_NORM2);
}

static const struct lesson_about about = {
    .title = "any operator",
    .part = "VI",
    .offers = LESSON_INT | LESSON_FLOAT | LESSON_INT8 | LESSON_INT64 | LESSON_DOUBLE | LESSON_HALF | LESSON_BFLOAT16 | LESSON_OPERATORS | LESSON_SECOND | LESSON_GRID | LESSON_ALIGNED,
    .defaults = "-n 2^29 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    switch (l.plan.type) {
    case LESSON_OF_INT8: run<signed char>(&l); break;
    case LESSON_OF_INT64: run<long long>(&l); break;
    case LESSON_OF_FLOAT: run<float>(&l); break;
    case LESSON_OF_DOUBLE: run<double>(&l); break;
    case LESSON_OF_HALF: run<__half>(&l); break;
    case LESSON_OF_BFLOAT16: run<__nv_bfloat16>(&l); break;
    default: run<int>(&l);
    }
    return lesson_end(&l);
}
