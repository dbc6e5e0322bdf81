/* Template reduction: block size and operation are compile-time arguments, chosen by a switch. */
#include <cfloat>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <typeinfo>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

template <typename T> void check(T result, char const *const func, const char *const file, int const line)
{
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
            static_cast<unsigned int>(result), cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
  }
}

// extern __shared__ arrays of different types must not have the same name
template <class T> struct SharedMemory {
  __device__ inline operator T *() { extern __shared__ int __smem[]; return (T *)__smem; }
};
template <> struct SharedMemory<double> {
  __device__ inline operator double *() { extern __shared__ double __smem_d[]; return (double *)__smem_d; }
};

template <class T> struct Sum {
  static __host__ __device__ T identity() { return T(0); }
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct Max {
  static __host__ __device__ T identity() { return T(-1000000); }
  __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <class T, class Op> __device__ __forceinline__ T warpReduce(T v, Op op)
{
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    v = op(v, __shfl_down_sync(0xffffffff, v, offset));
  return v;
}

template <class T, class Op, unsigned int blockSize, bool nIsPow2>
__global__ void reduce(T *g_idata, T *g_odata, unsigned int n)
{
  T *sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  Op op;
  T mySum = Op::identity();

  for (unsigned int i = blockIdx.x * blockSize * 2 + tid; i < n; i += gridSize) {
    mySum = op(mySum, g_idata[i]);
    if (nIsPow2 || i + blockSize < n)
      mySum = op(mySum, g_idata[i + blockSize]);
  }
  sdata[tid] = mySum;
  __syncthreads();

  if (blockSize >= 512) { if (tid < 256) sdata[tid] = mySum = op(mySum, sdata[tid + 256]); __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) sdata[tid] = mySum = op(mySum, sdata[tid + 128]); __syncthreads(); }
  if (blockSize >= 128) { if (tid <  64) sdata[tid] = mySum = op(mySum, sdata[tid +  64]); __syncthreads(); }

  if (tid < 32) {
    if (blockSize >= 64) mySum = op(mySum, sdata[tid + 32]);
    mySum = warpReduce(mySum, op);
    if (tid == 0) g_odata[blockIdx.x] = mySum;
  }
}

#define CASE(size)                                                                            \
  case size:                                                                                  \
    if (isPow2) reduce<T, Op, size, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); \
    else reduce<T, Op, size, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n);       \
    break

template <class T, class Op>
void launch(unsigned int n, int threads, int blocks, T *d_idata, T *d_odata)
{
  dim3 dimBlock(threads, 1, 1), dimGrid(blocks, 1, 1);
  int smemSize = threads * sizeof(T);
  bool isPow2 = (n & (n - 1)) == 0;
  switch (threads) { CASE(512); CASE(256); CASE(128); CASE(64); CASE(32); default: exit(2); }
  checkCudaErrors(cudaGetLastError());
}

template <class T, class Op> int test(unsigned int n)
{
  T *data, *out, expected = Op::identity();
  int failures = 0;
  checkCudaErrors(cudaMallocManaged(&data, n * sizeof(T)));
  checkCudaErrors(cudaMallocManaged(&out, 8 * sizeof(T)));
  for (unsigned int i = 0; i < n; i++) { data[i] = T(i * 7919u % 1001u); expected = Op()(expected, data[i]); }
  for (int threads = 32; threads <= 512; threads *= 2) {
    T result = Op::identity();
    launch<T, Op>(n, threads, 8, data, out);
    checkCudaErrors(cudaDeviceSynchronize());
    for (int b = 0; b < 8; b++) result = Op()(result, out[b]);
    if (result != expected) {
      std::cout << typeid(T).name() << ", " << threads << " threads: " << result << " != " << expected << std::endl;
      failures++;
    }
  }
  checkCudaErrors(cudaFree(data));
  checkCudaErrors(cudaFree(out));
  return failures;
}

int main(void)
{
  return test<int, Sum<int> >(1 << 14) + test<double, Sum<double> >(10007) + test<float, Max<float> >(9999) > 0;
}
