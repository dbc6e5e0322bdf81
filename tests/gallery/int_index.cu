/* An element's number in an int. Beyond 2^31 elements it turns negative and points far before the
 * array. The kernel here works on a slice of a long vector and needs the number of the whole; the
 * slice begins just below 2^31. Right: size_t for numbers of elements. */
#include "gallery.h"

__global__ void number(int *slice, size_t start, unsigned n)
{
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
    size_t i = start + k;
#else
    int i = (int)start + k;
#endif

    if (k < n)
        slice[i - start] = (int)(i % 1000); /* BUG: out-of-bounds */
}

int main(void)
{
    enum { N = 100 };
    const size_t start = ((size_t)1 << 31) - 50;
    int *slice = device_ints(N);

    number<<<2, 64>>>(slice, start, N);
    CHECK_LAUNCH();
    return verdict_all(slice, N, [=](size_t k) { return (int)((start + k) % 1000); });
}
