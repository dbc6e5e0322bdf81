/* Blocks draw rows from a queue with atomicAdd, and look at the counter first to save the atomic
 * when the rows have run out. That look is a plain load of a word that other blocks change: the
 * compiler may keep an old value for ever. Right: what the atomic gave back is all one needs. */
#include "gallery.h"

enum { ROWS = 10, WIDTH = 32 };

__global__ void sum_rows(const int *in, int *sums, unsigned *next)
{
    unsigned lane = threadIdx.x, row = 0;

#ifdef FIXED
    for (;;) {
#else
    while (*next < ROWS) { /* BUG: race */
#endif
        if (lane == 0)
            row = atomicAdd(next, 1); /* BUG: race */
        row = __shfl_sync(0xffffffffu, row, 0);
        if (row >= ROWS)
            return;
        int sum = warp_sum(in[row * WIDTH + lane]);
        if (lane == 0)
            sums[row] = sum;
    }
}

int main(void)
{
    int *in = device_values(ROWS * WIDTH), *sums = device_ints(ROWS);
    unsigned *next = (unsigned *)device_zeros(1);

    sum_rows<<<3, 32>>>(in, sums, next);
    CHECK_LAUNCH();
    return verdict_all(sums, ROWS, [](size_t row) {
        return sum_of_values((row + 1) * WIDTH) - sum_of_values(row * WIDTH);
    });
}
