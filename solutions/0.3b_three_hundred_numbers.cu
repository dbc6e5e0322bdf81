/* Exercise 0.3b: three hundred numbers (find the bug)
 *
 * This program adds up 300 numbers in blocks of 128 threads. The kernel is that of lesson 0.3, and
 * it is right. No call returns an error, and still something is wrong.
 *
 * Required: right sums for any n and any block size, and no access beyond the end of an array. See
 * docs/lessons/0.3_shared_memory_and_barrier.md.
 */
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void block_sums(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;

    sums[t] = i < n ? in[i] : 0;
    __syncthreads();

    if (t == 0) {
        int sum = 0;
        for (unsigned k = 0; k < blockDim.x; k++)
            sum += sums[k];
        partial[blockIdx.x] = sum;
    }
}

/* in and partial are in the device's memory; partial has room for one sum from each block. */
static void launch_block_sums(const int *in, int *partial, size_t n, unsigned threads)
{
    unsigned blocks = (unsigned)((n + threads - 1) / threads);
/* ---- your code begins: whatever is wrong is in here ---- */
    block_sums<<<blocks, threads, threads * sizeof(int)>>>(in, partial, n); /* bytes */
/* ---- your code ends ---- */
}

int main()
{
    int host_in[300], host_partial[3], *in, *partial, sum = 0;
    for (int i = 0; i < 300; i++)
        host_in[i] = i;
    CHECK(cudaMalloc(&in, sizeof host_in));
    CHECK(cudaMalloc(&partial, sizeof host_partial));
    CHECK(cudaMemcpy(in, host_in, sizeof host_in, cudaMemcpyHostToDevice));
    launch_block_sums(in, partial, 300, 128);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host_partial, partial, sizeof host_partial, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(partial));
    for (int b = 0; b < 3; b++)
        sum += host_partial[b];
    printf("sum %d (expected: 44850)\n", sum);
    return 0;
}
