/* The same with a plain first load, as the programming guide has it: atomicCAS finds out whether it
 * was stale. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ double add(double *a, double v)
{
    unsigned long long *u = (unsigned long long *)a, old = *u, assumed;
    do {
        assumed = old;
        old = atomicCAS(
            u, assumed,
            (unsigned long long)__double_as_longlong(v + __longlong_as_double((long long)assumed)));
    } while (old != assumed);
    return __longlong_as_double((long long)old);
}

__global__ void k(const int *in, double *m)
{
    add(m, (double)in[blockIdx.x * 64 + threadIdx.x]);
}

int main()
{
    int *in = device_values(256);
    double *m = (double *)device_zeros(2), g;
    k<<<4, 64>>>(in, m);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&g, m, 8, cudaMemcpyDeviceToHost));
    return verdict((int)g, sum_of_values(256));
}
