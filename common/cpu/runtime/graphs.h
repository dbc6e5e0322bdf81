/* graphs.h: graphs of work, made from a captured stream or node by node: the runtime's part, for C and C++. Included
 * by cuda_runtime_api.h. Kernel nodes, and the calls that need C++'s types, are in cuda/graphs.h. */
#ifndef CUDA_CPU_GRAPHS_H
#define CUDA_CPU_GRAPHS_H

typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;

enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated
};
enum cudaStreamUpdateCaptureDependenciesFlags { cudaStreamAddCaptureDependencies, cudaStreamSetCaptureDependencies };
enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost,
    cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord,
    cudaGraphNodeTypeMemAlloc = 10, cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional = 13,
    cudaGraphNodeTypeCount
};
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf, cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch };
enum cudaGraphExecUpdateResult {
    cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged,
    cudaGraphExecUpdateErrorNodeTypeChanged
};
enum {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4, cudaGraphInstantiateFlagUseNodePriority = 8
};
enum { cudaGraphCondAssignDefault = 1 };
typedef enum cudaStreamCaptureMode cudaStreamCaptureMode;
typedef enum cudaStreamCaptureStatus cudaStreamCaptureStatus;
typedef enum cudaGraphNodeType cudaGraphNodeType;
typedef enum cudaGraphConditionalNodeType cudaGraphConditionalNodeType;
typedef enum cudaGraphExecUpdateResult cudaGraphExecUpdateResult;
typedef unsigned long long cudaGraphConditionalHandle;
typedef struct cudaGraphEdgeData_st { unsigned char from_port, to_port, type, reserved[5]; } cudaGraphEdgeData;
typedef struct { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; } cudaGraphExecUpdateResultInfo;

/* Fills `height` rows of `width` elements. */
struct cudaMemsetParams { void *dst; size_t pitch; unsigned int value, elementSize; size_t width, height; };
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaConditionalNodeParams {
    cudaGraphConditionalHandle handle;
    enum cudaGraphConditionalNodeType type;
    unsigned int size;
    cudaGraph_t *phGraph_out;           /* the graphs to choose from */
    void *ctx;
};

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *data, size_t count, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id CUDA_CPU_DEFAULT(0), cudaGraph_t *graph CUDA_CPU_DEFAULT(0),
                                     const cudaGraphNode_t **dependencies CUDA_CPU_DEFAULT(0),
                                     const cudaGraphEdgeData **data CUDA_CPU_DEFAULT(0),
                                     size_t *count CUDA_CPU_DEFAULT(0));
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *data, size_t count,
                                                unsigned int flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemcpy3DParms *copy);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t count, void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemsetParams *fill);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 size_t count, const struct cudaHostNodeParams *call);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                  size_t count);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                       size_t count, cudaGraph_t child);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     const cudaGraphEdgeData *data, size_t count);
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int value CUDA_CPU_DEFAULT(0),
                                             unsigned int flags CUDA_CPU_DEFAULT(0));
cudaError_t cuda_cpu_graph_add_conditional(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count,
                                           struct cudaConditionalNodeParams *conditional);

/* How many there are, and these, if there is a place for them. */
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data,
                              size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies, cudaGraphEdgeData *data,
                                         size_t *count);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);

/* ---- For cuda/graphs.h and the runtime ----------------------------------------------------- */

/* What a node does. Several nodes may have the same: it is dropped with the last of them. */
struct cuda_cpu_work {
    unsigned int users;
    cudaError_t (*run)(const struct cuda_cpu_work *work);
    void (*drop)(struct cuda_cpu_work *work);
    int is_transfer;                    /* a copy or a fill: no thread of a kernel runs */
};
/* Each takes the work: it is dropped if there is an error. The work of a node of this type; NULL: it is none. The node
 * of an executable graph that was made of this one. */
cudaError_t cuda_cpu_graph_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                               size_t count, enum cudaGraphNodeType type, struct cuda_cpu_work *work);
cudaError_t cuda_cpu_graph_set(cudaGraphNode_t node, enum cudaGraphNodeType type, struct cuda_cpu_work *work);
const struct cuda_cpu_work *cuda_cpu_graph_work(cudaGraphNode_t node, enum cudaGraphNodeType type);
cudaGraphNode_t cuda_cpu_graph_node_in(cudaGraphExec_t exec, cudaGraphNode_t node);
void cuda_cpu_graph_set_conditional(cudaGraphConditionalHandle handle, unsigned int value);

/* Is work in this stream, or in any, recorded, not done? Is it recorded, or put into the stream's queue (queues.h)? Does
 * that. */
int cuda_cpu_is_deferred(cudaStream_t stream);
int cuda_cpu_is_capturing(cudaStream_t stream);
int cuda_cpu_is_any_capturing(void);
cudaError_t cuda_cpu_capture(cudaStream_t stream, enum cudaGraphNodeType type, struct cuda_cpu_work *work);
cudaError_t cuda_cpu_capture_copy(cudaStream_t stream, const struct cudaMemcpy3DParms *copy);
cudaError_t cuda_cpu_capture_rows(cudaStream_t stream, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                  size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cuda_cpu_capture_fill(cudaStream_t stream, const struct cudaMemsetParams *fill);
cudaError_t cuda_cpu_capture_call(cudaStream_t stream, cudaHostFn_t function, void *data);

/* What a stream or an event knows of a capture. A join adds what the event knows to what the stream does next. */
struct cuda_cpu_capture;
struct cuda_cpu_capture_at { struct cuda_cpu_capture *capture; cudaGraphNode_t *last; size_t count; };
struct cuda_cpu_capture_at *cuda_cpu_capture_of(cudaStream_t stream);   /* NULL: not a stream that can be captured */
void cuda_cpu_capture_note(struct cuda_cpu_capture_at *event, cudaStream_t stream);
cudaError_t cuda_cpu_capture_join(cudaStream_t stream, const struct cuda_cpu_capture_at *event);
/* A call that waits, while work is recorded: the capture fails. */
cudaError_t cuda_cpu_capture_must_not(cudaStream_t stream);

#endif
