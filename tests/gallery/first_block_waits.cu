/* Each block leaves its sum in a slot, and block 0 waits until all slots are full. But blocks may start in
 * any order, and not all have room at the same time: those that block 0 waits for may wait for its
 * place. Right: the block that started last waits, as a ticket says. */
#include "gallery.h"

__global__ void sum_all(const int *in, unsigned long long *slot, unsigned *tickets, int *out)
{
    __shared__ bool waits;
    int sum = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);

    if (threadIdx.x == 0) {
#ifdef FIXED
        waits = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1; /* back to 0 by itself */
#else
        waits = blockIdx.x == 0;
        (void)tickets;
#endif
        atomicExch(&slot[blockIdx.x], 1ull << 32 | (unsigned)sum);
    }
    __syncthreads();
    if (waits && threadIdx.x < gridDim.x) {
        unsigned long long x;
        do
            x = atomicAdd(&slot[threadIdx.x], 0); /* BUG: endless-loop */
        while (x == 0);
        atomicAdd(out, (int)x);
    }
}

int main(void)
{
    int *in = device_values(4 * 32), *out = device_zeros(1);
    unsigned long long *slot = (unsigned long long *)device_zeros(8);
    unsigned *tickets = (unsigned *)device_zeros(1);

    sum_all<<<4, 32>>>(in, slot, tickets, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
