// Two streams share the work in chunks: copy in, compute, copy out; an event joins them.
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <vector>

#define cudaSafe(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) std::exit(code);
   }
}

namespace cfg {
   constexpr unsigned chunk   { 2048 };
   constexpr unsigned chunks  { 6 };
   constexpr unsigned threads { 128 };
}

template <typename scalar> struct Pipeline
{
   std::array<cudaStream_t, 2> streams;
   std::array<cudaEvent_t, 2>  done;
   std::array<scalar *, 2>     device;

   Pipeline()
   {
      for (auto &s : streams) cudaSafe(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
      for (auto &e : done)    cudaSafe(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
      for (auto &d : device)  cudaSafe(cudaMalloc(&d, cfg::chunk * sizeof(scalar)));
   }
   ~Pipeline()
   {
      for (auto s : streams) cudaSafe(cudaStreamDestroy(s));
      for (auto e : done)    cudaSafe(cudaEventDestroy(e));
      for (auto d : device)  cudaSafe(cudaFree(d));
   }
   Pipeline(const Pipeline &) = delete;
   Pipeline &operator=(const Pipeline &) = delete;
};

__device__ double polish(double x) { return sqrt(x) * 2.0; }
__device__ float  polish(float x)  { return sqrtf(x) * 2.0f; }

template <typename scalar> __global__ void transform(scalar *v, unsigned n)
{
   auto const i { blockIdx.x * blockDim.x + threadIdx.x };
   if (i < n) v[i] = polish(v[i]);
}

static std::atomic<int> finished { 0 };

int main()
{
   using scalar = double;
   constexpr auto n = cfg::chunk * cfg::chunks;
   scalar *host;
   cudaEvent_t start, stop;
   float ms = -1;
   cudaSafe(cudaHostAlloc((void **) &host, n * sizeof(scalar), cudaHostAllocPortable));
   cudaSafe(cudaEventCreate(&start));
   cudaSafe(cudaEventCreate(&stop));
   for (unsigned i = 0; i < n; ++i) host[i] = scalar(i) * i;

   {
      Pipeline<scalar> pipe;
      cudaSafe(cudaProfilerStart());
      cudaSafe(cudaEventRecord(start, pipe.streams[0]));
      for (unsigned c = 0; c < cfg::chunks; ++c)
      {
         auto const which = c % 2;
         auto const s = pipe.streams[which];
         auto const bytes = cfg::chunk * sizeof(scalar);
         auto *const part = host + c * cfg::chunk;
         cudaSafe(cudaMemcpyAsync(pipe.device[which], part, bytes, cudaMemcpyHostToDevice, s));
         transform<<<cfg::chunk / cfg::threads, cfg::threads, 0, s>>>(pipe.device[which], cfg::chunk);
         cudaSafe(cudaPeekAtLastError());
         cudaSafe(cudaMemcpyAsync(part, pipe.device[which], bytes, cudaMemcpyDeviceToHost, s));
         cudaSafe(cudaLaunchHostFunc(s, [](void *) { ++finished; }, nullptr));
         cudaSafe(cudaEventRecord(pipe.done[which], s));
      }
      cudaSafe(cudaStreamWaitEvent(pipe.streams[0], pipe.done[1], 0));
      cudaSafe(cudaEventRecord(stop, pipe.streams[0]));
      cudaSafe(cudaEventSynchronize(stop));
      cudaSafe(cudaProfilerStop());
   }
   cudaSafe(cudaEventElapsedTime(&ms, start, stop));

   unsigned wrong { 0 };
   for (unsigned i = 0; i < n; ++i) wrong += std::abs(host[i] - 2.0 * i) > 1e-6 * i;
   printf("%u chunks in %.3f ms, %u wrong\n", unsigned(finished), ms, wrong);
   cudaSafe(cudaFreeHost(host));
   cudaSafe(cudaEventDestroy(start));
   cudaSafe(cudaEventDestroy(stop));
   return wrong == 0 && finished == int(cfg::chunks) && ms >= 0 ? 0 : 1;
}
