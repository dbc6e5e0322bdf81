/* Each branch has its own __syncthreads(), so everybody passes one? They are two barriers: a block
 * has to meet at the same one. Some GPUs happen to take them for the same, and nothing promises
 * it. Right: one barrier behind the branches. */
#include "gallery.h"

__global__ void swap_halves(const int *in, int *out)
{
    __shared__ int elements[64];
    unsigned tid = threadIdx.x;

    if (tid < 32) {
        elements[tid + 32] = in[tid];
#ifndef FIXED
        __syncthreads(); /* BUG: barrier */
#endif
    } else {
        elements[tid - 32] = in[tid];
#ifndef FIXED
        __syncthreads(); /* BUG: barrier */
#endif
    }
#ifdef FIXED
    __syncthreads();
#endif
    out[tid] = elements[tid];
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(64);

    swap_halves<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t i) { return value(i ^ 32); });
}
