/* The same with atomics. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void meet(unsigned *count, unsigned goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < goal)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void k(const int *in, int *a, int *b, unsigned *count)
{
    unsigned i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
    a[i] = in[i];
    meet(count, gridDim.x);
    b[i] = a[n - 1 - i];
    meet(count, 2 * gridDim.x);
    a[i] = b[(i + 64) % n];
}

int main()
{
    int *in = device_values(256), *a = device_ints(256), *b = device_ints(256);
    unsigned *c = (unsigned *)device_zeros(1);
    void *args[] = {&in, &a, &b, &c};
    CHECK(cudaLaunchCooperativeKernel((void *)k, 4, 64, args, 0, 0));
    CHECK_LAUNCH();
    return verdict_all(a, 256, [](size_t i) { return value(255 - (i + 64) % 256); });
}
