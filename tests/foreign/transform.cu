// A small "parallel algorithms" library: functors and device lambdas over a grid-stride loop.
// nvcc needs --extended-lambda.
#include <cuda_runtime.h>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <type_traits>
#include <vector>

template <typename T>
struct Span
{
  T *first = nullptr;
  int count = 0;

  __host__ __device__ T &operator[](int i) const { return first[i]; }
  __host__ __device__ int size() const { return count; }
  __host__ __device__ T *begin() const { return first; }
  __host__ __device__ T *end() const { return first + count; }
};

template <int UNROLL = 1, typename F>
__global__ void forEachIndex(int n, F f)
{
  const int step = gridDim.x * blockDim.x;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += step * UNROLL)
  {
#pragma unroll
    for (int u = 0; u < UNROLL; u++)
      if (i + u * step < n) f(i + u * step);
  }
}

template <typename F, typename A, typename B>
void run(int n, F f, A a, B b)
{
  auto bound = [=] __device__(int i) { f(i, a, b); };
  forEachIndex<2><<<4, dim3{96}>>>(n, bound);
}

struct Axpy
{
  float a;
  Span<const float> x;
  Span<float> y;
  __device__ void operator()(int i) const { y[i] += a * x[i]; }
};

template <class Op>
class Transformer
{
public:
  explicit Transformer(Op op) : op_(op) {}
  void operator()(Span<float> data) const
  {
    const Op op = op_;
    forEachIndex<<<2, 128>>>(data.size(), [=] __device__(int i) { data[i] = op(data[i]); });
  }

private:
  Op op_;
};

struct Square
{
  __host__ __device__ float operator()(float x) const { return x * x; }
};

struct Particle
{
  float3 position;
  float mass;
};

int main()
{
  constexpr int n = 1000;
  float *px, *py;
  Particle *pp;
  cudaMallocManaged(&px, n * sizeof(float));
  cudaMallocManaged(&py, n * sizeof(float));
  cudaMallocManaged(&pp, n * sizeof(Particle));
  Span<float> x{px, n}, y{py, n};
  Span<Particle> particles{pp, n};

  int fill = 3;
  forEachIndex<<<1, 256>>>(n, [=] __host__ __device__(int i) { x[i] = float(i % fill); y[i] = 1; });
  forEachIndex<4><<<3, 64>>>(n, Axpy{2.0f, {px, n}, y});
  Transformer<Square>{Square{}}(y);
  run(n, [=] __device__(int i, float scale, float3 origin) {
    particles[i] = {make_float3(origin.x + i, origin.y, y[i]), scale};
  }, 0.5f, make_float3(1, 2, 3));
  const cudaError_t error = cudaDeviceSynchronize();

  std::function<float(int)> expected = [&](int i) { return Square{}(1 + 2.0f * (i % fill)); };
  std::ostringstream log;
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (y[i] != expected(i) || pp[i].position.x != 1 + i || pp[i].position.z != y[i] || pp[i].mass != 0.5f)
      log << std::setw(6) << i << ": " << y[i] << '\n', ++wrong;
  std::cout << log.str().substr(0, 200) << (wrong ? "wrong" : "right") << std::endl;
  cudaFree(px), cudaFree(py), cudaFree(pp);
  return wrong || error;
}
