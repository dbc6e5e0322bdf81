/* Count and sum in one 64-bit word, zeroed once by the host. The first row gets its sum. In the
 * second launch the count goes on where it was, so no block finds itself to be the last: nobody
 * writes that row's sum. Right: the last block leaves a 0, by an atomic, as others use that word. */
#include "gallery.h"

enum { N = 4 * 32 };

__global__ void sum_row(const int *row, unsigned long long *total, int *sum)
{
    int part = warp_sum(row[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0) {
        unsigned long long mine = (unsigned long long)(unsigned)part << 32 | 1;
        unsigned long long all = atomicAdd(total, mine) + mine;
        if ((unsigned)all == gridDim.x) {
            *sum = (int)(all >> 32);
#ifdef FIXED
            atomicExch(total, 0);
#endif
        }
    }
}

__global__ void add_to_row(int *row, const int *sum)
{
    row[blockIdx.x * 32 + threadIdx.x] += *sum; /* BUG: uninitialised */
}

int main(void)
{
    int *rows = device_values(2 * N), *sums = device_ints(2);
    unsigned long long *total = (unsigned long long *)device_zeros(2);

    for (int i = 0; i < 2; i++) {
        sum_row<<<4, 32>>>(rows + i * N, total, sums + i);
        CHECK_LAUNCH();
        add_to_row<<<4, 32>>>(rows + i * N, sums + i);
        CHECK_LAUNCH();
    }
    return verdict_all(rows, 2 * N, [](size_t i) {
        return value(i) + (i < N ? sum_of_values(N) : sum_of_values(2 * N) - sum_of_values(N));
    });
}
