/* Groups of 64 threads share the rows of a matrix; the loop goes on by the number of groups. In a
 * block of 32 threads that number is 32 / 64 = 0, and the loop never ends. Right: a block that
 * holds at least one group, or a number rounded up. */
#include "gallery.h"

enum { ROWS = 6, WIDTH = 100, GROUP = 64 };
#ifdef FIXED
enum { BLOCK = 128 };
#else
enum { BLOCK = 32 };
#endif

__global__ void sum_rows(const int *in, int *sums)
{
    unsigned groups = blockDim.x / GROUP, member = threadIdx.x % GROUP;

    for (unsigned row = threadIdx.x / GROUP; row < ROWS; row += groups) { /* BUG: endless-loop */
        int sum = 0; /* BUG: endless-loop */
        for (unsigned i = member; i < WIDTH; i += GROUP) /* BUG: endless-loop */
            sum += in[row * WIDTH + i]; /* BUG: endless-loop */
        atomicAdd(&sums[row], sum); /* BUG: endless-loop */
    }
}

int main(void)
{
    int *in = device_values(ROWS * WIDTH), *sums = device_zeros(ROWS);

    sum_rows<<<1, BLOCK>>>(in, sums);
    CHECK_LAUNCH();
    return verdict_all(sums, ROWS, [](size_t row) {
        return sum_of_values((row + 1) * WIDTH) - sum_of_values(row * WIDTH);
    });
}
