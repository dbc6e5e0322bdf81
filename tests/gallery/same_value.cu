/* All threads that see a negative element raise one flag with plain stores. They all write the same
 * value, so no run shows anything; in CUDA's memory model it is a data race all the same. */
#include "gallery.h"

__global__ void any_negative(const int *in, int *any)
{
    if (in[threadIdx.x] < 0)
#ifdef FIXED
        atomicExch(any, 1);
#else
        *any = 1; /* BUG: note */
#endif
}

int main(void)
{
    int *in = device_values(64), *any = device_zeros(1);

    any_negative<<<1, 64>>>(in, any);
    CHECK_LAUNCH();
    return verdict(fetch_one(any), 1);
}
