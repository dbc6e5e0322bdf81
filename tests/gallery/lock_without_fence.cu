/* A lock made of atomicCAS and atomicExch around a plain sum. The atomics keep two blocks from
 * being inside at a time, but nothing orders the sum's loads and stores against them: the next
 * owner may read the old sum. Right: __threadfence() after taking the lock and before giving it
 * back. */
#include "gallery.h"

__global__ void add_blocks(const int *in, int *lock, int *total)
{
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
#ifdef FIXED
        __threadfence();
#endif
        *total += sum; /* BUG: race */
#ifdef FIXED
        __threadfence();
#endif
        atomicExch(lock, 0);
    }
}

int main(void)
{
    int *in = device_values(4 * 32), *lock = device_zeros(1), *total = device_zeros(1);

    add_blocks<<<4, 32>>>(in, lock, total);
    CHECK_LAUNCH();
    return verdict(fetch_one(total), sum_of_values(4 * 32));
}
