/* A scan over blocks in one pass: each block waits for the flag of the block before it, then reads
 * that block's total. Writing the total before the flag is not enough; without fences another
 * block may see the flag first. Right: __threadfence() between total and flag, on both sides. */
#include "gallery.h"

__global__ void scan(const int *in, int *out, int *total, volatile int *ready, unsigned *started)
{
    unsigned lane = threadIdx.x, block = 0;

    if (lane == 0)
        block = atomicAdd(started, 1);      /* blocks are numbered as they start: no deadlock */
    block = __shfl_sync(0xffffffffu, block, 0);

    int sum = in[block * 32 + lane], before = 0;
    for (unsigned s = 1; s < 32; s *= 2) {
        int left = __shfl_up_sync(0xffffffffu, sum, s);
        if (lane >= s)
            sum += left;
    }
    if (lane == 31) {
        if (block > 0) {
            while (!ready[block - 1])
                ;
#ifdef FIXED
            __threadfence();
#endif
            before = total[block - 1]; /* BUG: race */
        }
        total[block] = before + sum; /* BUG: race */
#ifdef FIXED
        __threadfence();
#endif
        ready[block] = 1;
    }
    out[block * 32 + lane] = sum + __shfl_sync(0xffffffffu, before, 31);
}

int main(void)
{
    enum { BLOCKS = 4, N = BLOCKS * 32 };
    int *in = device_values(N), *out = device_ints(N), *total = device_ints(BLOCKS);
    int *ready = device_zeros(BLOCKS);
    unsigned *started = (unsigned *)device_zeros(1);

    scan<<<BLOCKS, 32>>>(in, out, total, ready, started);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return sum_of_values(i + 1); });
}
