/* The last warp of a tree with one __syncwarp() in each step, the first repair that comes to mind.
 * It orders the steps, but inside a step lane 0 still reads sums[16] while lane 16 writes it.
 * Right: two barriers, one between read and write; or, as in the twin, no shared memory at all. */
#include "gallery.h"

__global__ void sum64(const int *in, int *out)
{
    __shared__ int sums[64];
    unsigned tid = threadIdx.x;

    sums[tid] = in[tid];
    __syncthreads();
    if (tid < 32) {
#ifdef FIXED
        int sum = sums[tid] + sums[tid + 32];
        for (unsigned s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, s);
        if (tid == 0)
            *out = sum;
#else
        for (unsigned s = 32; s > 0; s /= 2) {
            sums[tid] += sums[tid + s]; /* BUG: race */
            __syncwarp();
        }
        if (tid == 0)
            *out = sums[0];
#endif
    }
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(1);

    sum64<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(64));
}
