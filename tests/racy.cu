/* racy.cu: lesson 05 without its __syncwarp, the form that circulates in print. A race since
 * Volta; tests/36_sanitizer.t lets racecheck find it, to prove that the tool is looking. */
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void racy(int *out)
{
    __shared__ volatile int sums[64];
    unsigned tid = threadIdx.x;
    sums[tid] = (int)tid;
    __syncthreads();
    if (tid < 32) {
        sums[tid] = sums[tid] + sums[tid + 32];
        sums[tid] = sums[tid] + sums[tid + 16];
        sums[tid] = sums[tid] + sums[tid + 8];
        sums[tid] = sums[tid] + sums[tid + 4];
        sums[tid] = sums[tid] + sums[tid + 2];
        sums[tid] = sums[tid] + sums[tid + 1];
    }
    if (tid == 0)
        *out = sums[0];
}

int main(void)
{
    int *out;
    if (cudaMalloc(&out, sizeof *out) != cudaSuccess)
        return 3;
    racy<<<1, 64>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
