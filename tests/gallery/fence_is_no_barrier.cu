/* A fence taken for a barrier. __threadfence_block() makes this thread's own writes visible before
 * its later ones; it waits for nobody, so the neighbour may not have written at all. Right:
 * __syncthreads(), which waits and orders. */
#include "gallery.h"

__global__ void rotate(const int *in, int *out)
{
    __shared__ int elements[64];
    unsigned tid = threadIdx.x;

    elements[tid] = in[tid]; /* BUG: race */
#ifdef FIXED
    __syncthreads();
#else
    __threadfence_block();
#endif
    out[tid] = elements[(tid + 1) % 64]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(64);

    rotate<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t i) { return value((i + 1) % 64); });
}
