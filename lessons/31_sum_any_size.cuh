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
#include <string.h>
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
 * cudaErrorInvalidDevicePointer where kernels could not write to `result`; nothing is enqueued then. (A thread asks
 * once, as long as its calls have the same `result`.) The stream may be captured into a graph, after a first call
 * outside of one. */
template <class T>
static inline cudaError_t sum_any_size(const T *in, size_t n, T *result, void *workspace,
                                cudaStream_t stream);

/* ---- What it takes ------------------------------------------------------------------------------ */

namespace any_size {

enum {
    VECTOR = 4,               /* elements of one 16-byte load */
    LOADS = 4,                /* vectors that a thread asks for before it adds the first, at most */
    BLOCK = 512,              /* threads */
    BLOCKS_PER_SM = 4,        /* of them, at most: 2048 threads, all that an H200's holds */
    ALONE = 16384,            /* elements that one block adds up by itself, at most */
    ALONE_BLOCK = 1024,       /* its threads, at most */
    FEW = 32,                 /* slots that one warp reads, one a lane */
    EARLY = 2097152,          /* elements, at most, that are asked for before a launch may work */
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

/* Bytes of one load of a whole piece. Compute capability 10 has loads of 32, and nvcc knows them since 12.9. (So has 12, but
 * sum_slots gets 40 registers there, and then spills one.) */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200 && CUDART_VERSION >= 12090
#define SUM_ANY_SIZE_WIDE
enum { WIDE = 32 };
#else
enum { WIDE = 16 };
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

/* Where the array is cut: up to 3 elements before the first multiple of 16 bytes (up to 7, of 32), vectors, and up to 3
 * elements behind them. The vectors go out in pieces: `loads` vectors for each of `block` threads. Block b takes
 * piece b, and then each time the piece that is gridDim.x further on. */
template <class T> struct cut {
    const typename type<T>::vector *body;
    size_t vectors;
    const T *end; /* the element before or behind them that this thread adds, or NULL */
    unsigned block, loads;
};

/* The last block adds both ends, because its share is never the largest. */
template <class T>
static __device__ inline struct cut<T> cut_array(const T *in, size_t n, unsigned block, unsigned loads)
{
    struct cut<T> c;
    size_t head = (WIDE - (uintptr_t)in % WIDE) % WIDE / sizeof(T);
    if (head > n)
        head = n;
    c.body = (const typename type<T>::vector *)(in + head);
    c.vectors = (n - head) / VECTOR;
    size_t end = threadIdx.x < head ? threadIdx.x : threadIdx.x + c.vectors * VECTOR;
    c.end = blockIdx.x == gridDim.x - 1 && end < n ? &in[end] : NULL;
    c.block = block;
    c.loads = loads;
    return c;
}

/* The first vector of this block. */
template <class T> static __device__ inline size_t first_vector(struct cut<T> c)
{
    return (size_t)blockIdx.x * c.loads * c.block;
}

/* Has this thread a vector number k in the piece that begins at vector `first`? */
template <class T> static __device__ inline bool has_vector(struct cut<T> c, size_t first, unsigned k)
{
    return k < c.loads && first + threadIdx.x + k * c.block < c.vectors;
}

template <class T>
static __device__ inline const typename type<T>::vector *vector_at(struct cut<T> c, size_t first, unsigned k)
{
    return &c.body[first + threadIdx.x + k * c.block];
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
template <class T> static __device__ inline void await_launch_before(struct cut<T> c, bool asks_early)
{
#if __CUDA_ARCH__ >= 900
    if (asks_early) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            if (has_vector(c, first_vector(c), k))
                ask_for(vector_at(c, first_vector(c), k));
        if (c.end)
            ask_for(c.end);
    }
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    (void)c;
    (void)asks_early;
}

template <class T> static __device__ inline typename type<T>::sum vector_sum(typename type<T>::vector x)
{
    typedef typename type<T>::sum sum;
    return ((sum)x.x + (sum)x.y) + ((sum)x.z + (sum)x.w);
}

/* Loads this thread's vectors of a whole piece: LOADS of them, or half as many pairs, two of which are neighbours. */
template <class T>
static __device__ inline void load_whole(typename type<T>::vector (&x)[LOADS], struct cut<T> c, size_t first)
{
#ifdef SUM_ANY_SIZE_WIDE
#pragma unroll
    for (unsigned k = 0; k < LOADS; k += 2) {
        unsigned w[8];
        asm("ld.global.cs.v8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
            : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]), "=r"(w[4]), "=r"(w[5]), "=r"(w[6]), "=r"(w[7])
            : "l"(&c.body[first + 2 * threadIdx.x + k * c.block]));
        memcpy((void *)&x[k], w, sizeof w);
    }
#else
#pragma unroll
    for (unsigned k = 0; k < LOADS; k++)
        x[k] = __ldcs(vector_at(c, first, k));
#endif
}

/* Calls use(vector) for this thread's share of the body. Each vector is needed only once, so __ldcs lets it leave
 * the caches first. All threads of a block go the same way: two ways would be two waits for memory, one after the
 * other. */
template <class T, class Use> static __device__ inline void each_vector(struct cut<T> c, Use use)
{
    typename type<T>::vector x[LOADS];
    size_t first = first_vector(c), step = (size_t)gridDim.x * LOADS * c.block;
    for (; c.loads == LOADS && first + LOADS * c.block <= c.vectors; first += step) { /* no condition between the loads */
        load_whole(x, c, first);
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            use(x[k]);
    }
    if (first >= c.vectors)
        return;
#pragma unroll
    for (unsigned k = 0; k < LOADS; k++) /* the last piece may be a part of one */
        if (has_vector(c, first, k))
            x[k] = __ldcs(vector_at(c, first, k));
#pragma unroll
    for (unsigned k = 0; k < LOADS; k++)
        if (has_vector(c, first, k))
            use(x[k]);
}

/* What this thread adds up. */
template <class T> static __device__ inline typename type<T>::sum thread_sum(struct cut<T> c)
{
    typename type<T>::sum end = c.end ? *c.end : 0, sum = 0;
    each_vector(c, [&](typename type<T>::vector x) { sum += vector_sum<T>(x); });
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
    struct cut<T> c = cut_array(in, n, blockDim.x, LOADS);
    await_launch_before(c, true);
    auto sum = block_sum(thread_sum(c), of_warp);
    if (threadIdx.x == 0)
        *result = (T)sum;
}

/* Integers: one 64-bit atomic per block. The low half counts the blocks, the high half adds up their sums. What the
 * sum carries is lost at the top, where it does no harm. The block that completes the count has the whole sum. */
static __global__ void __launch_bounds__(BLOCK, SM_THREADS / BLOCK)
sum_packed(const int *in, size_t n, unsigned loads, int *result, struct workspace *w)
{
    __shared__ unsigned of_warp[32];
    struct cut<int> c = cut_array(in, n, BLOCK, loads);
    await_launch_before(c, n <= EARLY);
    unsigned sum = block_sum(thread_sum(c), of_warp);
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

typedef cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> word;

/* Waits for what a block puts into its slot, and empties it. */
static __device__ inline float take_from(unsigned long long *slot)
{
    unsigned long long x;
    do
        x = word(*slot).load(cuda::memory_order_relaxed);
    while (x == 0);
    word(*slot).store(0, cuda::memory_order_relaxed);
    return __uint_as_float((unsigned)x);
}

/* Floats: adding in the order of arrival would give other bits each time. So each block has a slot, one 64-bit word
 * for its sum and a flag, and one block adds up all slots in their order. That is the block that started last: all
 * others are running or have ended, so it never keeps one from starting. Tickets say which block started last.
 * They are drawn before the loads, which take longer. Where one warp has a lane for each slot, it needs no barrier. */
static __global__ void __launch_bounds__(BLOCK, SM_THREADS / BLOCK)
sum_slots(const float *in, size_t n, unsigned loads, float *result, struct workspace *w)
{
    __shared__ __align__(16) float of_warp[BLOCK / 32], of_slots[BLOCK / 32];
    __shared__ bool is_last;
    struct cut<float> c = cut_array(in, n, BLOCK, loads);
    await_launch_before(c, n <= EARLY);
    unsigned ticket = 0;
    if (threadIdx.x == 0)
        ticket = atomicAdd(&w->tickets, 1);
    float sum = thread_sum(c);
    if (threadIdx.x == 0)
        is_last = ticket == gridDim.x - 1;
    sum = block_sum_by_tree(sum, of_warp);
    if (threadIdx.x == 0)
        word(w->slot[blockIdx.x]).store(1ull << 32 | __float_as_uint(sum), cuda::memory_order_relaxed);
    if (!is_last || (gridDim.x <= FEW && threadIdx.x >= FEW))
        return;

    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += BLOCK)
        sum += take_from(&w->slot[i]);
    sum = gridDim.x <= FEW ? warp_sum(sum) : block_sum_by_tree(sum, of_slots);
    if (threadIdx.x == 0) {
        *result = sum;
        atomicExch(&w->tickets, 0);
    }
}

/* ---- On the host -------------------------------------------------------------------------------- */

struct shape {
    unsigned grid, block, loads;
};

/* How n elements are spread. Several blocks must meet, which takes longer than one block takes to add up 2^14
 * elements: 1024 threads have all of them on their way at once. Fewer elements get fewer threads, because a
 * barrier and a launch take longer with more. More elements get more blocks, with one vector for each thread, until
 * there are `few` blocks; then more vectors for each, and more blocks again. More blocks than fit at once would only
 * start later. */
static inline struct shape choose(size_t n, int sm_count, size_t few)
{
    struct shape s = {1, ALONE_BLOCK, LOADS};
    if (n <= ALONE) {
        while (s.block > 32 && s.block / 2 * LOADS * VECTOR >= n)
            s.block /= 2;
        return s;
    }
    size_t most = (size_t)sm_count * BLOCKS_PER_SM, vectors = (n - 1) / VECTOR + 1;
    if (most > MOST_BLOCKS)
        most = MOST_BLOCKS;
    if (few > most) /* fewer vectors than LOADS for each thread: then all blocks must fit at once */
        few = most;
    s.block = BLOCK;
    s.loads = 1;
    while (s.loads < LOADS && vectors > few * BLOCK * s.loads)
        s.loads *= 2;
    size_t pieces = (vectors - 1) / (BLOCK * s.loads) + 1;
    s.grid = (unsigned)(pieces < most ? pieces : most);
    return s;
}

/* Blocks of many, up to which more blocks are better than more vectors for each: ints meet with one atomic, so all
 * SMs may have a block. */
template <class T> static inline size_t few_blocks(int sm_count)
{
    return std::is_same<T, int>::value ? (size_t)sm_count : (size_t)FEW;
}

/* Can kernels write there? To ask takes longer than to launch, so it is asked once as long as a thread's calls
 * have the same result. */
static inline cudaError_t check_result(const void *result, int device)
{
    static thread_local struct { const void *result; int device; } last;
    if (result && result == last.result && device == last.device)
        return cudaSuccess;
    struct cudaPointerAttributes of;
    int reaches_host = 0;
    cudaError_t error = result ? cudaPointerGetAttributes(&of, result) : cudaErrorInvalidDevicePointer;
    if (error == cudaSuccess && !of.devicePointer) {
        error = cudaDeviceGetAttribute(&reaches_host, cudaDevAttrPageableMemoryAccess, device);
        if (error == cudaSuccess && !reaches_host)
            error = cudaErrorInvalidDevicePointer;
    }
    if (error == cudaSuccess) {
        last.result = result;
        last.device = device;
    }
    return error;
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
    struct any_size::shape s = any_size::choose(n, facts.sm_count, any_size::few_blocks<T>(facts.sm_count));
    if (s.grid == 1)
        return any_size::launch(any_size::sum_alone<T>, s, facts.alone_waits, stream, in, n, result);
    return any_size::launch(any_size::blocks_kernel<T>(), s, facts.blocks_wait, stream, in, n, s.loads,
                            result, (struct any_size::workspace *)workspace);
}

#endif
