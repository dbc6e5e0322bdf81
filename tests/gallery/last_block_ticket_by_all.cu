/* The last-block pattern in which every thread draws a ticket, not one for the block. The counter
 * reaches the grid's size while most blocks have not even begun, and whoever draws that ticket takes
 * itself for the last. Right: one thread draws, and tells the others through shared memory. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *partial, unsigned *ticket, int *out)
{
    __shared__ bool is_last;
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum; /* BUG: race */
#ifdef FIXED
    if (threadIdx.x == 0)
#endif
    {
        __threadfence();
        if (atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1)
            is_last = true;
        else if (threadIdx.x == 0)
            is_last = false;
        __threadfence();
    }
    __syncthreads();
    if (is_last) {
        sum = warp_sum(threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0); /* BUG: race */
        if (threadIdx.x == 0)
            *out = sum;
    }
}

int main(void)
{
    int *in = device_values(4 * 32), *partial = device_ints(4), *out = device_ints(1);
    unsigned *ticket = (unsigned *)device_zeros(1);

    sum_all<<<4, 32>>>(in, partial, ticket, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
