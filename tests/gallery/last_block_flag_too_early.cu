/* Thread 0 takes the ticket and tells its block through shared memory whether it is the last one;
 * the others look at the flag without a barrier. A warp that looks too early goes home, and its
 * part of the sum is missing. Right: a barrier between writing and reading the flag. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *partial, unsigned *ticket, int *out)
{
    __shared__ bool last;
    unsigned tid = threadIdx.x;
    int sum = warp_sum(in[blockIdx.x * blockDim.x + tid]);

    if (tid % 32 == 0)
        partial[blockIdx.x * 2 + tid / 32] = sum;
    __threadfence();
    __syncthreads();
    if (tid == 0) {
        last = atomicAdd(ticket, 1) == gridDim.x - 1; /* BUG: race */
        __threadfence();
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (!last) /* BUG: race */
        return;
    if (tid < 32) {
        sum = warp_sum(tid < 2 * gridDim.x ? partial[tid] : 0);
        if (tid == 0)
            *out = sum;
    }
}

int main(void)
{
    int *in = device_values(4 * 64), *partial = device_ints(8), *out = device_ints(1);
    unsigned *ticket = (unsigned *)device_zeros(1);

    sum_all<<<4, 64>>>(in, partial, ticket, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 64));
}
