// Graphs: captured from two streams, made node by node, with a child, changed after they were made, and with a loop
// whose condition a kernel sets.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t e = (call);                                                                   \
        if (e != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));            \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

static const int N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK;
static int failures, called;

struct Scale { float by, plus; };

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void scale(float *a, Scale s, int n = N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * s.by + s.plus;
}

template <class T> __global__ void fill(T *a, T value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = value;
}

__global__ void count_down(int *left, int *rounds, cudaGraphConditionalHandle again)
{
    ++*rounds;
    cudaGraphSetConditional(again, --*left > 0);
}

static void expect(const char *what, double is, double should)
{
    if (is != should) {
        printf("%s: %g, should be %g\n", what, is, should);
        failures++;
    }
}

static void CUDART_CB note(void *data) { called += *(int *)data; }

static cudaGraphNode_t kernel_node(cudaGraph_t graph)
{
    size_t n = 0;
    CHECK(cudaGraphGetNodes(graph, NULL, &n));
    std::vector<cudaGraphNode_t> nodes(n);
    CHECK(cudaGraphGetNodes(graph, nodes.data(), &n));
    for (cudaGraphNode_t node : nodes) {
        cudaGraphNodeType type;
        CHECK(cudaGraphNodeGetType(node, &type));
        if (type == cudaGraphNodeTypeKernel)
            return node;
    }
    return NULL;
}

int main()
{
    float *a, *b, *c, h[N];
    cudaStream_t main_stream, side;
    cudaEvent_t fork, join;
    cudaGraph_t graph, child;
    cudaGraphExec_t exec;
    cudaGraphNode_t node[5];
    size_t count = 0;

    CHECK(cudaMalloc(&a, N * sizeof *a));
    CHECK(cudaMalloc(&b, N * sizeof *b));
    CHECK(cudaMalloc(&c, N * sizeof *c));
    CHECK(cudaStreamCreate(&main_stream));
    CHECK(cudaStreamCreate(&side));
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

    // Two streams; nothing runs while it is recorded, and arguments are those of that time.
    float value = 2;
    int one = 1;
    CHECK(cudaMemset(a, 0, N * sizeof *a));
    CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
    fill<<<GRID, BLOCK, 0, main_stream>>>(a, value, N);
    CHECK(cudaEventRecord(fork, main_stream));
    CHECK(cudaStreamWaitEvent(side, fork, 0));
    fill<float><<<GRID, BLOCK, 0, side>>>(b, 3, N);
    value = 100;
    CHECK(cudaEventRecord(join, side));
    CHECK(cudaMemsetAsync(c, 0, N * sizeof *c, main_stream));
    CHECK(cudaStreamWaitEvent(main_stream, join, 0));
    add<<<GRID, BLOCK, 0, main_stream>>>(a, b, c, N);
    scale<<<GRID, BLOCK, 0, main_stream>>>(c, Scale{10, 1});
    CHECK(cudaLaunchHostFunc(main_stream, note, &one));
    CHECK(cudaMemcpyAsync(h, c, sizeof h, cudaMemcpyDeviceToHost, main_stream));
    CHECK(cudaStreamEndCapture(main_stream, &graph));
    expect("calls while recording", called, 0);
    CHECK(cudaGraphGetNodes(graph, NULL, &count));
    expect("nodes", (double)count, 7);
    CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(exec, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    expect("captured", h[N - 1], 51);
    expect("calls", called, 3);
    CHECK(cudaGraphExecDestroy(exec));

    // Changed, and used as a part of another graph.
    cudaKernelNodeParams params;
    float four = 4;
    int n = N;
    void *fill_args[] = {&a, &four, &n};
    CHECK(cudaGraphKernelNodeGetParams(kernel_node(graph), &params));
    expect("its block", params.blockDim.x, BLOCK);
    expect("its argument", *(float *)params.kernelParams[1], 2);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    params.kernelParams = fill_args;
    CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel_node(graph), &params));
    CHECK(cudaGraphLaunch(exec, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    expect("changed", h[0], 71);
    four = 5;
    CHECK(cudaGraphKernelNodeSetParams(kernel_node(graph), &params));
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(exec, graph, &info));
    expect("updated", info.result, cudaGraphExecUpdateSuccess);
    CHECK(cudaGraphLaunch(exec, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    expect("after the update", h[0], 81);
    CHECK(cudaGraphExecDestroy(exec));
    child = graph;

    // Node by node: fill, copy, scale, child, copy back; in an order that its edges say.
    Scale s = {2, 7};
    float in[N], out[N];
    void *scale_args[] = {&b, &s, &n};
    for (int i = 0; i < N; i++)
        in[i] = (float)i;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddMemcpyNode1D(&node[0], graph, NULL, 0, out, b, sizeof out, cudaMemcpyDeviceToHost));
    params = cudaKernelNodeParams();
    params.func = (void *)scale;
    params.gridDim = dim3(GRID);
    params.blockDim = dim3(BLOCK);
    params.kernelParams = scale_args;
    CHECK(cudaGraphAddKernelNode(&node[1], graph, NULL, 0, &params));
    s.by = -1;
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(in, sizeof in, N, 1);
    copy.dstPtr = make_cudaPitchedPtr(b, sizeof in, N, 1);
    copy.extent = make_cudaExtent(sizeof in, 1, 1);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaGraphAddMemcpyNode(&node[2], graph, NULL, 0, &copy));
    CHECK(cudaGraphAddChildGraphNode(&node[3], graph, NULL, 0, child));
    cudaMemsetParams seven = {};
    seven.dst = c;
    seven.value = 7;
    seven.elementSize = 4;
    seven.width = N;
    seven.height = 1;
    CHECK(cudaGraphAddMemsetNode(&node[4], graph, &node[3], 1, &seven));
    const cudaGraphNode_t from[] = {node[3], node[2], node[1]}, to[] = {node[2], node[1], node[0]};
    CHECK(cudaGraphAddDependencies(graph, from, to, NULL, 3));
    CHECK(cudaGraphGetEdges(graph, NULL, NULL, NULL, &count));
    expect("edges", (double)count, 4);
    CHECK(cudaGraphGetRootNodes(graph, NULL, &count));
    expect("roots", (double)count, 1);
    cudaGraphNode_t before[6], after[6];
    count = 0;
    expect("room for none", cudaGraphGetEdges(graph, before, after, NULL, &count), cudaErrorInvalidValue);
    expect("no nodes either", cudaGraphGetNodes(graph, before, &count), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    count = 6;
    CHECK(cudaGraphGetEdges(graph, before, after, NULL, &count));
    expect("edges in a list", (double)count, 4);
    expect("what is left over", before[4] || before[5] || after[4] || after[5], 0);
    count = 6;
    CHECK(cudaGraphNodeGetDependencies(node[0], before, NULL, &count));
    expect("what one waits for", count == 1 && before[0] == node[1] && !before[1] && !before[5], 1);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(child));
    CHECK(cudaGraphLaunch(exec, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    expect("node by node", out[5], 17);
    expect("the child", h[5], 81);
    int seen;
    CHECK(cudaMemcpy(&seen, c + N - 1, sizeof seen, cudaMemcpyDeviceToHost));
    expect("filled", seen, 7);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));

    // A loop.
    int *numbers, start[] = {5, 0}, end[2];
    cudaGraphConditionalHandle again;
    CHECK(cudaMalloc(&numbers, sizeof start));
    CHECK(cudaMemcpy(numbers, start, sizeof start, cudaMemcpyHostToDevice));
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams loop = {cudaGraphNodeTypeConditional};
    loop.conditional.handle = again;
    loop.conditional.type = cudaGraphCondTypeWhile;
    loop.conditional.size = 1;
    CHECK(cudaGraphAddNode(&node[0], graph, NULL, NULL, 0, &loop));
    CHECK(cudaStreamBeginCaptureToGraph(side, loop.conditional.phGraph_out[0], NULL, NULL, 0, cudaStreamCaptureModeRelaxed));
    count_down<<<1, 1, 0, side>>>(numbers, numbers + 1, again);
    CHECK(cudaStreamEndCapture(side, NULL));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, main_stream));
    CHECK(cudaMemcpyAsync(end, numbers, sizeof end, cudaMemcpyDeviceToHost, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    expect("rounds", end[1], 5);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));

    // What cannot be recorded: waiting, and work that nobody joins.
    CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeRelaxed));
    expect("waiting", cudaStreamSynchronize(main_stream), cudaErrorStreamCaptureUnsupported);
    expect("a failed capture", cudaStreamEndCapture(main_stream, &graph), cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaEventRecord(fork, main_stream));
    CHECK(cudaStreamWaitEvent(side, fork, 0));
    CHECK(cudaMemsetAsync(a, 0, 4, side));
    expect("not joined", cudaStreamEndCapture(main_stream, &graph), cudaErrorStreamCaptureUnjoined);
    cudaGetLastError();
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    CHECK(cudaFree(numbers));
    printf("%s\n", failures ? "FAILED" : "PASSED");
    return failures != 0;
}
