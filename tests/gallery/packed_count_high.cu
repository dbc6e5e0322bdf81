/* Count and sum in one 64-bit word, so that one atomic says both. The sum is in the low half: a
 * negative one is, as 64 bits, a number with all ones in the high half, and takes 1 from the count.
 * No block finds itself to be the last, nobody writes the sum, and the kernel that needs it reads
 * what cudaMalloc left there. Right: the sum in the high half, where nothing is above it. */
#include "gallery.h"

enum { N = 4 * 32 };

__global__ void sum_row(const int *row, unsigned long long *total, int *sum)
{
    int part = warp_sum(row[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0) {
#ifdef FIXED
        unsigned long long mine = (unsigned long long)(unsigned)part << 32 | 1;
        unsigned long long all = atomicAdd(total, mine) + mine;
        unsigned count = (unsigned)all;
        int so_far = (int)(all >> 32);
#else
        unsigned long long mine = (1ull << 32) + (unsigned long long)part;
        unsigned long long all = atomicAdd(total, mine) + mine;
        unsigned count = (unsigned)(all >> 32);
        int so_far = (int)all;
#endif
        if (count == gridDim.x) {
            *sum = so_far;
            atomicExch(total, 0);
        }
    }
}

__global__ void subtract(int *row, const int *sum)
{
    row[blockIdx.x * 32 + threadIdx.x] -= *sum; /* BUG: uninitialised */
}

int main(void)
{
    int host[N], all = 0;
    unsigned long long *total = (unsigned long long *)device_zeros(2);
    int *sum = device_ints(1);

    for (int i = 0; i < N; i++)
        all += host[i] = -1 - i;
    int *row = device_copy(host, N);
    sum_row<<<4, 32>>>(row, total, sum);
    CHECK_LAUNCH();
    subtract<<<4, 32>>>(row, sum);
    CHECK_LAUNCH();
    return verdict_all(row, N, [=](size_t i) { return -1 - (int)i - all; });
}
