/* printing.cu: printf and assert in kernels, assembled from several threads and blocks. */
#include "check.h"

#include <assert.h>
#include <stdlib.h>

__global__ void speak(float x)
{
    assert(threadIdx.x < 4);
    if (threadIdx.x == 3)
        printf("block %u: %.3f %s %lld\n", blockIdx.x, x, "words", -5000000000ll);
}

__global__ void chatter(int lines)
{
    for (int i = 0; i < lines; i++)
        printf("%031d\n", i);
    printf("ready\n"); /* compilers make a puts of it, */
    printf("!");       /* and a putchar of this */
}

/* printing [LINES [BYTES]]: a launch that prints many lines of 32 bytes, and how many bytes a launch may print */
int main(int argc, char **argv)
{
    if (argc > 2)
        RUN(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (size_t)atoi(argv[2])));
    if (argc > 1)
        RUN((chatter<<<1, 1>>>(atoi(argv[1]))));
    RUN(speak<<<2, 4>>>(2.5f));
    return 0;
}
