/* Block 0 waits for the sums of all others. Nobody promises that a block with a higher number begins
 * while block 0 keeps its place: on a device that is full, it waits for ever. Right: the block that
 * waits has drawn the last of the tickets that all draw as they begin. */
#include "gallery.h"

__device__ unsigned tickets;
__device__ volatile unsigned long long words[4];

__global__ void sum_all(const int *in, int *out)
{
    unsigned place = blockIdx.x;

    if (threadIdx.x > 0) {
        warp_sum(in[blockIdx.x * 32 + threadIdx.x]);
        return;
    }
#ifdef FIXED
    place = gridDim.x - 1 - atomicInc(&tickets, gridDim.x - 1);
#endif
    int sum = warp_sum(in[blockIdx.x * 32]);
    if (place > 0) {
        words[place] = 1ull << 32 | (unsigned)sum;
        return;
    }
    for (unsigned i = 1; i < gridDim.x; i++) {
        unsigned long long word;
        do
            word = words[i]; /* BUG: endless-loop */
        while (!(word >> 32)); /* BUG: endless-loop */
        words[i] = 0;
        sum += (int)(unsigned)word;
    }
    *out = sum;
}

int main(void)
{
    int *in = device_values(4 * 32), *out = device_ints(1);

    sum_all<<<4, 32>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(4 * 32));
}
