/* atomicAdd_block() on a sum that all blocks share. Its atomicity reaches only the threads of one
 * block; two blocks can lose each other's additions. Right: atomicAdd(). The narrow form is for
 * counters that one block has to itself. */
#include "gallery.h"

#ifdef FIXED
#define add_to atomicAdd
#else
#define add_to atomicAdd_block
#endif

__global__ void sum_all(const int *in, int *out)
{
    int sum = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);

    if (threadIdx.x % 32 == 0)
        add_to(out, sum); /* BUG: race */
}

int main(void)
{
    int *in = device_values(4 * 64), *out = device_zeros(1);

    sum_all<<<4, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 64));
}
