/* Exercise 0.3: last come, first served (fill the gap)
 *
 * Each block reverses its own part of the array. Every thread puts one element into shared memory,
 * onto a shelf, and takes away the element that the thread at the other end has put there.
 *
 *     blocks of 4    in     1 2 3 4   5 6 7 8   9 10
 *                    out    4 3 2 1   8 7 6 5   10 9
 *
 * The last block may have fewer elements than threads: `count` is the number that it has. The
 * length of shelf[] is known when the program is compiled, so the launch needs no third number.
 *
 * Required: out is right for any n and any block of up to 1024 threads, without a race. Each
 * element of in is read once, and each element of out is written once. See
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

__global__ void reverse(const int *in, int *out, size_t n)
{
    __shared__ int shelf[1024];
    unsigned t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x; /* of this block's elements */
    unsigned count = n - first < blockDim.x ? (unsigned)(n - first) : blockDim.x;
/* ---- your code begins: about 5 lines ---- */
    /* bring one element, take away another */
/* ---- your code ends ---- */
}

int main()
{
    const size_t n = 10;
    const unsigned threads = 4, blocks = (n + threads - 1) / threads;
    int host_in[n] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, host_out[n], *in, *out;
    CHECK(cudaMalloc(&in, sizeof host_in));
    CHECK(cudaMalloc(&out, sizeof host_out));
    CHECK(cudaMemcpy(in, host_in, sizeof host_in, cudaMemcpyHostToDevice));
    reverse<<<blocks, threads>>>(in, out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host_out, out, sizeof host_out, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    for (size_t i = 0; i < n; i++)
        printf("%d ", host_out[i]);
    printf("(expected: 4 3 2 1 8 7 6 5 10 9)\n");
    return 0;
}
