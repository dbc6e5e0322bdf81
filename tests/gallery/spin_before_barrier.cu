/* Warp 0 waits in a loop for a flag that warp 1 sets, but only behind a barrier of the whole block,
 * to which warp 0 does not come before its loop ends. volatile makes it look again each time; it
 * will look for ever. Right: nothing that waits stands before a barrier that it waits for. */
#include "gallery.h"

__global__ void pass_on(const int *in, int *out)
{
    __shared__ int passed;
    __shared__ volatile int ready;
    unsigned tid = threadIdx.x;

    if (tid == 0)
        ready = 0;
    __syncthreads();
#ifndef FIXED
    if (tid < 32)
        while (!ready) /* BUG: endless-loop */
            ; /* BUG: endless-loop */
    __syncthreads();
#endif
    if (tid == 32) {
        passed = in[0] + in[1];
        ready = 1;
    }
    __syncthreads();
    out[tid] = passed + ready;
}

int main(void)
{
    int *in = device_values(2), *out = device_ints(64);

    pass_on<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t) { return value(0) + value(1) + 1; });
}
