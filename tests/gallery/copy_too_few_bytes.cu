/* cudaMemcpy counts bytes, and got the number of elements: a quarter of the input arrives, the
 * rest is whatever the memory held. Right: n * sizeof(int). */
#include "gallery.h"

__global__ void sum_all(const int *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = warp_sum(i < n ? in[i] : 0); /* BUG: uninitialised */

    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

int main(void)
{
    enum { N = 200 };
    int numbers[N], *in = device_ints(N), *out = device_zeros(1);

    for (int i = 0; i < N; i++)
        numbers[i] = value(i);
#ifdef FIXED
    CHECK(cudaMemcpy(in, numbers, N * sizeof(int), cudaMemcpyHostToDevice));
#else
    CHECK(cudaMemcpy(in, numbers, N, cudaMemcpyHostToDevice));
#endif
    sum_all<<<4, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
