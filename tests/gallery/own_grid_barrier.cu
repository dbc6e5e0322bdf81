/* A grid barrier made by hand: thread 0 of each block adds to a counter and waits until all blocks
 * have. But nothing makes it wait for its own block first; other warps may still be storing when
 * thread 0 says that the block has arrived. Right: a block barrier before, and one after. */
#include "gallery.h"

__device__ void meet(unsigned *arrived, unsigned all)
{
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < all)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void reverse_twice(const int *in, int *once, int *twice, unsigned *arrived)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;

    once[i] = in[n - 1 - i]; /* BUG: race */
    meet(arrived, gridDim.x);
    twice[i] = once[n - 1 - i]; /* BUG: race */
}

int main(void)
{
    enum { N = 4 * 64 };
    int *in = device_values(N), *once = device_ints(N), *twice = device_ints(N);
    unsigned *arrived = (unsigned *)device_zeros(1);
    void *arguments[] = { &in, &once, &twice, &arrived };

    /* cooperative, for all blocks have to run at a time */
    CHECK(cudaLaunchCooperativeKernel((void *)reverse_twice, 4, 64, arguments));
    CHECK_LAUNCH();
    return verdict_all(twice, N, [](size_t i) { return value(i); });
}
