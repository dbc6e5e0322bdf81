/* One thread sets a counter to zero, waits with its block, and adds to it; another one of the block
 * reads it "after the barrier". The store is before the barrier, the atomicAdd is not: 0 or 5 is
 * read. Right: a barrier between the atomicAdd and the read, too. */
#include "gallery.h"

__global__ void count(int *counter, int *seen)
{
    unsigned t = threadIdx.x;

    if (t == 33)
        *counter = 0;
    __syncthreads();
    if (t == 33)
        atomicAdd(counter, 5); /* BUG: race */
#ifdef FIXED
    __syncthreads();
#endif
    if (t == 0)
        *seen = *counter; /* BUG: race */
}

int main(void)
{
    int *counter = device_zeros(1), *seen = device_zeros(1);

    count<<<1, 64>>>(counter, seen);
    CHECK_LAUNCH();
    return verdict(fetch_one(seen), 5);
}
