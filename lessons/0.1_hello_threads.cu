/* Lesson 0.1: hello from every thread
 *
 * A CUDA program runs on two processors. main and all ordinary functions run on the host: the CPU
 * and its memory. A function marked __global__ is a kernel and runs on the device, the GPU. The
 * host launches it with kernel<<<blocks, threads>>>(arguments): so many blocks, of so many threads
 * each. Every one of these threads runs the kernel once. All blocks together are the grid.
 *
 *     ./lesson0.1            2 blocks of 4 threads
 *     ./lesson0.1 3 40       3 blocks of 40 threads
 *
 * What to expect: one line from each thread, the blocks in any order. The hardware runs a block in
 * warps of 32 threads; a thread's place in its warp is its lane. So in a block of 40, threads 0 to
 * 31 are warp 0, and threads 32 to 39 are lanes 0 to 7 of warp 1.
 *
 *     nvcc -arch=native lessons/0.1_hello_threads.cu -o hello && ./hello
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void hello(void)
{
    unsigned block = blockIdx.x;   /* which block of the grid is this? 0, 1, 2, ... */
    unsigned thread = threadIdx.x; /* and which thread of the block? */

    printf("hello from block %u, thread %u: warp %u, lane %u\n", block, thread, thread / 32,
           thread % 32);
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 2;
    int threads = argc > 2 ? atoi(argv[2]) : 4; /* in each block */

    printf("the host launches hello<<<%d, %d>>>()\n", blocks, threads);
    fflush(stdout); /* before the lines of the threads, wherever the output goes */
    hello<<<blocks, threads>>>();
    /* The host is already here, while the device may not even have begun. First question: was the
     * launch accepted? Second: did everything end well? To answer that one, the host must wait. */
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        fprintf(stderr, "hello<<<%d, %d>>>(): %s\n", blocks, threads, cudaGetErrorString(error));
        if (error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue)
            fprintf(stderr, "(at least one block, and 1 to 1024 threads in a block)\n");
        return 1;
    }
    printf("the host knows that all threads have ended\n");
    return 0;
}
