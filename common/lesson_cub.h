/* lesson_cub.h: launch functions that let CUB do the work, for lesson_run_library. CUB comes with
 * the CUDA Toolkit. For lessons that compare with it.
 *
 *     lesson_cub_segmented_sum     r->batch rows of r->n floats; CUB is given their offsets
 *     lesson_cub_column_sum        r->n columns of r->batch rows: it has no function for them, so it is told where
 *                                  each element of a column is
 *     lesson_cub_inclusive_scan    r->n ints from r->in to r->out
 *     lesson_cub_exclusive_scan
 *     lesson_cub_reduce<Op, T>     r->n elements of type T, by an operator such as those of lesson 32
 *     lesson_cub_argmax<T>         the largest of r->n elements of type T, and its index (an int64_t, in bytes 8 to 15
 *                                  of the result)
 *
 * The CPU device has none of them: there they are NULL.
 */
#ifndef LESSON_CUB_H
#define LESSON_CUB_H

#include "harness/error.h"
#include "harness/library.h"

#ifdef CUDA_CPU_DEVICE

static const lesson_launch lesson_cub_segmented_sum = NULL;
static const lesson_launch lesson_cub_column_sum = NULL;
static const lesson_launch lesson_cub_inclusive_scan = NULL;
static const lesson_launch lesson_cub_exclusive_scan = NULL;
template <class Op, class T> static const lesson_launch lesson_cub_reduce = NULL;
template <class T> static const lesson_launch lesson_cub_argmax = NULL;

#else

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/version.cuh>
#include <limits.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

/* CUB is called twice: without memory it says how much it needs, with memory it works. */
#define LESSON_CUB(r, function, ...)                                                               \
    do {                                                                                           \
        size_t bytes = 0;                                                                          \
        CUDA_CHECK(function(NULL, bytes, __VA_ARGS__, (r)->stream));                               \
        void *memory = lesson_library_memory(r, bytes);                                            \
        CUDA_CHECK(function(memory, bytes, __VA_ARGS__, (r)->stream));                             \
    } while (0)

/* Where row number `row` begins. An array of offsets would have to be read as well. */
struct lesson_cub_offset {
    size_t n;
    __host__ __device__ size_t operator()(size_t row) const { return row * n; }
};

/* Templates, so that a lesson compiles only those that it uses: CUB takes a while. */
template <class = void>
static void lesson_cub_segmented_sum(struct reduction *r)
{
    struct lesson_cub_offset offset = {r->n};
    auto begin = thrust::make_transform_iterator(thrust::counting_iterator<size_t>(0), offset);
    LESSON_CUB(r, cub::DeviceSegmentedReduce::Sum, r->in_float, r->result_float, r->batch, begin,
               begin + 1);
}

/* Element i of all columns, one after the other. */
struct lesson_cub_by_column {
    const float *in;
    size_t rows, n;
    __device__ float operator()(size_t i) const { return in[i % rows * n + i / rows]; }
};

template <class = void>
static void lesson_cub_column_sum(struct reduction *r)
{
    struct lesson_cub_offset offset = {r->batch};
    struct lesson_cub_by_column element = {r->in_float, r->batch, r->n};
    auto begin = thrust::make_transform_iterator(thrust::counting_iterator<size_t>(0), offset);
    auto in = thrust::make_transform_iterator(thrust::counting_iterator<size_t>(0), element);
    LESSON_CUB(r, cub::DeviceSegmentedReduce::Sum, in, r->result_float, (long long)r->n, begin, begin + 1);
}

/* Older versions count elements in an int, and would take a longer array for a shorter one. */
static inline size_t lesson_cub_count(size_t n)
{
    if (CUB_VERSION < 300000 && n > INT_MAX)
        lesson_fail(LESSON_CANNOT_RUN, "this version of CUB (%d.%d) takes at most %d elements: "
                    "choose a smaller --size, or one kernel with --kernel",
                    CUB_VERSION / 100000, CUB_VERSION / 100 % 1000, INT_MAX);
    return n;
}

template <class = void>
static void lesson_cub_inclusive_scan(struct reduction *r)
{
    LESSON_CUB(r, cub::DeviceScan::InclusiveSum, r->in, r->out, lesson_cub_count(r->n));
}

template <class = void>
static void lesson_cub_exclusive_scan(struct reduction *r)
{
    LESSON_CUB(r, cub::DeviceScan::ExclusiveSum, r->in, r->out, lesson_cub_count(r->n));
}

/* An element as the operator takes it: the types that it adds up in are CUB's, too. */
template <class Op, class T> struct lesson_cub_element {
    __device__ typename Op::total operator()(const T &x) const { return Op::of(x, x); }
};

template <class Op, class T>
static void lesson_cub_reduce(struct reduction *r)
{
    enum { SM_THREADS = 2048 }; /* as in lesson_cub_sum.cu */
    r->chain = r->n / ((size_t)r->sm_count * SM_THREADS);
    LESSON_CUB(r, cub::DeviceReduce::TransformReduce, (const T *)r->in, (typename Op::total *)r->result,
               lesson_cub_count(r->n), Op(), lesson_cub_element<Op, T>(), Op::identity());
}

/* Versions before 3 return an index of 32 bits, in another form. */
#if CUB_VERSION >= 300000
template <class T>
static void lesson_cub_argmax(struct reduction *r)
{
    LESSON_CUB(r, cub::DeviceReduce::ArgMax, (const T *)r->in, (T *)r->result, (int64_t *)(r->result + 2), (int64_t)r->n);
}
#else
template <class T> static const lesson_launch lesson_cub_argmax = NULL;
#endif

#endif
#endif
