/* graphs.h: kernels in graphs. Included by cuda_runtime.h after its launches. */
#ifndef CUDA_CPU_CUDA_GRAPHS_H
#define CUDA_CPU_CUDA_GRAPHS_H

struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned int sharedMemBytes;
    void **kernelParams, **extra;       /* extra: refused */
};
typedef cudaKernelNodeParams cudaKernelNodeParamsV2;

/* A kernel with its arguments, which are copied when the node is made, and freed with it. */
struct cuda_cpu_kernel_work {
    cuda_cpu_work work;
    cudaKernelNodeParams params;
    cuda_cpu_launcher *launcher;
    cuda_cpu_way way;
    struct cuda_cpu_launch_place place;
};

/* An argument by reference refers to the caller's object, also later. */
template <class P> CUDA_CPU_UNOBSERVED inline void cuda_cpu_copy_argument(void ***to, char **bytes, void *from)
{
    typedef std::remove_reference_t<P> T;
    size_t at = ((size_t)*bytes + alignof(T) - 1) / alignof(T) * alignof(T);

    *(*to)++ = std::is_reference<P>::value ? from : (void *)at;
    if (!std::is_reference<P>::value) {
        memcpy((void *)at, from, sizeof(T));
        *bytes = (char *)at + sizeof(T);
    }
}

template <class... P> CUDA_CPU_UNOBSERVED inline void **cuda_cpu_copy_arguments(void **args)
{
    const size_t sizes[] = {0, sizeof(std::remove_reference_t<P>) + alignof(std::remove_reference_t<P>)...};
    size_t size = (sizeof...(P) + 1) * sizeof(void *);
    void **copy, **to;
    char *bytes;

    for (size_t s : sizes)
        size += s;
    copy = to = (void **)malloc(size);
    if (!copy)
        return nullptr;
    bytes = (char *)(copy + sizeof...(P) + 1);
    const int each[] = {0, (cuda_cpu_copy_argument<P>(&to, &bytes, *args++), 0)...};
    (void)each;
    *to = nullptr;
    return copy;
}

inline cudaError_t cuda_cpu_run_kernel_work(const cuda_cpu_work *work)
{
    const cuda_cpu_kernel_work *k = (const cuda_cpu_kernel_work *)work;

    cuda_cpu_launch_place = k->place;
    return k->launcher(k->params.func, k->params.gridDim, k->params.blockDim, k->params.kernelParams,
                       k->params.sharedMemBytes, 0, k->way);
}

inline void cuda_cpu_drop_kernel_work(cuda_cpu_work *work)
{
    free(((cuda_cpu_kernel_work *)work)->params.kernelParams);
    delete (cuda_cpu_kernel_work *)work;
}

inline cuda_cpu_work *cuda_cpu_new_kernel_work(const cudaKernelNodeParams &params, cuda_cpu_launcher *launcher,
                                               cuda_cpu_copier *copier, const cuda_cpu_way &way)
{
    cuda_cpu_kernel_work *k = new cuda_cpu_kernel_work{
        {1, cuda_cpu_run_kernel_work, cuda_cpu_drop_kernel_work, 0}, params, launcher, way, cuda_cpu_launch_place};

    k->params.kernelParams = copier(params.kernelParams);
    k->params.extra = nullptr;
    return &k->work;
}

template <class... P>
CUDA_CPU_UNOBSERVED inline cudaError_t cuda_cpu_capture_kernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                                               size_t shared, cudaStream_t stream,
                                                               const cuda_cpu_way &way)
{
    cuda_cpu_known(0, kernel);
    return cuda_cpu_capture(stream, cudaGraphNodeTypeKernel,
                            cuda_cpu_new_kernel_work({(void *)kernel, grid, block, (unsigned)shared, args, nullptr},
                                                     cuda_cpu_launch_known<P...>, cuda_cpu_copy_arguments<P...>, way));
}

template <class F> struct cuda_cpu_function_work {
    cuda_cpu_work work;
    F function;

    static cudaError_t run(const cuda_cpu_work *work)
    {
        F copy = ((const cuda_cpu_function_work *)work)->function;

        copy();
        return cudaPeekAtLastError();
    }
    static void drop(cuda_cpu_work *work) { delete (cuda_cpu_function_work *)work; }
};

template <class F> inline cudaError_t cuda_cpu_capture_function(cudaStream_t stream, F function)
{
    typedef cuda_cpu_function_work<F> made;

    return cuda_cpu_capture(stream, cudaGraphNodeTypeKernel, &(new made{{1, made::run, made::drop, 0}, function})->work);
}

/* ---- Kernel nodes -------------------------------------------------------------------------- */

/* The work that these parameters describe; NULL: not a kernel that the device knows. */
inline cuda_cpu_work *cuda_cpu_kernel_of(const cudaKernelNodeParams *params, const cuda_cpu_way &way)
{
    const cuda_cpu_handle *h = params && !params->extra ? cuda_cpu_find_handle(params->func) : nullptr;

    cuda_cpu_launch_place = {nullptr, 0};
    return h ? cuda_cpu_new_kernel_work(*params, h->launcher, h->copier, way) : nullptr;
}

inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                          size_t count, const cudaKernelNodeParams *params)
{
    cuda_cpu_work *work = cuda_cpu_kernel_of(params, {});

    return work ? cuda_cpu_graph_add(node, graph, dependencies, count, cudaGraphNodeTypeKernel, work)
                : cuda_cpu_error(params && !params->extra ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
}

/* The parameters belong to the node. */
inline cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *params)
{
    const cuda_cpu_work *work = cuda_cpu_graph_work(node, cudaGraphNodeTypeKernel);

    if (!work || !params)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (work->run != cuda_cpu_run_kernel_work)          /* one of several kernels of a name */
        return cuda_cpu_error(cudaErrorNotSupported);
    *params = ((const cuda_cpu_kernel_work *)work)->params;
    return cudaSuccess;
}

/* The node stays cooperative, and keeps its clusters. */
inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *params)
{
    const cuda_cpu_work *old = cuda_cpu_graph_work(node, cudaGraphNodeTypeKernel);
    const bool is_known = old && old->run == cuda_cpu_run_kernel_work;
    cuda_cpu_work *work = cuda_cpu_kernel_of(params, is_known ? ((const cuda_cpu_kernel_work *)old)->way : cuda_cpu_way{});

    return work ? cuda_cpu_graph_set(node, cudaGraphNodeTypeKernel, work) : cuda_cpu_error(cudaErrorInvalidValue);
}

inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const cudaKernelNodeParams *params)
{
    return cudaGraphKernelNodeSetParams(cuda_cpu_graph_node_in(exec, node), params);
}

/* ---- Any node ------------------------------------------------------------------------------ */

struct cudaMemcpyNodeParams { int flags, reserved[3]; cudaMemcpy3DParms copyParams; };
struct cudaChildGraphNodeParams { cudaGraph_t graph; };
struct cudaGraphNodeParams {
    cudaGraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        cudaKernelNodeParams kernel;
        cudaMemcpyNodeParams memcpy;
        cudaMemsetParams memset;
        cudaHostNodeParams host;
        cudaChildGraphNodeParams graph;
        cudaConditionalNodeParams conditional;
    };
    long long reserved2;
};

inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                    const cudaGraphEdgeData *, size_t count, cudaGraphNodeParams *params)
{
    if (!params)
        return cuda_cpu_error(cudaErrorInvalidValue);
    switch (params->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphAddKernelNode(node, graph, dependencies, count, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphAddMemsetNode(node, graph, dependencies, count, &params->memset);
    case cudaGraphNodeTypeHost: return cudaGraphAddHostNode(node, graph, dependencies, count, &params->host);
    case cudaGraphNodeTypeGraph: return cudaGraphAddChildGraphNode(node, graph, dependencies, count, params->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case cudaGraphNodeTypeConditional:
        return cuda_cpu_graph_add_conditional(node, graph, dependencies, count, &params->conditional);
    default: return cuda_cpu_error(cudaErrorNotSupported);
    }
}

/* In a kernel: what the conditional nodes of this handle do. */
CUDA_CPU_FN void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value)
{
    cuda_cpu_graph_set_conditional(handle, value);
}

/* The forms before CUDA 12, which many programs still use and which nvcc still takes in C++. */
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *node, char *log,
                                        size_t size)
{
    (void)node, (void)log, (void)size;
    return cudaGraphInstantiate(exec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node,
                                       cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);

    if (node)
        *node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                            size_t count)
{
    return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}

#endif
