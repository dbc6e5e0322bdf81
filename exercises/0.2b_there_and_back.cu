/* Exercise 0.2b: there and back (fill the gap)
 *
 * twice() is a kernel, and it is complete. double_all() is an ordinary function that a program
 * could call: it takes numbers in the host's memory and doubles each of them on the device.
 * Everything between the two is missing.
 *
 * Required: all numbers are doubled, for any n and any number of threads in a block; they are
 * copied with cudaMemcpy; every error code is checked; and all memory of the device is freed. See
 * docs/lessons/0.2_index_and_guard.md.
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

__global__ void twice(int *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

/* numbers: n of them, in the host's memory. */
static void double_all(int *numbers, size_t n, unsigned threads)
{
/* ---- your code begins: about 7 lines ---- */
    /* the numbers must get to the device, and the results back */
/* ---- your code ends ---- */
}

int main()
{
    int numbers[] = {1, 2, 3, 4, 5, 6, 7};
    double_all(numbers, 7, 4);
    for (int i = 0; i < 7; i++)
        printf("%d ", numbers[i]);
    printf("(expected: 2 4 6 8 10 12 14)\n");
    return 0;
}
