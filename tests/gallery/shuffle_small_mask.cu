/* A shuffle mask that names the lanes that keep a sum, not the lanes that are read: in the first
 * step lane 0 reads lane 16, which the mask 0xffff does not have. What arrives is undefined.
 * Right: the mask has all lanes that take part, those that give included. */
#include "gallery.h"

__global__ void sum_warp(const int *in, int *out)
{
    unsigned lane = threadIdx.x;
    int sum = in[lane];

    for (unsigned s = 16; s > 0; s /= 2)
#ifdef FIXED
        sum += __shfl_down_sync(0xffffffffu, sum, s);
#else
        if (lane < s)
            sum += __shfl_down_sync((1u << s) - 1, sum, s); /* BUG: shuffle */
#endif
    if (lane == 0)
        *out = sum;
}

int main(void)
{
    int *in = device_values(32), *out = device_ints(1);

    sum_warp<<<1, 32>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(32));
}
