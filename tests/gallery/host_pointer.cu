/* An array from malloc is passed to a kernel. The compiler cannot tell one int * from another, and
 * only some systems let a GPU read such memory. Right: a copy in memory from cudaMalloc, or, as in
 * the twin, memory that both sides may use. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *out)
{
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]); /* BUG: host-pointer */

    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}

int main(void)
{
    enum { N = 128 };
    int *numbers, *out = device_zeros(1);

#ifdef FIXED
    CHECK(cudaMallocManaged(&numbers, N * sizeof *numbers));
#else
    numbers = (int *)malloc(N * sizeof *numbers);
    if (!numbers)
        return 2;
#endif
    for (int i = 0; i < N; i++)
        numbers[i] = value(i);
    sum_all<<<N / 32, 32>>>(numbers, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
