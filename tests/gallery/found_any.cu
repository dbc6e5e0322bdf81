/* A block tells itself that some element is negative, by a store of every thread that sees one.
 * Its own index is a poor flag: many write different values, and which one stays is chance. The
 * twin writes one value, atomically, and a barrier stands before the read. */
#include "gallery.h"

__global__ void any_negative(const int *in, int *blocks_with_one, int *any)
{
    __shared__ int found;
    unsigned tid = threadIdx.x;

    if (tid == 0)
        found = 0;
    __syncthreads();
    if (in[blockIdx.x * blockDim.x + tid] < 0)
#ifdef FIXED
        atomicExch(&found, 1);
#else
        found = (int)tid; /* BUG: race */
#endif
    __syncthreads();
    if (found)
        atomicExch(any, 1);
    if (tid == 0)
        blocks_with_one[blockIdx.x] = found != 0;
}

int main(void)
{
    int *in = device_values(3 * 64), *with_one = device_ints(3), *any = device_zeros(1);

    any_negative<<<3, 64>>>(in, with_one, any);
    CHECK_LAUNCH();
    return verdict(fetch_one(any), 1) | verdict_all(with_one, 3, [](size_t) { return 1; });
}
