/* A histogram in shared memory that counts with ++. Two threads with the same bin read the same
 * count, and one of the two increments is lost. Right: atomicAdd, in shared memory as in global. */
#include "gallery.h"

enum { BINS = 8 };

__global__ void histogram(const int *in, int *counts, unsigned n)
{
    __shared__ int bins[BINS];

    if (threadIdx.x < BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
#ifdef FIXED
        atomicAdd(&bins[(unsigned)in[i] % BINS], 1);
#else
        bins[(unsigned)in[i] % BINS]++; /* BUG: race */
#endif
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

int main(void)
{
    int *in = device_values(500), *counts = device_zeros(BINS);

    histogram<<<2, 64>>>(in, counts, 500);
    CHECK_LAUNCH();
    return verdict_all(counts, BINS, [](size_t bin) {
        int count = 0;
        for (size_t i = 0; i < 500; i++)
            count += (unsigned)value(i) % BINS == bin;
        return count;
    });
}
