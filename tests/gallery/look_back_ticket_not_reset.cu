/* A scan in one pass: a block draws the number of its tile, so that the tiles before it belong to blocks that
 * run already. The counter is 0 in the first launch. In the second one it goes on where it was, and the
 * tiles lie beyond the array. Right: the block that draws the last tile sets it back, for a next launch
 * with another number, as the states of this one are still there. */
#include "gallery.h"

enum { TILES = 4, N = TILES * 32 };

__device__ unsigned long long next_tile;                /* high half: the launch's number */
__device__ volatile unsigned long long states[2 * TILES]; /* high half: the same, plus 1; low half: a sum */

__global__ void scan(int *sums)
{
    unsigned lane = threadIdx.x;
    unsigned long long drawn = 0, state;

    if (lane == 0) {
        drawn = atomicAdd(&next_tile, 1);
#ifdef FIXED
        if ((unsigned)drawn == gridDim.x - 1)
            atomicExch(&next_tile, ((drawn >> 32) + 1) << 32);
#endif
    }
    drawn = __shfl_sync(0xffffffffu, drawn, 0);
    unsigned tile = (unsigned)drawn, launch = (unsigned)(drawn >> 32) + 1;

    int sum = sums[tile * 32 + lane], before = 0; /* BUG: out-of-bounds */
    for (unsigned s = 1; s < 32; s *= 2) {
        int left = __shfl_up_sync(0xffffffffu, sum, s);
        if (lane >= s)
            sum += left;
    }
    if (lane == 31) {
        if (tile > 0) {
            do
                state = states[tile - 1];
            while (state >> 32 != launch);
            before = (int)(unsigned)state;
        }
        states[tile] = (unsigned long long)launch << 32 | (unsigned)(before + sum);
    }
    sums[tile * 32 + lane] = sum + __shfl_sync(0xffffffffu, before, 31);
}

int main(void)
{
    int *sums = device_values(N);

    for (int i = 0; i < 2; i++) { /* prefix sums of the prefix sums */
        scan<<<TILES, 32>>>(sums);
        CHECK_LAUNCH();
    }
    return verdict_all(sums, N, [](size_t i) {
        int sum = 0;
        for (size_t k = 0; k <= i; k++)
            sum += sum_of_values(k + 1);
        return sum;
    });
}
