/* Two nodes of a graph use one array, but no edge leads from the one that writes to the one that reads. They may run at
 * the same time. Right: the second one depends on the first. */
#include "gallery.h"

enum { N = 256 };

__global__ void square(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; /* BUG: race */ }
__global__ void turn_around(const int *in, int *out)
{
    out[threadIdx.x] = in[N - 1 - threadIdx.x]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(N), *squares = device_ints(N), *out = device_ints(N);
    void *first[] = {&in, &squares}, *then[] = {&squares, &out};
    cudaKernelNodeParams node = {};
    cudaGraphNode_t a, b;
    cudaGraph_t graph;
    cudaGraphExec_t all;
#ifdef FIXED
    const size_t before = 1;
#else
    const size_t before = 0;
#endif

    node.gridDim = dim3(1);
    node.blockDim = dim3(N);
    CHECK(cudaGraphCreate(&graph, 0));
    node.func = (void *)square;
    node.kernelParams = first;
    CHECK(cudaGraphAddKernelNode(&a, graph, NULL, 0, &node));
    node.func = (void *)turn_around;
    node.kernelParams = then;
    CHECK(cudaGraphAddKernelNode(&b, graph, &a, before, &node));
    CHECK(cudaGraphInstantiate(&all, graph, 0));
    CHECK(cudaGraphLaunch(all, 0));
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(N - 1 - i) * value(N - 1 - i); });
}
