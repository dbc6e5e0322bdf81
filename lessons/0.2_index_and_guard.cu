/* Lesson 0.2: index and guard
 *
 * c[i] = a[i] + b[i] for every i, with a thread for each element. A thread counts the threads of
 * all blocks before its own and adds its place in its own block. The last block may have threads
 * without an element; the guard `i < n` keeps them out.
 *
 *     n = 10, blocks of 4    block 0      block 1      block 2
 *     i                      0 1 2 3      4 5 6 7      8 9 - -
 *
 *     ./lesson0.2            1000 elements
 *     ./lesson0.2 1000000    any other number
 */
#include <stdio.h>
#include <stdlib.h>

/* Every CUDA call returns an error code, and somebody has to look at it. */
#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void add(const int *a, const int *b, int *c, size_t n)
{
    /* blockDim.x is the number of threads in a block. All three are unsigned, 32 bits wide; without
     * the cast, the product would be, too. */
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long wanted = argc > 1 ? strtol(argv[1], &end, 10) : 1000;
    if ((end && *end) || wanted < 1 || wanted > 100000000) {
        fprintf(stderr, "%s: must be a number of elements from 1 to 100000000\n", argv[1]);
        return 2;
    }
    size_t n = (size_t)wanted, bytes = n * sizeof(int);

    /* host_...: in the host's memory. The others are in the device's. */
    int *host_a = (int *)malloc(bytes), *host_b = (int *)malloc(bytes);
    int *host_c = (int *)malloc(bytes);
    if (!host_a || !host_b || !host_c) {
        fprintf(stderr, "%zu elements: the host has not enough memory\n", n);
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        host_a[i] = (int)i;
        host_b[i] = 1000 - 3 * (int)(i % 1000);
    }

    int *a, *b, *c;
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    CHECK(cudaMalloc(&c, bytes));
    CHECK(cudaMemcpy(a, host_a, bytes, cudaMemcpyHostToDevice)); /* to, from, bytes, direction */
    CHECK(cudaMemcpy(b, host_b, bytes, cudaMemcpyHostToDevice));

    unsigned threads = 256;                                   /* in each block */
    unsigned blocks = (unsigned)((n + threads - 1) / threads); /* n / threads, rounded up */
    add<<<blocks, threads>>>(a, b, c, n);
    CHECK(cudaGetLastError()); /* a launch returns nothing; this returns its error */

    /* cudaMemcpy waits for the kernel to end, and returns when the copy is complete. */
    CHECK(cudaMemcpy(host_c, c, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));

    size_t wrong = 0;
    for (size_t i = 0; i < n; i++)
        wrong += host_c[i] != host_a[i] + host_b[i];
    printf("n = %zu: add<<<%u, %u>>>, %zu threads without an element\n", n, blocks, threads,
           (size_t)blocks * threads - n);
    printf("%zu of %zu sums are wrong\n", wrong, n);
    free(host_a);
    free(host_b);
    free(host_c);
    return wrong > 0;
}
