/* In the style of the CUDA samples: their kind of helper header, pinned and registered memory, hints, events. */
#include <cuda_runtime.h>

#include "sample_check.h"

#include <cmath>

__global__ void scale(float *out, const float *in, float by, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;

    if (i < n)
        out[i] = by * in[i];
}

int main()
{
    const int n = 5000;
    size_t bytes = n * sizeof(float);
    float *in = (float *)malloc(bytes), *out, *device, milliseconds = -1;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    cudaStreamAttrValue window = {};
    int errors = 0;

    find_device();
    for (int i = 0; i < n; i++)
        in[i] = (float)i;
    checkResult(cudaHostRegister(in, bytes, cudaHostRegisterMapped));
    float *mapped = nullptr;
    checkResult(cudaHostGetDevicePointer(&mapped, in, 0));
    checkResult(cudaMallocHost(&out, bytes));
    checkResult(cudaMalloc((void **)&device, bytes));
    checkResult(cudaStreamCreate(&stream));
    checkResult(cudaEventCreate(&start));
    checkResult(cudaEventCreate(&stop));
    window.accessPolicyWindow.base_ptr = device;
    window.accessPolicyWindow.num_bytes = bytes;
    window.accessPolicyWindow.hitRatio = 1.0f;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    checkResult(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
    checkResult(cudaEventRecord(start, stream));
    scale<<<(n + 255) / 256, 256, 0, stream>>>(device, mapped, 3.0f, n);
    checkResult(cudaGetLastError());
    checkResult(cudaMemcpyAsync(out, device, bytes, cudaMemcpyDeviceToHost, stream));
    checkResult(cudaEventRecord(stop, stream));
    checkResult(cudaStreamSynchronize(stream));
    checkResult(cudaEventElapsedTime(&milliseconds, start, stop));
    scale<<<1, 256, 0, nullptr>>>(device, mapped, INT_MAX > 0 ? 2.0f : 0.0f, 256);      // no <climits>
    checkResult(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        errors += fabsf(out[i] - 3.0f * i) > 1e-3f;
    checkResult(cudaHostUnregister(in));
    checkResult(cudaFreeHost(out));
    checkResult(cudaFree(device));
    checkResult(cudaEventDestroy(start));
    checkResult(cudaEventDestroy(stop));
    checkResult(cudaStreamDestroy(stream));
    free(in);
    printf("%s\n", errors || milliseconds < 0 ? "FAILED" : "passed");
    return errors != 0;
}
