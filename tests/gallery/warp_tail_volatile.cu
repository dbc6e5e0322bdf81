/* The last warp of a tree with volatile and no barrier. Taught since the first slides on
 * reduction, it trusts that 32 lanes run in step; since Volta they need not, and a lane may read
 * its neighbour's sum too early or too late. volatile makes the compiler load and store, it orders
 * no lanes. Right: read into a register, __syncwarp(), write, __syncwarp(). */
#include "gallery.h"

#ifdef FIXED
__device__ void add_last_warp(int *sums, unsigned lane)
{
    for (unsigned s = 32; s > 0; s /= 2) {
        int sum = sums[lane] + sums[lane + s];
        __syncwarp();
        sums[lane] = sum;
        __syncwarp();
    }
}
#else
__device__ void add_last_warp(volatile int *sums, unsigned lane)
{
    sums[lane] += sums[lane + 32];
    sums[lane] += sums[lane + 16]; /* BUG: race */
    sums[lane] += sums[lane + 8];  /* BUG: race */
    sums[lane] += sums[lane + 4];  /* BUG: race */
    sums[lane] += sums[lane + 2];  /* BUG: race */
    sums[lane] += sums[lane + 1];  /* BUG: race */
}
#endif

__global__ void sum64(const int *in, int *out)
{
    __shared__ int sums[64];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid];
    __syncthreads();
    if (tid < 32)
        add_last_warp(sums, tid);
    if (tid == 0)
        *out = sums[0];
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(1);

    sum64<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(64));
}
