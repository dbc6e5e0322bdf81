/* Exercise 0.1b: how many warps? (predict)
 *
 * The program of lesson 0.1 is launched with 3 blocks of 70 threads. The hardware cuts each block
 * into warps of 32 threads. The threads that are left over make a warp, too. No warp has threads of
 * two blocks.
 *
 * Required: three numbers, which you can work out before anything runs. See
 * docs/lessons/0.1_hello_threads.md.
 */
#include <stdio.h>

/* ---- your code begins: three numbers ---- */
static const int lines = 210;           /* in all: each of 3 * 70 threads prints one */
static const int warps = 9;             /* in the grid: 3 in each block, of 32, 32 and 6 threads */
static const int lanes_of_the_last = 6; /* in a block: 70 - 2 * 32 */
/* ---- your code ends ---- */

__global__ void hello(void)
{
    printf("hello from block %u, thread %u: warp %u, lane %u\n", blockIdx.x, threadIdx.x,
           threadIdx.x / 32, threadIdx.x % 32);
}

int main()
{
    hello<<<3, 70>>>();
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        fprintf(stderr, "3 blocks of 70 threads: %s\n", cudaGetErrorString(error));
    printf("predicted: %d lines, %d warps, %d lanes in a block's last warp\n", lines, warps,
           lanes_of_the_last);
    return error != cudaSuccess;
}
