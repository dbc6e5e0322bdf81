/* The ticket of the last-block pattern is zeroed once, by the host. The first row gets its sum; in
 * the second launch no block draws the last ticket, so nobody writes that row's sum, and the
 * kernel that needs it reads what cudaMalloc left there. Right: the last block sets the ticket
 * back. */
#include "gallery.h"

enum { N = 4 * 32 };

__global__ void sum_row(const int *row, int *partial, unsigned *ticket, int *sum)
{
    unsigned lane = threadIdx.x;
    int part = warp_sum(row[blockIdx.x * 32 + lane]);

    if (lane == 0) {
        partial[blockIdx.x] = part;
        __threadfence();
        if (atomicAdd(ticket, 1) == gridDim.x - 1) {
            __threadfence();
            int total = 0;
            for (unsigned b = 0; b < gridDim.x; b++)
                total += partial[b];
            *sum = total;
#ifdef FIXED
            *ticket = 0;
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
    int *rows = device_values(2 * N), *partial = device_ints(4), *sums = device_ints(2);
    unsigned *ticket = (unsigned *)device_zeros(1);

    for (int i = 0; i < 2; i++) {
        sum_row<<<4, 32>>>(rows + i * N, partial, ticket, sums + i);
        CHECK_LAUNCH();
        add_to_row<<<4, 32>>>(rows + i * N, sums + i);
        CHECK_LAUNCH();
    }
    return verdict_all(rows, 2 * N, [](size_t i) {
        return value(i) + (i < N ? sum_of_values(N) : sum_of_values(2 * N) - sum_of_values(N));
    });
}
