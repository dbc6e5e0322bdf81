/* Warp 0 waits for warp 1 in a loop on a plain shared flag. Nothing orders the two: the compiler
 * may load the flag once and never again, so that the loop does not end, and a thread that sees
 * the flag need not see the value. Right: __syncthreads(), which waits and orders. */
#include "gallery.h"

__global__ void pass_on(const int *in, int *out)
{
    __shared__ int passed, ready;
    unsigned tid = threadIdx.x;

    if (tid == 0)
        ready = 0;
    __syncthreads();
    if (tid == 32) {
        passed = in[0] + in[1];
        ready = 1; /* BUG: race */
    }
#ifdef FIXED
    __syncthreads();
#else
    while (!ready) /* BUG: race */
        ; /* BUG: race */
#endif
    out[tid] = passed + ready;
}

int main(void)
{
    int *in = device_values(2), *out = device_ints(64);

    pass_on<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t) { return value(0) + value(1) + 1; });
}
