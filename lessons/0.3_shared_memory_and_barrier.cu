/* Lesson 0.3: shared memory and a barrier
 *
 * The sum of n numbers. The threads of a block put their elements into its shared memory, and one
 * of them adds these up. Only the threads of the block see its shared memory. Threads do not run
 * in step, so the block meets at a barrier before thread 0 reads what the others have written.
 * Each block leaves one partial sum in global memory, and the host adds those up.
 *
 *     thread      0   1   2   3  ...  255     store in[i] into sums[0], sums[1], ...
 *     --------------- __syncthreads() --------------
 *     thread      0                           adds up sums[], writes the block's sum
 *
 *     ./lesson0.3 100000     any number of elements; 1000 without it
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
    /* extern: the launch sets the length of this array, in bytes. With a length that is known when
     * the program is compiled, it would be __shared__ int sums[256]; */
    extern __shared__ int sums[];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;

    sums[t] = i < n ? in[i] : 0; /* threads beyond the end add nothing */
    __syncthreads();             /* outside any if: all threads of the block come here */

    if (t == 0) {
        int sum = 0;
        for (unsigned k = 0; k < blockDim.x; k++)
            sum += sums[k];
        partial[blockIdx.x] = sum;
    }
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long wanted = argc > 1 ? strtol(argv[1], &end, 10) : 1000;
    if ((end && *end) || wanted < 1 || wanted > 100000000) {
        fprintf(stderr, "%s: must be a number of elements from 1 to 100000000\n", argv[1]);
        return 2;
    }
    size_t n = (size_t)wanted;
    unsigned threads = 256, blocks = (unsigned)((n + threads - 1) / threads);

    int *host_in = (int *)malloc(n * sizeof(int));
    int *host_partial = (int *)malloc(blocks * sizeof(int));
    if (!host_in || !host_partial) {
        fprintf(stderr, "%zu elements: the host has not enough memory\n", n);
        return 1;
    }
    int expected = 0;
    for (size_t i = 0; i < n; i++)
        expected += host_in[i] = (int)(i * 7 % 11) - 3;

    int *in, *partial;
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
    CHECK(cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice));

    /* The third number: bytes of shared memory for each block. A fourth would be a stream, a queue
     * of work for the device. Without it, all work goes into one queue and is done in order. */
    block_sums<<<blocks, threads, threads * sizeof(int)>>>(in, partial, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host_partial, partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(partial));

    int sum = 0;
    for (unsigned b = 0; b < blocks; b++) {
        if (blocks <= 8)
            printf("block %u: partial sum %d\n", b, host_partial[b]);
        sum += host_partial[b];
    }
    printf("n = %zu: sum %d, expected %d\n", n, sum, expected);
    free(host_in);
    free(host_partial);
    return sum != expected;
}
