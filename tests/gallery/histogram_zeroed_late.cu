/* A histogram in shared memory that is counted into while it is still being zeroed. The adds are
 * atomic, the zero is not, and between the two there is no barrier: a count may be wiped out.
 * Right: a barrier after the loop that zeroes. */
#include "gallery.h"

enum { BINS = 50 };

__global__ void histogram(const int *in, int *counts)
{
    __shared__ int bins[BINS];
    unsigned tid = threadIdx.x;

    if (tid < BINS)
        bins[tid] = 0; /* BUG: race */
#ifdef FIXED
    __syncthreads();
#endif
    atomicAdd(&bins[(in[tid] + 1000) % BINS], 1); /* BUG: race */
    __syncthreads();
    if (tid < BINS)
        counts[tid] = bins[tid];
}

int main(void)
{
    int *in = device_values(256), *counts = device_ints(BINS);

    histogram<<<1, 256>>>(in, counts);
    CHECK_LAUNCH();
    return verdict_all(counts, BINS, [](size_t bin) {
        int count = 0;
        for (size_t i = 0; i < 256; i++)
            count += (size_t)(value(i) + 1000) % BINS == bin;
        return count;
    });
}
