/* A block draws its next row from a queue: thread 0 takes it, shared memory passes it on. One
 * barrier makes all threads read the new row; without a second one, thread 0 may already draw the
 * next while a slow warp has not read this one. Right: a barrier on either side of the read. */
#include "gallery.h"

enum { ROWS = 10, WIDTH = 64 };

__global__ void sum_rows(const int *in, int *sums, unsigned *next)
{
    __shared__ unsigned drawn;

    for (;;) {
        if (threadIdx.x == 0)
            drawn = atomicAdd(next, 1); /* BUG: race */
        __syncthreads();
        unsigned row = drawn; /* BUG: race */
#ifdef FIXED
        __syncthreads();
#endif
        if (row >= ROWS)
            return;
        int sum = warp_sum(in[row * WIDTH + threadIdx.x]);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&sums[row], sum);
    }
}

int main(void)
{
    int *in = device_values(ROWS * WIDTH), *sums = device_zeros(ROWS);
    unsigned *next = (unsigned *)device_zeros(1);

    sum_rows<<<2, WIDTH>>>(in, sums, next);
    CHECK_LAUNCH();
    return verdict_all(sums, ROWS, [](size_t row) {
        return sum_of_values((row + 1) * WIDTH) - sum_of_values(row * WIDTH);
    });
}
