/* The last block adds the partial sums, and a ticket says who is last: but the partial sum is
 * stored without a fence before the ticket is taken. The last block may see the ticket and not
 * yet the sum. Right: __threadfence() between store and ticket, and another between ticket and
 * loads. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *partial, unsigned *ticket, int *out)
{
    unsigned lane = threadIdx.x, last = 0;
    int sum = warp_sum(in[blockIdx.x * blockDim.x + lane]);

    if (lane == 0) {
        partial[blockIdx.x] = sum; /* BUG: race */
#ifdef FIXED
        __threadfence();
#endif
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;   /* back to 0 by itself */
#ifdef FIXED
        __threadfence();
#endif
    }
    last = __shfl_sync(0xffffffffu, last, 0);
    __syncwarp();
    if (last) {
        sum = warp_sum(lane < gridDim.x ? partial[lane] : 0); /* BUG: race */
        if (lane == 0)
            *out = sum;
    }
}

int main(void)
{
    int *in = device_values(4 * 32), *partial = device_ints(4), *out = device_ints(1);
    unsigned *ticket = (unsigned *)device_zeros(1);

    for (int i = 0; i < 2; i++) {
        sum_all<<<4, 32>>>(in, partial, ticket, out);
        CHECK_LAUNCH();
    }
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
