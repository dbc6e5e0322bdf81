// Dot product in C++17: buffers that free themselves, errors as exceptions, <chrono> for time.
#include <chrono>
#include <cuda_runtime.h>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace gpu {

class error : public std::runtime_error {
public:
  error(cudaError_t code, std::string_view what)
      : std::runtime_error{std::string{what} + ": " + cudaGetErrorString(code)}, code_{code} {}
  [[nodiscard]] cudaError_t code() const noexcept { return code_; }

private:
  cudaError_t code_;
};

inline void check(cudaError_t code, std::string_view what = "CUDA") {
  if (code != cudaSuccess) throw error{code, what};
}

template <typename T>
class buffer {
  struct deleter {
    void operator()(T *p) const noexcept { cudaFree(p); }
  };
  std::unique_ptr<T[], deleter> data_;
  std::size_t size_{};

public:
  explicit buffer(std::size_t n) : size_{n} {
    T *p = nullptr;
    check(cudaMalloc(&p, n * sizeof(T)), "cudaMalloc");
    data_.reset(p);
  }
  explicit buffer(const std::vector<T> &host) : buffer(host.size()) {
    check(cudaMemcpy(data(), host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
  }
  [[nodiscard]] T *data() const noexcept { return data_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::vector<T> download() const {
    std::vector<T> host(size_);
    check(cudaMemcpy(host.data(), data(), size_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
    return host;
  }
};

template <typename T, unsigned Block>
__global__ void dot_kernel(const T *a, const T *b, T *partial, std::size_t n) {
  __shared__ T cache[Block];
  T sum{};
  for (std::size_t i = blockIdx.x * Block + threadIdx.x; i < n; i += std::size_t{Block} * gridDim.x)
    sum += a[i] * b[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = Block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = cache[0];
}

template <typename T>
auto dot(const buffer<T> &a, const buffer<T> &b) -> std::tuple<T, std::chrono::microseconds> {
  if (a.size() != b.size()) throw std::invalid_argument{"sizes differ"};
  constexpr unsigned block = 128;
  buffer<T> partial{32};
  const auto begin = std::chrono::steady_clock::now();
  dot_kernel<T, block><<<partial.size(), block>>>(a.data(), b.data(), partial.data(), a.size());
  check(cudaGetLastError(), "dot_kernel");
  check(cudaDeviceSynchronize());
  const auto end = std::chrono::steady_clock::now();
  const auto host = partial.download();
  return {std::accumulate(host.begin(), host.end(), T{}),
          std::chrono::duration_cast<std::chrono::microseconds>(end - begin)};
}

} // namespace gpu

int main() try {
  std::mt19937 engine{42};
  std::uniform_int_distribution<int> digits{0, 9};
  std::vector<int> a(10'000), b(a.size());
  for (auto *v : {&a, &b})
    for (auto &x : *v) x = digits(engine);
  const auto expected = std::inner_product(a.cbegin(), a.cend(), b.cbegin(), 0);
  const auto [result, time] = gpu::dot(gpu::buffer{a}, gpu::buffer{b});
  std::cout << "dot = " << result << " in " << time.count() << " us\n";
  std::optional<cudaError_t> refused;
  try {
    gpu::check(cudaSetDevice(-1), "no such device");
  } catch (const gpu::error &e) {
    refused = e.code();
    cudaGetLastError();
  }
  return result == expected && refused ? 0 : 1;
} catch (const std::exception &e) {
  std::cerr << e.what() << '\n';
  return 1;
}
