/* A block of 48 threads: its second warp has sixteen lanes, and a full-mask shuffle by 16 reads
 * lanes that were never there. The value is undefined and goes into the sum. Right: blocks of
 * whole warps, with a guard for the elements. */
#include "gallery.h"

#ifdef FIXED
enum { BLOCK = 64 };
#else
enum { BLOCK = 48 };
#endif

__global__ void sum_all(const int *in, int *out, unsigned n)
{
    int sum = threadIdx.x < n ? in[threadIdx.x] : 0;

    for (unsigned s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, s); /* BUG: shuffle */
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

int main(void)
{
    int *in = device_values(48), *out = device_zeros(1);

    sum_all<<<1, BLOCK>>>(in, out, 48);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(48));
}
