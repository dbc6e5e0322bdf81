/* The sum is zeroed by the very kernel that adds to it, "to be on the safe side". Blocks start in
 * any order: one may have added before block 0 stores its zero, and that share is lost. A plain
 * store and an atomicAdd do not go together. Right: zero it before the launch. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

#ifndef FIXED
    if (i == 0)
        *out = 0; /* BUG: race */
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
