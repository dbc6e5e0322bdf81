/* The tree begins before all elements are loaded: the barrier stands in the loop, none after the
 * load. The first step reads what other warps store. Right: a barrier between a store to shared
 * memory and the first read by another thread. */
#include "gallery.h"

__global__ void sum128(const int *in, int *out)
{
    __shared__ int sums[128];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid]; /* BUG: race */
#ifdef FIXED
    __syncthreads();
#endif
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s]; /* BUG: race */
        __syncthreads();
    }
    if (tid == 0)
        *out = sums[0];
}

int main(void)
{
    int *in = device_values(128), *out = device_ints(1);

    sum128<<<1, 128>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(128));
}
