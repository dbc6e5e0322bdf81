/* As formatters and the preprocessor leave launches: blanks in the brackets, parts that #if chooses. */
#include <stdio.h>

#if 0
kernel<<<1, 2     // never read: {{{ ((( don't
#endif

__global__ void add(int *p, int x)
{
#if __CUDA_ARCH__ >= 700
    atomicAdd(p, x);
#endif
#ifdef __CUDA_ARCH__
    if (__CUDA_ARCH__ < 700)
        atomicAdd(p, 1000000);
#endif
}
__global__ void add_twice(int *p, int x) { atomicAdd(p, 2 * x); }

__host__ __device__ int twice(int x)
{
    return 2 * x;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *p, double x) { return *p += x; }
#endif

int main()
{
    int *p, sum;
    cudaStream_t stream = nullptr;

    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    add << <1, 32>> >(p, 1);                                    // 32
    add << < dim3(2), dim3(16) >> > (p, 1);                     // 64
    add <<< 1 , 32 , 0 , stream >>> ( p , 1 );                  // 96
#ifdef LARGE
    add<<<100, 32
#else
    add<<<1, 32
#endif
        >>>(p, 1);                                              // 128
#ifdef LARGE
    add
#else
    add_twice
#endif
        <<<1, 16>>>(p, 1);                                      // 160
    add
#if 1
        <<<1, 32>>>
#else
        <<<2, 32>>>
#endif
        (p, twice(1));                                          // 224
    add<<<1, 32
#ifdef LARGE
        , 0, stream>>>(p,
#else
        , 0, nullptr>>>(p,
#endif
        1);                                                     // 256
    cudaMemcpy(&sum, p, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(p);
    printf("%s %d\n", sum == 256 ? "passed" : "FAILED", sum);
    return sum != 256;
}
