/* cuda_runtime.h: CUDA C++ on the CPU device. cpucc includes it first.
 *
 * __CUDA_ARCH__ stays undefined, as in nvcc's compilation for the host: here is only one. In code for the device
 * alone (kernels, __device__ functions and lambdas) the rewriter replaces it by CUDA_CPU_ARCH, so that
 * `#if __CUDA_ARCH__ >= 700` is true there. CUDA_CPU_DEVICE is defined. */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

#include "cuda_runtime_api.h"
#define __CUDA_RUNTIME_H__                      /* asked for, as in cuda_runtime_api.h */

#ifdef __cplusplus                              /* C has only that */
#include "cluster_functions.h"
#include "device_functions.h"
#include "device_math.h"
#include "dropped.h"
#include "../engine/engine.h"
#include "lacking.h"
#include "ptx.h"
#include "textures.h"
#include "vector_types.h"

#include <type_traits>
#include <utility>                  /* nvcc's has it, so programs rely on it */

#define CUDA_CPU_ARCH 900                       /* compute capability 9.0 */
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

/* Marks code between the engine and a kernel, which the inspector does not observe. */
#define CUDA_CPU_GLUE CUDA_CPU_MUTE

/* Code of the device may use the processor's fused x * y + z, as nvcc does (cpucc --fmad=false: it may not). Code of the
 * host may not, as with nvcc and g++. The rewriter knows which functions are the device's alone. */
#if defined(CUDA_CPU_FMA) && defined(__x86_64__)
#define CUDA_CPU_FUSED __attribute__((target("fma")))
#else
#define CUDA_CPU_FUSED
#endif
#define __global__ __attribute__((noinline)) CUDA_CPU_FUSED   /* noinline: debuggers show its frame */
#define __device__
#define __host__
#define __constant__
#define __managed__
/* What the rewriter makes of these three before a variable: memory of each device (base/variables.c), and of all. */
#if defined(__ELF__)
#define CUDA_CPU_VARIABLE __attribute__((section("cuda_cpu_device")))
#define CUDA_CPU_CONSTANT __attribute__((section("cuda_cpu_constant")))
#define CUDA_CPU_MANAGED __attribute__((section("cuda_cpu_managed")))
#else
#define CUDA_CPU_VARIABLE
#define CUDA_CPU_CONSTANT
#define CUDA_CPU_MANAGED
#endif
#define __grid_constant__
#define __shared__ thread_local                 /* a block runs on one OS thread */
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)                   /* the rewriter notes them in the kernel: */
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
/* The C++ library's headers use the word __noinline__, so the rewriter replaces it. */

/* ---- Memory, with the types that C++ adds -------------------------------------------------- */

template <class T> inline cudaError_t cudaMalloc(T **p, size_t size)
{
    return cudaMalloc((void **)p, size);
}

template <class T> inline cudaError_t cudaMallocHost(T **p, size_t size, unsigned int flags = 0)
{
    return cudaHostAlloc((void **)p, size, flags);
}

template <class T> inline cudaError_t cudaHostAlloc(T **p, size_t size, unsigned int flags)
{
    return cudaHostAlloc((void **)p, size, flags);
}

template <class T> inline cudaError_t cudaMallocManaged(T **p, size_t size, unsigned int flags = 1)
{
    return cudaMallocManaged((void **)p, size, flags);
}

template <class T> inline cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync((void **)p, size, stream);
}

template <class T>
inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)p, pitch, width, height);
}

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)device, host, flags);
}

/* The forms before CUDA 13, with a device number. */
inline cudaMemLocation cuda_cpu_location(int device)
{
    return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
            device == cudaCpuDeviceId ? 0 : device};
}

inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t size, int device,
                                        cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(p, size, cuda_cpu_location(device), 0, stream);
}

inline cudaError_t cudaMemAdvise(const void *p, size_t size, cudaMemoryAdvise advice, int device)
{
    return cudaMemAdvise(p, size, advice, cuda_cpu_location(device));
}

template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t size = 0,
                                            unsigned int flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, (void *)p, size, flags);
}

/* The address of a __device__ or __constant__ variable, for host code. */
template <class P, class T> inline cudaError_t cudaGetSymbolAddress(P **p, T &symbol)
{
    *p = (P *)cuda_cpu_symbol((const void *)&symbol, sizeof symbol);
    return cudaSuccess;
}

template <class T> inline cudaError_t cudaGetSymbolSize(size_t *size, T &symbol)
{
    *size = sizeof symbol;
    return cudaSuccess;
}

/* Copies to and from such a variable. */
template <class T>
inline cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t size, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpy((char *)cuda_cpu_symbol((const void *)&symbol, sizeof symbol) + offset, from, size, kind);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpy(to, (const char *)cuda_cpu_symbol((const void *)&symbol, sizeof symbol) + offset, size, kind);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t size,
                                           size_t offset, cudaMemcpyKind kind,
                                           cudaStream_t stream = 0)
{
    return cudaMemcpyAsync((char *)cuda_cpu_symbol((const void *)&symbol, sizeof symbol) + offset, from, size, kind, stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size,
                                             size_t offset, cudaMemcpyKind kind,
                                             cudaStream_t stream = 0)
{
    return cudaMemcpyAsync(to, (const char *)cuda_cpu_symbol((const void *)&symbol, sizeof symbol) + offset, size, kind,
                           stream);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags = cudaEventDefault)
{
    return cudaEventCreateWithFlags(event, flags);
}

template <class T>
inline cudaError_t cudaIpcOpenMemHandle(T **p, cudaIpcMemHandle_t handle, unsigned int flags)
{
    return cudaIpcOpenMemHandle((void **)p, handle, flags);
}

/* ---- Launches ------------------------------------------------------------------------------ */

template <class Body> CUDA_CPU_GLUE inline void cuda_cpu_run_body(void *body) { (*(Body *)body)(); }

/* What a launch asks for beside its shape: see launch.h. */
struct cuda_cpu_way {
    int cooperative = 0;
    unsigned cluster[3] = {0, 0, 0};
    int is_early = 0;
    const void *kernel = nullptr;       /* if only its settings matter */
};

/* Runs run(body), which calls the kernel once, for each thread of the grid. */
CUDA_CPU_UNOBSERVED inline cudaError_t cuda_cpu_launch_run(const char *text, const void *function, void (*run)(void *),
                                                           void *body, dim3 grid, dim3 block, size_t shared,
                                                           cudaStream_t stream, size_t limit, const cuda_cpu_way &way)
{
    cuda_cpu_launch launch = {text, function, run, body,
                              {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared,
                              way.cooperative, {way.cluster[0], way.cluster[1], way.cluster[2]},
                              cuda_cpu_most_in_cluster(function ? function : way.kernel), way.is_early};
    const unsigned *fixed = cuda_cpu_cluster_of(function ? function : way.kernel);

    for (int i = 0; fixed && i < 3; i++) {
        if (launch.cluster[i] && launch.cluster[i] != fixed[i])
            return cuda_cpu_error(cudaErrorInvalidClusterSize);
        launch.cluster[i] = fixed[i];
    }

    if (cuda_cpu_check_stream(stream))
        return cudaErrorInvalidResourceHandle;
    return cuda_cpu_error((cudaError_t)cuda_cpu_run(&launch, limit));
}

/* There is one for each launch in the program, so all that does not depend on `body` is above. */
template <class Body>
CUDA_CPU_UNOBSERVED inline cudaError_t cuda_cpu_launch_body(const char *text, const void *function, Body body,
                                                            dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                                                            size_t limit, const cuda_cpu_way &way)
{
    return cuda_cpu_launch_run(text, function, cuda_cpu_run_body<Body>, &body, grid, block, shared, stream, limit, way);
}

/* The host makes a kernel's arguments once, and destroys them once; each thread gets a copy of their bytes. A class
 * with a constructor or destructor of its own is passed as the address of such a copy, on all processors that we
 * know. So the kernel is called as if it had a pointer there, and no thread constructs or destroys anything. */
template <class P> struct cuda_cpu_in_memory {
    static constexpr bool can_copy = std::is_copy_constructible<P>::value, can_move = std::is_move_constructible<P>::value;
    static constexpr bool value =
        std::is_class<P>::value
        && !(std::is_trivially_destructible<P>::value && (can_copy || can_move)
             && (!can_copy || std::is_trivially_copy_constructible<P>::value)
             && (!can_move || std::is_trivially_move_constructible<P>::value));
};

template <class P, bool = cuda_cpu_in_memory<P>::value> struct cuda_cpu_parameter {     /* a number, a reference, ... */
    typedef P passed;
    P &from;
    CUDA_CPU_GLUE P &pass() { return from; }
};
template <class P> struct cuda_cpu_parameter<P, true> {
    typedef void *passed;
    alignas(P) unsigned char bytes[sizeof(P)];
    CUDA_CPU_GLUE cuda_cpu_parameter(const P &from)
    {
        __builtin_memcpy(bytes, &reinterpret_cast<const char &>(from), sizeof bytes);
    }
    CUDA_CPU_GLUE void *pass() { return bytes; }
};

/* Does any of these parameters need that, or is a reference, which must refer to the caller's object? */
template <class... P> struct cuda_cpu_are_objects { static constexpr bool value = false; };
template <class P, class... More> struct cuda_cpu_are_objects<P, More...> {
    static constexpr bool value = std::is_reference<P>::value || cuda_cpu_in_memory<P>::value
                                  || cuda_cpu_are_objects<More...>::value;
};

template <class... P>
CUDA_CPU_UNOBSERVED inline cudaError_t cuda_cpu_launch_objects(const char *text, void (*kernel)(P...), dim3 grid,
                                                               dim3 block, size_t shared, cudaStream_t stream,
                                                               size_t limit, const cuda_cpu_way &way,
                                                               std::remove_reference_t<P> &... arguments)
{
    auto call = (void (*)(typename cuda_cpu_parameter<P>::passed...))(void *)kernel;

    __asm__("" : "+r"(call));           /* the compiler must not see that it is the kernel */
    return cuda_cpu_launch_body(text, (const void *)kernel,
                                [&]() CUDA_CPU_GLUE { call(cuda_cpu_parameter<P>{arguments}.pass()...); }, grid, block,
                                shared, stream, limit, way);
}

/* Asks the rewriter's second function for the kernel: any that is not overloaded, or one with these parameters. */
template <class... A> struct cuda_cpu_function_with {
    template <class... P> auto operator()(void (*kernel)(P...)) const -> void (*)(P...) { return kernel; }
    auto operator()(void (*kernel)(A...)) const -> void (*)(A...) { return kernel; }
};
struct cuda_cpu_unknown;
template <class As, class... A>
auto cuda_cpu_kernel_type(int, const As &as) -> decltype(as(cuda_cpu_function_with<A...>()));
template <class As, class... A> cuda_cpu_unknown *cuda_cpu_kernel_type(long, const As &as);

/* The kernel's address; NULL: which instance of a template it is is known only in the call. */
template <class As, class With>
inline auto cuda_cpu_address_of(int, const As &as, With with) -> decltype((const void *)as(with))
{
    return (const void *)as(with);
}
template <class As, class With> inline const void *cuda_cpu_address_of(long, const As &, With) { return nullptr; }

/* NULL and 0 are null pointers where they are written, but integers once they are passed on. So if a
 * kernel cannot be called with its arguments unchanged, it is called with integers that also act as null
 * pointers. */
template <class I> struct cuda_cpu_integer {
    I value;
    CUDA_CPU_GLUE operator I() const { return value; }
    template <class T> CUDA_CPU_GLUE operator T *() const { return (T *)(size_t)value; }
};

template <class T> CUDA_CPU_GLUE inline T cuda_cpu_argument(T x) { return x; }
CUDA_CPU_GLUE inline cuda_cpu_integer<int> cuda_cpu_argument(int x) { return {x}; }
CUDA_CPU_GLUE inline cuda_cpu_integer<long> cuda_cpu_argument(long x) { return {x}; }

template <class Call, class... A>
CUDA_CPU_GLUE inline auto cuda_cpu_call(int, const Call &call, const A &... a) -> decltype(call(a...))
{
    return call(a...);
}

template <class Call, class... A>
CUDA_CPU_GLUE inline void cuda_cpu_call(long, const Call &call, const A &... a)
{
    call(cuda_cpu_argument(a)...);
}

/* For a stream that is captured, see graphs.h: records a launch; the function copies it. A copy of a kernel's
 * arguments in one piece of memory of malloc(): pointers to them, and they. */
template <class... P>
inline cudaError_t cuda_cpu_capture_kernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args, size_t shared,
                                           cudaStream_t stream, const cuda_cpu_way &way);
template <class F> inline cudaError_t cuda_cpu_capture_function(cudaStream_t stream, F function);
typedef void **cuda_cpu_copier(void **args);
template <class... P> inline void **cuda_cpu_copy_arguments(void **args);

/* The rewriter turns kernel<<<grid, block, shared, stream>>>(arguments) into
 * cuda_cpu_configure(text, call, as, grid, block, shared, stream)(arguments). */
template <class Call, class As> struct cuda_cpu_launching {
    const char *text;
    Call call;
    As as;
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    const char *file;
    int line;

    template <class... P>
    CUDA_CPU_UNOBSERVED void launch_objects(void (*kernel)(P...), std::remove_reference_t<P> &... arguments) const
    {
        cuda_cpu_launch_place = {file, line};
        cuda_cpu_launch_objects(text, kernel, grid, block, shared, stream, cuda_cpu_shared_limit(nullptr), {},
                                arguments...);
    }

    /* A template's kernel whose parameters are objects of just these types; any other kernel. */
    template <class... A>
    CUDA_CPU_UNOBSERVED auto launch(int, A &... arguments) const
        -> std::enable_if_t<cuda_cpu_are_objects<A...>::value, decltype(as(cuda_cpu_function_with<A...>()), void())>
    {
        launch_objects((void (*)(A...))as(cuda_cpu_function_with<A...>()), arguments...);
    }
    template <class... A> CUDA_CPU_UNOBSERVED void launch(long, A &... arguments) const
    {
        cuda_cpu_launch_place = {file, line};
        cuda_cpu_launch_body(text, nullptr, [&]() CUDA_CPU_GLUE { cuda_cpu_call(0, call, arguments...); },
                             grid, block, shared, stream, cuda_cpu_shared_limit(nullptr),
                             {0, {}, 0, cuda_cpu_address_of(0, as, cuda_cpu_function_with<A...>())});
    }

    /* In a stream that is captured: records the kernel with the arguments as it takes them; or, if it is not known
     * which of several it is, the call with these. */
    template <class... P>
    CUDA_CPU_UNOBSERVED void capture_known(void (*kernel)(P...), std::remove_reference_t<P> &... arguments) const
    {
        void *args[] = {(void *)&reinterpret_cast<const char &>(arguments)..., nullptr};

        cuda_cpu_launch_place = {file, line};
        cuda_cpu_capture_kernel(kernel, grid, block, args, shared, stream, {});
    }
    template <class... A>
    CUDA_CPU_UNOBSERVED auto capture(int, A &... arguments) const
        -> std::enable_if_t<cuda_cpu_are_objects<A...>::value, decltype(as(cuda_cpu_function_with<A...>()), void())>
    {
        capture_known((void (*)(A...))as(cuda_cpu_function_with<A...>()), arguments...);
    }
    template <class... A>
    CUDA_CPU_UNOBSERVED auto capture(int, A &... arguments) const
        -> std::enable_if_t<!cuda_cpu_are_objects<A...>::value, decltype(as(cuda_cpu_function_with<A...>()), void())>
    {
        capture_as(as(cuda_cpu_function_with<A...>()), arguments...);
    }
    template <class... P, class... A>
    CUDA_CPU_UNOBSERVED
    std::enable_if_t<sizeof...(P) == sizeof...(A)> capture_as(void (*kernel)(P...), A &... arguments) const
    {
        cuda_cpu_call(0, [&](P... made) { capture_known(kernel, made...); }, arguments...);
    }
    template <class... P, class... A>       /* with default arguments */
    CUDA_CPU_UNOBSERVED
    std::enable_if_t<sizeof...(P) != sizeof...(A)> capture_as(void (*)(P...), A &... arguments) const
    {
        capture(0L, arguments...);
    }
    template <class... A> CUDA_CPU_UNOBSERVED void capture(long, A &... arguments) const
    {
        const auto self = *this;

        cuda_cpu_capture_function(stream, [self, arguments...]() mutable { self.launch(0, arguments...); });
    }
};

template <class Launching> struct cuda_cpu_taking_any {
    Launching to;
    template <class... A> CUDA_CPU_UNOBSERVED void operator()(A... arguments) const
    {
        if (cuda_cpu_is_deferred(to.stream))
            to.capture(0, arguments...);
        else
            to.launch(0, arguments...);
    }
};

/* A kernel that takes objects: the call itself makes them, as that of any function. */
template <class Launching, class... P> struct cuda_cpu_taking_objects {
    Launching to;
    CUDA_CPU_UNOBSERVED void operator()(P... arguments) const
    {
        if (cuda_cpu_is_deferred(to.stream))
            to.capture_known((void (*)(P...))to.as(cuda_cpu_function_with<P...>()), arguments...);
        else
            to.launch_objects((void (*)(P...))to.as(cuda_cpu_function_with<P...>()), arguments...);
    }
};

template <class Launching, class Kernel> struct cuda_cpu_taking { typedef cuda_cpu_taking_any<Launching> type; };
template <class Launching, class... P> struct cuda_cpu_taking<Launching, void (*)(P...)> {
    typedef std::conditional_t<cuda_cpu_are_objects<P...>::value, cuda_cpu_taking_objects<Launching, P...>,
                               cuda_cpu_taking_any<Launching>> type;
};

template <class Call, class As>
CUDA_CPU_UNOBSERVED inline auto cuda_cpu_configure(const char *text, Call call, As as, dim3 grid, dim3 block,
                                                   size_t shared = 0, cudaStream_t stream = 0, CUDA_CPU_PLACE)
{
    typedef cuda_cpu_launching<Call, As> launching;

    return typename cuda_cpu_taking<launching, decltype(cuda_cpu_kernel_type(0, as))>::type{
        {text, call, as, grid, block, shared, stream, file, line}};
}

#define CUDA_CPU_NAME(...) CUDA_CPU_NAME_(__VA_ARGS__)
#define CUDA_CPU_NAME_(...) #__VA_ARGS__

template <unsigned... i> struct cuda_cpu_indices {};
template <unsigned n, unsigned... i>
struct cuda_cpu_count : cuda_cpu_count<n - 1, n - 1, i...> {};
template <unsigned... i> struct cuda_cpu_count<0, i...> { typedef cuda_cpu_indices<i...> type; };

/* The rewriter records the place of the next launch. */
inline void cuda_cpu_note(CUDA_CPU_PLACE) { cuda_cpu_launch_place = {file, line}; }

template <class... P, unsigned... i>
CUDA_CPU_UNOBSERVED inline cudaError_t cuda_cpu_launch_array(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                                             size_t shared, cudaStream_t stream,
                                                             const cuda_cpu_way &way, cuda_cpu_indices<i...>)
{
    (void)args;
    if (cuda_cpu_is_deferred(stream))
        return cuda_cpu_capture_kernel(kernel, grid, block, args, shared, stream, way);
    return cuda_cpu_launch_objects("(a kernel)", kernel, grid, block, shared, stream,
                                   cuda_cpu_shared_limit((const void *)kernel), way,
                                   *(std::remove_reference_t<P> *)args[i]...);
}

/* Launches with an array of pointers to the arguments. The argument is the kernel itself, or
 * (void *)kernel, whose cast the rewriter removes because the argument types are needed here. */
template <class... P>
inline cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                    size_t shared = 0, cudaStream_t stream = 0)
{
    return cuda_cpu_launch_array(kernel, grid, block, args, shared, stream, {},
                                 typename cuda_cpu_count<sizeof...(P)>::type());
}

/* The same, with all blocks of the grid resident at once, so that they can wait for each other. */
template <class... P>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                               void **args, size_t shared = 0,
                                               cudaStream_t stream = 0)
{
    return cuda_cpu_launch_array(kernel, grid, block, args, shared, stream, {1},
                                 typename cuda_cpu_count<sizeof...(P)>::type());
}

/* Kernels as const void *: which were cast to that, and how each is launched. The rewriter makes cuda_cpu_known(0,
 * kernel) of a kernel before the cast; anything else passes through. */
typedef cudaError_t cuda_cpu_launcher(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
                                      cudaStream_t stream, const cuda_cpu_way &way);
struct cuda_cpu_handle {
    const void *kernel;
    cuda_cpu_launcher *launcher;
    cuda_cpu_copier *copier;            /* of its arguments, for graphs */
    cuda_cpu_handle *next;
};
inline cuda_cpu_handle *&cuda_cpu_handles() { static cuda_cpu_handle *first; return first; }

template <class... P>
CUDA_CPU_UNOBSERVED inline cudaError_t cuda_cpu_launch_known(const void *kernel, dim3 grid, dim3 block, void **args,
                                                             size_t shared, cudaStream_t stream,
                                                             const cuda_cpu_way &way)
{
    return cuda_cpu_launch_array((void (*)(P...))kernel, grid, block, args, shared, stream, way,
                                 typename cuda_cpu_count<sizeof...(P)>::type());
}

template <class... P> CUDA_CPU_UNOBSERVED inline auto cuda_cpu_known(int, void (*kernel)(P...)) -> void (*)(P...)
{
    cuda_cpu_handle *first = __atomic_load_n(&cuda_cpu_handles(), __ATOMIC_ACQUIRE), *h = first;

    while (h && h->kernel != (const void *)kernel)
        h = h->next;
    if (!h) {
        h = new cuda_cpu_handle{(const void *)kernel, cuda_cpu_launch_known<P...>, cuda_cpu_copy_arguments<P...>, first};
        while (!__atomic_compare_exchange_n(&cuda_cpu_handles(), &h->next, h, 0, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE)) ;
    }
    return kernel;
}

template <class T> inline T &&cuda_cpu_known(long, T &&x) { return (T &&)x; }

inline const cuda_cpu_handle *cuda_cpu_find_handle(const void *kernel)
{
    const cuda_cpu_handle *h = __atomic_load_n(&cuda_cpu_handles(), __ATOMIC_ACQUIRE);

    while (h && h->kernel != kernel)
        h = h->next;
    return h;
}

inline cudaError_t cuda_cpu_launch_handle(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
                                          cudaStream_t stream, const cuda_cpu_way &way)
{
    const cuda_cpu_handle *h = cuda_cpu_find_handle(kernel);

    return h ? h->launcher(kernel, grid, block, args, shared, stream, way)
             : cuda_cpu_error(cudaErrorInvalidDeviceFunction);
}

inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0,
                                    cudaStream_t stream = 0)
{
    return cuda_cpu_launch_handle(kernel, grid, block, args, shared, stream, {});
}

inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                               size_t shared = 0, cudaStream_t stream = 0)
{
    return cuda_cpu_launch_handle(kernel, grid, block, args, shared, stream, {1});
}

struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
};

inline cuda_cpu_way cuda_cpu_way_of(const cudaLaunchConfig_t *config)
{
    cuda_cpu_way way = {};

    for (unsigned int i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttributeValue &value = config->attrs[i].val;

        if (config->attrs[i].id == cudaLaunchAttributeCooperative)
            way.cooperative = value.cooperative;
        else if (config->attrs[i].id == cudaLaunchAttributeProgrammaticStreamSerialization)
            way.is_early = value.programmaticStreamSerializationAllowed;
        else if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
            way = {way.cooperative, {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z}, way.is_early, nullptr};
    }
    return way;
}

inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **args)
{
    return cuda_cpu_launch_handle(kernel, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                                  config->stream, cuda_cpu_way_of(config));
}

/* Launches with a configuration, which may ask for a cooperative launch or for clusters. */
template <class... P>
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                       void **args)
{
    return cuda_cpu_launch_array(kernel, config->gridDim, config->blockDim, args,
                                 config->dynamicSmemBytes, config->stream,
                                 cuda_cpu_way_of(config),
                                 typename cuda_cpu_count<sizeof...(P)>::type());
}

template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&... arguments)
{
    auto launch = [&](P... made) {
        void *args[] = {(void *)&reinterpret_cast<const char &>(made)..., nullptr};

        if (cuda_cpu_is_deferred(config->stream))
            return cuda_cpu_capture_kernel(kernel, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                                           config->stream, cuda_cpu_way_of(config));
        return cuda_cpu_launch_objects("(a kernel)", kernel, config->gridDim, config->blockDim,
                                       config->dynamicSmemBytes, config->stream,
                                       cuda_cpu_shared_limit((const void *)kernel), cuda_cpu_way_of(config),
                                       made...);
    };

    return launch((A &&)arguments...);
}

/* A kernel with __cluster_dims__ refers to one of these, which notes them before main. */
template <class Kernel, Kernel kernel, unsigned x, unsigned y = 1, unsigned z = 1> struct cuda_cpu_clustered {
    static const int noted;
};
template <class Kernel, Kernel kernel, unsigned x, unsigned y, unsigned z>
const int cuda_cpu_clustered<Kernel, kernel, x, y, z>::noted = cuda_cpu_set_cluster((const void *)kernel, x, y, z);

#include "graphs.h"

/* ---- Queries about a kernel ---------------------------------------------------------------- */

template <class T> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, T *kernel)
{
    return cuda_cpu_func_attributes(a, (const void *)kernel);
}

template <class T>
inline cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value)
{
    return cuda_cpu_func_set((const void *)kernel, attribute, value);
}

template <class T> inline cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config)
{
    (void)config;
    return kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T *kernel, cudaSharedMemConfig config)
{
    (void)config;
    return kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

/* How many blocks of this size one SM holds at a time. */
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel,
                                                                 int threads, size_t shared)
{
    return cuda_cpu_occupancy(blocks, (const void *)kernel, threads, shared);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T *kernel,
                                                                          int threads,
                                                                          size_t shared,
                                                                          unsigned int flags)
{
    (void)flags;
    return cuda_cpu_occupancy(blocks, (const void *)kernel, threads, shared);
}

/* How many clusters of this configuration are resident at a time; the largest cluster that one may have. */
inline cudaError_t cuda_cpu_clusters_of(int *clusters, const void *kernel, const cudaLaunchConfig_t *config)
{
    const cuda_cpu_way way = cuda_cpu_way_of(config);
    const unsigned *fixed = cuda_cpu_cluster_of(kernel);

    return cuda_cpu_active(clusters, kernel, (int)(config->blockDim.x * config->blockDim.y * config->blockDim.z),
                           config->dynamicSmemBytes, fixed ? fixed : way.cluster);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, const cudaLaunchConfig_t *config)
{
    return cuda_cpu_clusters_of(clusters, (const void *)kernel, config);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, T *kernel, const cudaLaunchConfig_t *config)
{
    return cuda_cpu_largest_cluster(blocks, (const void *)kernel,
                                    (int)(config->blockDim.x * config->blockDim.y * config->blockDim.z),
                                    config->dynamicSmemBytes);
}

/* The most dynamic shared memory with which one SM still holds this many blocks. */
template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, T *kernel, int blocks,
                                                             int threads)
{
    size_t size = cuda_cpu_shared_limit((const void *)kernel);
    int most = 0;
    cudaError_t error;

    while (!(error = cuda_cpu_occupancy(&most, (const void *)kernel, threads, size))
           && most < blocks && size)
        size -= size < 256 ? size : 256;
    if (!error)
        *shared = size;
    return error;
}

/* The block size that gives the most threads per SM, and the grid that fills the device with it. */
template <class T, class SharedOfBlock>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T *kernel,
                                                                  SharedOfBlock shared,
                                                                  int limit = 0)
{
    int best = 0;

    for (int threads = limit > 0 && limit < 1024 ? limit : 1024; threads > 0;
         threads = (threads - 1) / 32 * 32) {
        int blocks = 0;
        cudaError_t error = cuda_cpu_occupancy(&blocks, (const void *)kernel, threads,
                                               shared(threads));

        if (error)
            return error;
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * 4;
        }
    }
    return best ? cudaSuccess : cudaErrorInvalidConfiguration;
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T *kernel,
                                                      size_t shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid, block, kernel, [=](int) { return shared; }, limit);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T *kernel,
                                                               size_t shared = 0, int limit = 0,
                                                               unsigned int flags = 0)
{
    (void)flags;
    return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared, limit);
}

#endif
#endif
