/* Exercise 0.2: pairs (fill the gap)
 *
 * Add up the numbers in pairs: out[0] = in[0] + in[1], out[1] = in[2] + in[3], and so on. If n is
 * odd, the last number has no partner and is copied. The host has launched one thread for each
 * element of out. All blocks have the same size, so some threads may be left over.
 *
 *     n = 7, blocks of 3   block 0              block 1
 *     threadIdx.x          0     1     2        0     1  2
 *     out                  0+1   2+3   4+5      6
 *
 * Required: out is right for any n and any block size, and no thread reads or writes outside the
 * arrays. See docs/lessons/0.2_index_and_guard.md.
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

/* in has n elements, out has (n + 1) / 2. */
__global__ void add_pairs(const int *in, int *out, size_t n)
{
/* ---- your code begins: about 5 lines ---- */
    size_t pair = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * pair + 1 < n)
        out[pair] = in[2 * pair] + in[2 * pair + 1];
    else if (2 * pair < n)
        out[pair] = in[2 * pair];
/* ---- your code ends ---- */
}

int main()
{
    const size_t n = 7, pairs = (n + 1) / 2;
    const unsigned threads = 3, blocks = (pairs + threads - 1) / threads;
    int host_in[n] = {1, 2, 3, 4, 5, 6, 7}, host_out[pairs], *in, *out;
    CHECK(cudaMalloc(&in, sizeof host_in));
    CHECK(cudaMalloc(&out, sizeof host_out));
    CHECK(cudaMemcpy(in, host_in, sizeof host_in, cudaMemcpyHostToDevice));
    add_pairs<<<blocks, threads>>>(in, out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host_out, out, sizeof host_out, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    for (size_t i = 0; i < pairs; i++)
        printf("%d ", host_out[i]);
    printf("(expected: 3 7 11 7)\n");
    return 0;
}
