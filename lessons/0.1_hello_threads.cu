/* Lesson 0.1: hello from every thread
 *
 * main runs on the host, the CPU. A function marked __global__ is a kernel and runs on the device,
 * the GPU. The host launches it with kernel<<<blocks, threads>>>(arguments), and every thread of
 * every block runs it once. The hardware runs the threads of a block in warps of 32; the place of a
 * thread in its warp is its lane.
 *
 *     ./lesson0.1            2 blocks of 4 threads
 *     ./lesson0.1 3 40       3 blocks of 40 threads
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
    fflush(stdout); /* so that this line comes before those of the threads */
    hello<<<blocks, threads>>>();
    /* The host gets here at once; the device may not even have begun. Was the launch accepted? If
     * so, wait for it: did it end well? */
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
