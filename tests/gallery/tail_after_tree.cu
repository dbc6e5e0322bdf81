/* No block barrier between the last step of the tree and the last warp. With the barrier at the
 * top of the loop, as printed in several courses, the step s = 64 is followed by none: warp 0
 * reads what warp 1 may not have added yet, a race on every GPU ever built. Right: one more
 * barrier, or the barrier at the bottom of the loop. */
#include "gallery.h"

__global__ void sum256(const int *in, int *out)
{
    __shared__ int sums[256];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid];
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        __syncthreads();
        if (tid < s)
            sums[tid] += sums[tid + s]; /* BUG: race */
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (tid < 32) {
        int sum = warp_sum(sums[tid] + sums[tid + 32]); /* BUG: race */
        if (tid == 0)
            *out = sum;
    }
}

int main(void)
{
    int *in = device_values(256), *out = device_ints(1);

    sum256<<<1, 256>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(256));
}
