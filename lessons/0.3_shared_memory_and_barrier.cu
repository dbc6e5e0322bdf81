/* Lesson 0.3: shared memory and a barrier
 *
 * The sum of n numbers. Now a thread needs what other threads have. The threads of a block put
 * their elements into shared memory, and one of them adds these up. Shared memory is small (48 KiB
 * for a block) and fast. Each block has its own: only its threads see it, and only while it runs.
 *
 * Threads do not run in step. Before one reads what another has written, both must pass a barrier:
 * __syncthreads() lets no thread of the block go on until all of them have come there. Without it
 * there is a race: the reader may come before the writer.
 *
 *     thread      0   1   2   3  ...  255
 *     stores      in[i] into sums[0], sums[1], sums[2], sums[3], ... sums[255]
 *     ------------------------- __syncthreads() -------------------------
 *     thread 0    reads all 256, adds them up, writes the block's sum to global memory
 *
 * Blocks cannot wait for each other in this way. So each block leaves one number in global memory,
 * its partial sum, and the host adds up those few.
 *
 * What to expect: the right sum, in a wasteful way: 255 threads of a block watch while one adds 256
 * numbers. Lesson 00 begins here, and shares out the additions.
 *
 *     ./lesson0.3            1000 elements
 *     ./lesson0.3 100000     any other number
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
    /* extern: how long this array is, the launch says, in bytes. With a length that is known when
     * the program is compiled, it would be __shared__ int sums[256]; */
    extern __shared__ int sums[];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;

    sums[t] = i < n ? in[i] : 0; /* threads beyond the end add nothing */
    __syncthreads();             /* in no branch: all threads of the block come here */

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

    /* The third number: bytes of shared memory for each block. A fourth would name a stream, a
     * queue of work for the device; without it, everything goes into one queue, done in order. */
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
