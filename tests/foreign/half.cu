// Mixed precision: half storage, float sums; half2 arithmetic compared with the host's.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#define CHECK_CUDA(expr)                                                               \
  if (cudaError_t e = (expr); e != cudaSuccess) {                                      \
    std::fprintf(stderr, "%s: %s (line %d)\n", #expr, cudaGetErrorString(e), __LINE__); \
    return 1;                                                                          \
  }

constexpr int kThreads = 128;

__global__ void to_half(const float *in, half *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(in[i]);
}

__global__ void axpy(half a, const half2 *x, half2 *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma2(__half2half2(a), x[i], y[i]);
}

__global__ void dot(const half *x, const half *y, float *result, int n) {
  __shared__ half largest[kThreads / 32];
  float sum = 0.0f;
  half top = __float2half(-1000.0f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += __half2float(x[i]) * __half2float(y[i]);
    top = __hmax(top, x[i] + y[i]);
  }
  for (int offset = 16; offset > 0; offset >>= 1) {
    sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    top = __hmax(top, __shfl_xor_sync(0xffffffffu, top, offset));
  }
  if (threadIdx.x % 32 == 0) {
    largest[threadIdx.x / 32] = top;
    atomicAdd(&result[0], sum);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < kThreads / 32; w++)
      if (largest[w] > largest[0]) largest[0] = largest[w];
    result[1] = __half2float(largest[0]);
  }
}

int main() {
  const int n = 1024;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++) {
    x[i] = (i % 32) * 0.125f;   // exact in half
    y[i] = 1.0f - (i % 8) * 0.5f;
  }
  float *floats, *result;
  half *hx, *hy;
  CHECK_CUDA(cudaMalloc(&floats, n * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&hx, n * sizeof(half)));
  CHECK_CUDA(cudaMalloc(&hy, n * sizeof(half)));
  CHECK_CUDA(cudaMallocManaged(&result, 2 * sizeof(float)));
  result[0] = result[1] = 0;
  CHECK_CUDA(cudaMemcpy(floats, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  to_half<<<n / kThreads, kThreads>>>(floats, hx, n);
  CHECK_CUDA(cudaMemcpy(floats, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  to_half<<<n / kThreads, kThreads>>>(floats, hy, n);
  axpy<<<n / 2 / kThreads, kThreads>>>(__float2half(0.5f), reinterpret_cast<half2 *>(hx),
                                       reinterpret_cast<half2 *>(hy), n / 2);
  dot<<<1, kThreads>>>(hx, hy, result, n);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());

  double sum = 0, top = -1000;
  for (int i = 0; i < n; i++) {
    const float moved = y[i] + 0.5f * x[i];     // all of it exact
    sum += x[i] * moved;
    top = std::max<double>(top, x[i] + moved);
  }
  const bool odd = __half2float(__float2half(2049.0f)) == 2048.0f     // to even
                   && __half2float(__float2half(1e-7f)) == 0x1p-23f && std::isinf(__half2float(__float2half(65520.0f)));
  std::printf("%g (%g), %g (%g)%s\n", result[0], sum, result[1], top, odd ? "" : ", rounding is wrong");
  cudaFree(floats), cudaFree(hx), cudaFree(hy);
  const bool good = std::fabs(result[0] - sum) < 1e-3 * sum && result[1] == top && odd;
  cudaFree(result);
  return !good;
}
