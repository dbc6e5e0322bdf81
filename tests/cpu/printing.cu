/* printing.cu: printf and assert in kernels, assembled from several threads and blocks. */
#include "check.h"

#include <assert.h>

__global__ void speak(float x)
{
    assert(threadIdx.x < 4);
    if (threadIdx.x == 3)
        printf("block %u: %.3f %s %lld\n", blockIdx.x, x, "words", -5000000000ll);
}

int main(void)
{
    RUN(speak<<<2, 4>>>(2.5f));
    return 0;
}
