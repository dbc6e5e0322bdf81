/* atomicCAS in a loop that begins with a volatile load. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ float fmax_atomic(float *a, float v)
{
    unsigned *u = (unsigned *)a, old = __float_as_uint(*(volatile float *)a), assumed;
    do {
        assumed = old;
        if (__uint_as_float(assumed) >= v)
            break;
        old = atomicCAS(u, assumed, __float_as_uint(v));
    } while (old != assumed);
    return __uint_as_float(old);
}

__global__ void k(const int *in, float *m)
{
    fmax_atomic(m, (float)in[blockIdx.x * 64 + threadIdx.x]);
}

int main()
{
    int *in = device_values(256);
    float *m = (float *)device_zeros(1), g;
    k<<<4, 64>>>(in, m);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&g, m, 4, cudaMemcpyDeviceToHost));
    int x = 0;
    for (int i = 0; i < 256; i++)
        x = value(i) > x ? value(i) : x;
    return verdict((int)g, x);
}
