/* Each thread counts in a small array of its own, four bins for -1000 to 1000. The largest value,
 * 1000, is in a fifth bin that does not exist. Such a write damages another local variable of the
 * thread, without any error. Right: let the last bin have its upper limit, too. */
#include "gallery.h"

enum { BINS = 4, N = 256 };

__global__ void histogram(const int *in, int *counts)
{
    int bins[BINS] = { 0, 0, 0, 0 };

    for (unsigned i = threadIdx.x; i < N; i += blockDim.x) {
        int bin = (in[i] + 1000) / 500;
#ifdef FIXED
        bin = min(bin, BINS - 1);
#endif
        bins[bin]++; /* BUG: out-of-bounds */
    }
    for (int bin = 0; bin < BINS; bin++)
        atomicAdd(&counts[bin], bins[bin]);
}

int main(void)
{
    int numbers[N], *in, *counts = device_zeros(BINS), got[BINS];

    for (int i = 0; i < N; i++)
        numbers[i] = i % 5 * 500 - 1000;
    in = device_copy(numbers, N);
    histogram<<<1, 64>>>(in, counts);
    CHECK_LAUNCH();
    fetch(got, counts, BINS);
    return verdict(got[0], 52) | verdict(got[1], 51) | verdict(got[2], 51) | verdict(got[3], 102);
}
