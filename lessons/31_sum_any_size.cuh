/* 31_sum_any_size.cuh: the sum of an array of any size, on the device, in one launch.
 *
 * For use in other programs: one file, which includes nothing but CUDA. For nvcc 12 or newer, and every GPU from
 * sm_75 on.
 *
 *     void *workspace;                                      // once, for each stream that adds up
 *     cudaMalloc(&workspace, sum_any_size_workspace());
 *     cudaMemset(workspace, 0, sum_any_size_workspace());
 *
 *     error = sum_any_size(in, n, result, workspace, stream);       // as often as you like
 *
 * All of it is static: each source file that includes it has functions and kernels of its own, compiled for that file's
 * architectures. Everything but these two functions is in a namespace, any_size.
 *
 * docs/lessons/31_versus_library.md says how it was made, and how fast it is.
 */
#ifndef SUM_ANY_SIZE_CUH
#define SUM_ANY_SIZE_CUH

#include <atomic>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>
#include <type_traits>

/* Bytes of device memory that sum_any_size needs beside the array. */
static inline size_t sum_any_size_workspace(void);

/* Enqueues on `stream`, of the current device: *result = in[0] + ... + in[n - 1]. T is int or float.
 *
 * n           any number of elements; of none the sum is 0
 * in          device memory, or any other that kernels can read; aligned as a T must be, no better
 * result      one T that kernels can write and that is not part of `in`
 * workspace   sum_any_size_workspace() bytes of device memory. Zero before the first call; each call
 *             leaves zeros. Calls that may run at the same time need one each. If a launch did not
 *             come to its end, zero it again.
 *
 * Sums of int wrap, modulo 2^32. Sums of float have the same bits whenever `in` is as far from a multiple
 * of 16 bytes, n and the GPU are the same. Returns what went wrong, or cudaSuccess:
 * cudaErrorInvalidDevicePointer where kernels could not write to `result`; nothing is enqueued then. The
 * stream may be captured into a graph, after a first call outside of one. */
template <class T>
static inline cudaError_t sum_any_size(const T *in, size_t n, T *result, void *workspace,
                                cudaStream_t stream);

/* ---- What it takes ------------------------------------------------------------------------------ */

namespace any_size {

enum {
    VECTOR = 4,               /* elements of one 16-byte load */
    LOADS = 4,                /* vectors that a thread asks for before it adds the first */
    BLOCK = 512,              /* threads */
    BLOCKS_PER_SM = 4,        /* of them, at most: 2048 threads, all that an H200's holds */
    ALONE = 16384,            /* elements that one block adds up by itself, at most */
    ALONE_BLOCK = 1024,       /* its threads, at most */
    EARLY = 1048576,          /* elements, at most, that are asked for before a launch may work */
    MOST_BLOCKS = 4096        /* for which the workspace has room: a thousand SMs */
};

/* Threads that an SM can hold: for launch bounds, which must not ask for more. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
enum { SM_THREADS = 1024 };
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200)
enum { SM_THREADS = 1536 };
#else
enum { SM_THREADS = 2048 };
#endif

/* Where blocks meet. Between two launches all of it is zero. */
struct workspace {
    unsigned long long count_and_sum;      /* int: blocks that have added theirs, and their sum */
    unsigned tickets;                      /* float: blocks that have started */
    unsigned long long slot[MOST_BLOCKS];  /* float: a flag, and the sum of that block */
};

/* What to add in: unsigned numbers wrap, ints must not. And what 16 bytes of an array are. */
template <class T> struct type;
template <> struct type<int> { typedef unsigned sum; typedef int4 vector; };
template <> struct type<float> { typedef float sum; typedef float4 vector; };

/* ---- On the device ------------------------------------------------------------------------------ */

/* Where the array is cut: up to 3 elements before the first multiple of 16 bytes, vectors, and up to 3
 * elements behind them. */
template <class T> struct cut {
    const typename type<T>::vector *body;
    size_t vectors;
    const T *end; /* the element before or behind them that this thread adds, or NULL */
};

/* The last block adds both ends, because its share is never the largest. */
template <class T> static __device__ inline struct cut<T> cut_array(const T *in, size_t n)
{
    struct cut<T> c;
    size_t head = (16 - (uintptr_t)in % 16) % 16 / sizeof(T);
    if (head > n)
        head = n;
    c.body = (const typename type<T>::vector *)(in + head);
    c.vectors = (n - head) / VECTOR;
    size_t end = threadIdx.x < head ? threadIdx.x : threadIdx.x + c.vectors * VECTOR;
    c.end = blockIdx.x == gridDim.x - 1 && end < n ? &in[end] : NULL;
    return c;
}

/* The first vector of this thread. A block takes LOADS vectors for each of its threads, and then as many,
 * each time gridDim.x such pieces further on. */
static __device__ inline size_t first_vector(unsigned block)
{
    return (size_t)blockIdx.x * LOADS * block + threadIdx.x;
}

/* Asks for what is at this address, but only into the L2 cache. */
static __device__ inline void ask_for(const void *address)
{
    cuda::apply_access_property(address, 1, cuda::access_property::normal());
}

/* Waits until the previous launch in the stream has ended. This one may have begun earlier: then its blocks are on
 * their SMs already, and have asked for their first elements. Those come no further than the L2 cache, so they
 * are right even if the previous launch still changes them. After the wait, the next launch may begin. (In a
 * launch without the attribute there is nothing to wait for.) */
template <class T>
static __device__ inline void await_launch_before(struct cut<T> c, unsigned block, bool asks_early)
{
#if __CUDA_ARCH__ >= 900
    if (asks_early) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            if (first_vector(block) + k * block < c.vectors)
                ask_for(&c.body[first_vector(block) + k * block]);
        if (c.end)
            ask_for(c.end);
    }
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    (void)c;
    (void)block;
    (void)asks_early;
}

template <class T> static __device__ inline typename type<T>::sum vector_sum(typename type<T>::vector x)
{
    typedef typename type<T>::sum sum;
    return ((sum)x.x + (sum)x.y) + ((sum)x.z + (sum)x.w);
}

/* Calls use(vector) for this thread's share of the body. Each vector is needed only once, so __ldcs lets it leave
 * the caches first. */
template <class T, class Use>
static __device__ inline void each_vector(struct cut<T> c, unsigned block, Use use)
{
    typename type<T>::vector x[LOADS];
    size_t i = first_vector(block), step = (size_t)gridDim.x * LOADS * block;
    for (; i + (LOADS - 1) * block < c.vectors; i += step) { /* no condition between the loads */
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            x[k] = __ldcs(&c.body[i + k * block]);
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            use(x[k]);
    }
#pragma unroll
    for (unsigned k = 0; k < LOADS - 1; k++)
        if (i + k * block < c.vectors)
            x[k] = __ldcs(&c.body[i + k * block]);
#pragma unroll
    for (unsigned k = 0; k < LOADS - 1; k++)
        if (i + k * block < c.vectors)
            use(x[k]);
}

/* What this thread adds up. */
template <class T>
static __device__ inline typename type<T>::sum thread_sum(struct cut<T> c, unsigned block)
{
    typename type<T>::sum end = c.end ? *c.end : 0, sum = 0;
    each_vector(c, block, [&](typename type<T>::vector x) { sum += vector_sum<T>(x); });
    return sum + end;
}

/* The sum over the warp, in all of its lanes. */
static __device__ inline unsigned warp_sum(unsigned x)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffffu, x);
#else
    for (unsigned d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
#endif
}

static __device__ inline float warp_sum(float x)
{
    for (unsigned d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}

/* The sum over the block, in its first warp. `of_warp` has 32 elements of shared memory that the block has not
 * used before. When it returns, all threads have passed a barrier, unless the block is one warp. */
template <class S> static __device__ inline S block_sum(S x, S *of_warp)
{
    x = warp_sum(x);
    if (blockDim.x == 32)
        return x;
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32)
        x = warp_sum(threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : S(0));
    return x;
}

/* Few elements: one block, which waits for no other. */
template <class T>
static __global__ void __launch_bounds__(ALONE_BLOCK, 1) sum_alone(const T *in, size_t n, T *result)
{
    __shared__ typename type<T>::sum of_warp[32];
    struct cut<T> c = cut_array(in, n);
    await_launch_before(c, blockDim.x, true);
    auto sum = block_sum(thread_sum(c, blockDim.x), of_warp);
    if (threadIdx.x == 0)
        *result = (T)sum;
}

/* Integers: one 64-bit atomic per block. The low half counts the blocks, the high half adds up their sums. What the
 * sum carries is lost at the top, where it does no harm. The block that completes the count has the whole sum. */
static __global__ void __launch_bounds__(BLOCK, SM_THREADS / BLOCK)
sum_packed(const int *in, size_t n, int *result, struct workspace *w)
{
    __shared__ unsigned of_warp[32];
    struct cut<int> c = cut_array(in, n);
    await_launch_before(c, BLOCK, n <= EARLY);
    unsigned sum = block_sum(thread_sum(c, BLOCK), of_warp);
    if (threadIdx.x == 0) {
        unsigned long long mine = (unsigned long long)sum << 32 | 1;
        unsigned long long all = atomicAdd(&w->count_and_sum, mine) + mine;
        if ((unsigned)all == gridDim.x) {
            *result = (int)(unsigned)(all >> 32);
            atomicExch(&w->count_and_sum, 0);
        }
    }
}

/* The sum of 4, 8, 16 ... floats in shared memory. */
template <unsigned n> static __device__ inline float tree_sum(const float *x)
{
    if constexpr (n > 4)
        return tree_sum<n / 2>(x) + tree_sum<n / 2>(x + n / 2);
    else
        return vector_sum<float>(*(const float4 *)x);
}

/* The sum over a block of BLOCK threads, in thread 0. Floats have no warp sum in hardware, so thread 0 reads the 16
 * sums of the warps, which do not wait for each other as five more shuffles would. */
static __device__ inline float block_sum_by_tree(float x, float *of_warp)
{
    x = warp_sum(x);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    return threadIdx.x == 0 ? tree_sum<BLOCK / 32>(of_warp) : 0;
}

/* Floats: adding in the order of arrival would give other bits each time. So each block has a slot, one 64-bit word
 * for its sum and a flag, and one block adds up all slots in their order. That is the block that started last: all
 * others are running or have ended, so it never keeps one from starting. Tickets say which block started last.
 * They are drawn before the loads, which take longer. */
static __global__ void __launch_bounds__(BLOCK, SM_THREADS / BLOCK)
sum_slots(const float *in, size_t n, float *result, struct workspace *w)
{
    typedef cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> word;
    __shared__ __align__(16) float of_warp[BLOCK / 32], of_slots[BLOCK / 32];
    __shared__ bool is_last;
    struct cut<float> c = cut_array(in, n);
    await_launch_before(c, BLOCK, n <= EARLY);
    unsigned ticket = 0;
    if (threadIdx.x == 0)
        ticket = atomicAdd(&w->tickets, 1);
    float sum = thread_sum(c, BLOCK);
    if (threadIdx.x == 0)
        is_last = ticket == gridDim.x - 1;
    sum = block_sum_by_tree(sum, of_warp);
    if (threadIdx.x == 0)
        word(w->slot[blockIdx.x]).store(1ull << 32 | __float_as_uint(sum), cuda::memory_order_relaxed);
    if (!is_last)
        return;

    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += BLOCK) {
        word slot(w->slot[i]);
        unsigned long long x;
        do
            x = slot.load(cuda::memory_order_relaxed);
        while (x == 0);
        slot.store(0, cuda::memory_order_relaxed);
        sum += __uint_as_float((unsigned)x);
    }
    sum = block_sum_by_tree(sum, of_slots);
    if (threadIdx.x == 0) {
        *result = sum;
        atomicExch(&w->tickets, 0);
    }
}

/* ---- On the host -------------------------------------------------------------------------------- */

struct shape {
    unsigned grid, block;
};

/* How n elements are spread. Several blocks must meet, which takes longer than one block takes to add up 2^14
 * elements: 1024 threads have all of them on their way at once. Fewer elements get fewer threads, because a
 * barrier and a launch take longer with more. More blocks than fit at once would only start later. */
static inline struct shape choose(size_t n, int sm_count)
{
    struct shape s = {1, ALONE_BLOCK};
    if (n <= ALONE) {
        while (s.block > 32 && s.block / 2 * LOADS * VECTOR >= n)
            s.block /= 2;
        return s;
    }
    size_t piece = (size_t)BLOCK * LOADS * VECTOR, pieces = (n - 1) / piece + 1;
    size_t most = (size_t)sm_count * BLOCKS_PER_SM;
    if (most > MOST_BLOCKS)
        most = MOST_BLOCKS;
    s.grid = (unsigned)(pieces < most ? pieces : most);
    s.block = BLOCK;
    return s;
}

/* Can kernels write there? */
static inline cudaError_t check_result(const void *result, int device)
{
    struct cudaPointerAttributes of;
    int reaches_host = 0;
    cudaError_t error = result ? cudaPointerGetAttributes(&of, result) : cudaErrorInvalidDevicePointer;
    if (error != cudaSuccess || of.devicePointer)
        return error;
    error = cudaDeviceGetAttribute(&reaches_host, cudaDevAttrPageableMemoryAccess, device);
    return error != cudaSuccess || reaches_host ? error : cudaErrorInvalidDevicePointer;
}

/* The kernel of many blocks. */
template <class T> static inline auto blocks_kernel(void)
{
    if constexpr (std::is_same<T, int>::value)
        return sum_packed;
    else
        return sum_slots;
}

/* What the choice depends on. Asked only once for each device, since asking takes time; 0 means not known yet. */
struct facts {
    int sm_count;
    bool alone_waits, blocks_wait; /* was the kernel compiled so that it waits? Then its launches may begin early */
};

template <class Kernel> static inline cudaError_t get_waits(bool *waits, Kernel kernel)
{
    struct cudaFuncAttributes compiled;
    cudaError_t error = cudaFuncGetAttributes(&compiled, kernel);
    *waits = error == cudaSuccess && compiled.ptxVersion >= 90;
    return error;
}

template <class T> static inline cudaError_t get_facts(struct facts *f, int device)
{
    enum { DEVICES = 64 };
    static std::atomic<int> known[DEVICES];
    int all = device < DEVICES ? known[device].load(std::memory_order_relaxed) : 0;
    f->sm_count = all / 4;
    f->alone_waits = all / 2 % 2;
    f->blocks_wait = all % 2;
    if (all)
        return cudaSuccess;
    cudaError_t error = cudaDeviceGetAttribute(&f->sm_count, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = get_waits(&f->alone_waits, sum_alone<T>);
    if (error == cudaSuccess)
        error = get_waits(&f->blocks_wait, blocks_kernel<T>());
    if (error == cudaSuccess && device < DEVICES)
        known[device].store(4 * f->sm_count + 2 * f->alone_waits + f->blocks_wait, std::memory_order_relaxed);
    return error;
}

/* Launches a kernel that calls await_launch_before. */
template <class... Parameters, class... Arguments>
static inline cudaError_t launch(void (*kernel)(Parameters...), struct shape s, bool waits, cudaStream_t stream,
                                 Arguments... arguments)
{
    cudaLaunchAttribute early;
    cudaLaunchConfig_t config = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = s.grid;
    config.blockDim = s.block;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = waits;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

}

static inline size_t sum_any_size_workspace(void)
{
    return sizeof(struct any_size::workspace);
}

template <class T>
static inline cudaError_t sum_any_size(const T *in, size_t n, T *result, void *workspace,
                                cudaStream_t stream)
{
    static_assert(std::is_same<T, int>::value || std::is_same<T, float>::value,
                  "sum_any_size adds up int or float");
    struct any_size::facts facts;
    int device;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = any_size::check_result(result, device);
    if (error == cudaSuccess)
        error = any_size::get_facts<T>(&facts, device);
    if (error != cudaSuccess)
        return error;
    struct any_size::shape s = any_size::choose(n, facts.sm_count);
    if (s.grid == 1)
        return any_size::launch(any_size::sum_alone<T>, s, facts.alone_waits, stream, in, n, result);
    return any_size::launch(any_size::blocks_kernel<T>(), s, facts.blocks_wait, stream, in, n, result,
                            (struct any_size::workspace *)workspace);
}

#endif
