/* racy.cu: the last warp of lesson 05 in the form that circulates in print, with volatile and
 * without __syncwarp. A race since Volta. tests/36_races.t lets compute-sanitizer's racecheck find
 * it, to prove that the tool is looking; on the CPU device the sum is wrong. Prints the sum. */
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
    int *out, sum;
    if (cudaMalloc(&out, sizeof *out) != cudaSuccess)
        return 3;
    racy<<<1, 64>>>(out);
    if (cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 3;
    printf("sum of 0 .. 63: expected 2016, got %d\n", sum);
    return 0;
}
