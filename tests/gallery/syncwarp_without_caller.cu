/* The lower half of a warp synchronises with a mask that was meant for the upper half. A lane must
 * be in the mask that it passes; otherwise it waits for others who do not know of it. Right: each
 * half names itself. */
#include "gallery.h"

__global__ void swap_pairs(const int *in, int *out)
{
    __shared__ int elements[32];
    unsigned lane = threadIdx.x;

    elements[lane] = in[lane];
    if (lane < 16) {
#ifdef FIXED
        __syncwarp(0x0000ffffu);
#else
        __syncwarp(0xffff0000u); /* BUG: deadlock */
#endif
        out[lane] = elements[lane ^ 1];
    } else {
        __syncwarp(0xffff0000u);
        out[lane] = -elements[lane ^ 1];
    }
}

int main(void)
{
    int *in = device_values(32), *out = device_ints(32);

    swap_pairs<<<1, 32>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 32, [](size_t i) { return i < 16 ? value(i ^ 1) : -value(i ^ 1); });
}
