/* A barrier for all blocks made by hand, whose waiting threads poll a volatile word. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void meet(unsigned *count, volatile unsigned *gen)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned g = *gen;
        __threadfence();
        if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1) {
            __threadfence();
            *gen = g + 1;
        } else
            while (*gen == g)
                ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void k(const int *in, int *a, int *b, unsigned *count, unsigned *gen)
{
    unsigned i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
    a[i] = in[i];
    meet(count, gen);
    b[i] = a[n - 1 - i];
    meet(count, gen);
    a[i] = b[(i + 64) % n];
}

int main()
{
    int *in = device_values(256), *a = device_ints(256), *b = device_ints(256);
    unsigned *c = (unsigned *)device_zeros(1), *g = (unsigned *)device_zeros(1);
    void *args[] = {&in, &a, &b, &c, &g};
    CHECK(cudaLaunchCooperativeKernel((void *)k, 4, 64, args, 0, 0));
    CHECK_LAUNCH();
    return verdict_all(a, 256, [](size_t i) { return value(255 - (i + 64) % 256); });
}
