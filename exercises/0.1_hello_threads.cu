/* Exercise 0.1: every seat answers (fill the gap)
 *
 * A theatre has rows, all of the same length. seat() is a kernel: each block is a row, each thread
 * is a seat of it, and every seat says where it is. The host's part is missing.
 *
 *     row 0, seat 0: here
 *     row 0, seat 1: here
 *     ...
 *
 * Required: before ask_all() returns, every seat has said its line, for any number of rows and
 * seats. ask_all() returns the first error that occurs, or cudaSuccess. See
 * docs/lessons/0.1_hello_threads.md.
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void seat(void)
{
    printf("row %u, seat %u: here\n", blockIdx.x, threadIdx.x);
}

static cudaError_t ask_all(int rows, int seats)
{
    cudaError_t error = cudaSuccess;
    /* ---- your code begins: about 4 lines ---- */
    /* let every seat of every row speak, and wait until all of them have */
    /* ---- your code ends ---- */
    return error;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 2;
    int seats = argc > 2 ? atoi(argv[2]) : 5;
    cudaError_t error = ask_all(rows, seats);
    if (error != cudaSuccess)
        fprintf(stderr, "%d rows of %d seats: %s\n", rows, seats, cudaGetErrorString(error));
    return error != cudaSuccess;
}
