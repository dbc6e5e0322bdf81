/* Half of the block calls __syncthreads(), the other half __syncthreads_or(). Both are barriers of
 * the whole block, but not the same one, and the vote lacks the votes of those who wait elsewhere.
 * Right: all threads call the same, with a vote of 0 where there is nothing to say. */
#include "gallery.h"

__global__ void any_in_upper_half(const int *in, int *out)
{
    unsigned tid = threadIdx.x;
    int any = 0;

#ifdef FIXED
    any = __syncthreads_or(tid >= 32 && in[tid] < 0);
#else
    if (tid < 32)
        __syncthreads(); /* BUG: deadlock */
    else
        any = __syncthreads_or(in[tid] < 0); /* BUG: deadlock */
#endif
    if (tid == 32)
        *out = any != 0;
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(1);

    any_in_upper_half<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), 1);
}
