/* As in zeroed_in_same_kernel.cu, but "the barrier makes sure that it is zero before anybody adds".
 * Anybody of this block: __syncthreads() says nothing to the other blocks, which may have added
 * already. Right: zero it before the launch. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

#ifndef FIXED
    if (i == 0)
        *out = 0; /* BUG: race */
    __syncthreads();
#endif
    int sum = warp_sum(in[i]);
    if (threadIdx.x == 0)
        atomicAdd(out, sum); /* BUG: race */
}

int main(void)
{
    int *in = device_values(4 * 32), *out = device_zeros(1);

    sum_all<<<4, 32>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
