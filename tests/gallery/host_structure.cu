/* The kernel gets a structure by value, which is fine, but the structure holds a pointer into the
 * host's stack: only the address travels. Right: the member itself in the structure. */
#include "gallery.h"

struct limits {
#ifdef FIXED
    int low, high;
#else
    const int *low, *high;
#endif
};

__global__ void clamp(int *data, unsigned n, limits range)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
#ifdef FIXED
    int low = range.low, high = range.high;
#else
    int low = *range.low, high = *range.high; /* BUG: host-pointer */
#endif
    data[i] = min(max(data[i], low), high);
}

int main(void)
{
    enum { N = 100 };
    int *data = device_values(N), low = -500, high = 400;
#ifdef FIXED
    limits range = { low, high };
#else
    limits range = { &low, &high };
#endif

    clamp<<<2, 64>>>(data, N, range);
    CHECK_LAUNCH();
    return verdict_all(data, N, [=](size_t i) {
        return value(i) < low ? low : value(i) > high ? high : value(i);
    });
}
