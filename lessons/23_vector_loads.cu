/* Lesson 23: vector loads
 *
 * A load of 16 bytes (int4, float4) brings as much with one instruction as four loads of 4. But a GPU
 * loads 16 bytes only from a multiple of 16, and an array may begin and end anywhere. So up to three
 * elements at its head and three at its tail are added one by one:
 *
 *     address (in ints)   1  2  3 | 4  5  6  7 | 8  9 10 11 | 12 13
 *                         head    | vectors                 | tail
 *
 * scalar has 16 loads of 4 bytes in flight in each thread, as in lesson 22. vec4 has 1 load of 16
 * bytes, vec4_x4 has 4. evict_first also tells the caches that nobody will read these bytes again. */
#include "lesson.h"
#include "lesson_block.h"

template <class T> struct four;
template <> struct four<int> { typedef int4 vector; };
template <> struct four<float> { typedef float4 vector; };

struct plain { template <class V> static __device__ V load(const V *p) { return *p; } };
struct streaming { template <class V> static __device__ V load(const V *p) { return __ldcs(p); } };

/* What a thread adds up: `at_once` vectors at a time, and perhaps one element of the head, one of
 * the tail. There are four sums, so that four additions do not wait for each other. */
template <unsigned at_once, class Way, class T> __device__ T vector_sum(const T *in, size_t n)
{
    typedef typename four<T>::vector V;
    size_t to_next = (0 - (uintptr_t)in / sizeof(T)) % 4; /* elements to a multiple of 16 bytes */
    size_t head = to_next < n ? to_next : n;
    size_t vectors = (n - head) / 4, tail = (n - head) % 4;
    const V *from = (const V *)(in + head);
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t piece = (size_t)at_once * blockDim.x;
    V x[at_once];
    V sum = {thread < head ? in[thread] : 0, thread < tail ? in[n - 1 - thread] : 0, 0, 0};

#pragma unroll 1
    for (size_t i = blockIdx.x * piece + threadIdx.x; i < vectors; i += gridDim.x * piece) {
#pragma unroll
        for (unsigned k = 0; k < at_once; k++)
            x[k] = i + k * blockDim.x < vectors ? Way::load(from + i + k * blockDim.x) : V{};
#pragma unroll
        for (unsigned k = 0; k < at_once; k++) {
            sum.x += x[k].x;
            sum.y += x[k].y;
            sum.z += x[k].z;
            sum.w += x[k].w;
        }
    }
    return (sum.x + sum.y) + (sum.z + sum.w);
}

template <class T> __device__ void leave(T sum, T *partial)
{
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

template <class T>
__global__ void __launch_bounds__(1024, 1) scalar(const T *in, T *partial, size_t n)
{
    size_t piece = 16 * blockDim.x;
    leave(lesson_thread_sum<16>(in, blockIdx.x * piece + threadIdx.x, n, blockDim.x,
                                gridDim.x * piece), partial);
}

template <unsigned at_once, class Way, class T>
__global__ void __launch_bounds__(1024, 1) vec4(const T *in, T *partial, size_t n)
{
    leave(vector_sum<at_once, Way>(in, n), partial);
}

/* As many blocks as the device holds at a time, none without a piece. */
template <class T, void (*kernel)(const T *in, T *partial, size_t n)>
static void launch(struct reduction *r)
{
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, r->block, 0));
    if (!r->asked_grid && r->grid > (unsigned)(fit * r->sm_count))
        r->grid = (unsigned)(fit * r->sm_count);
    kernel<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, (T *)r->partial, r->n);
    finish(r);
}

template <class T> static void run(struct lesson *l)
{
    lesson_run(l, "scalar", launch<T, scalar<T>>, 16);
    lesson_run(l, "vec4", launch<T, vec4<1, plain, T>>, 4);
    lesson_run(l, "vec4_x4", launch<T, vec4<4, plain, T>>, 16);
    lesson_run(l, "evict_first", launch<T, vec4<4, streaming, T>>, 16);
    lesson_run_library(l, "cub_sum", lesson_cub_sum);
}

static const struct lesson_about about = {
    .title = "vector loads",
    .part = "V",
    .step_from = "lesson22",
    .offers = LESSON_INT | LESSON_FLOAT | LESSON_GRID | LESSON_ANY_BLOCK,
    .defaults = "-n 2^29",
    .kernel = "vec4",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    if (l.plan.is_float)
        run<float>(&l);
    else
        run<int>(&l);
    return lesson_end(&l);
}
