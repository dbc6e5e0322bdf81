/* The ticket counter comes from cudaMalloc and nobody zeroes it. That often works, as fresh memory
 * of a fresh process tends to be 0, until the allocation is an old one. Right: cudaMemset once,
 * and a kernel that leaves the counter at 0 for the next launch. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *partial, unsigned *ticket, int *out)
{
    unsigned lane = threadIdx.x;
    int sum = warp_sum(in[blockIdx.x * 32 + lane]);

    if (lane == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        unsigned mine = atomicInc(ticket, gridDim.x - 1); /* BUG: uninitialised */
        __threadfence();
        if (mine == gridDim.x - 1) {
            sum = 0;
            for (unsigned b = 0; b < gridDim.x; b++)
                sum += partial[b];
            *out = sum;
        }
    }
}

int main(void)
{
    int *in = device_values(4 * 32), *partial = device_ints(4), *out = device_zeros(1);
    unsigned *ticket;

    CHECK(cudaMalloc(&ticket, sizeof *ticket));
#ifdef FIXED
    CHECK(cudaMemset(ticket, 0, sizeof *ticket));
#endif
    sum_all<<<4, 32>>>(in, partial, ticket, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
