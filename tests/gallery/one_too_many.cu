/* i <= n where i < n is meant: thread n handles an element that is not there. One word beyond the
 * end often belongs to nobody, and nothing is seen for years. Right: i < n. */
#include "gallery.h"

__global__ void twice(const int *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

#ifdef FIXED
    if (i < n)
#else
    if (i <= n)
#endif
        out[i] = 2 * in[i]; /* BUG: out-of-bounds */
}

int main(void)
{
    enum { N = 100 };
    int *in = device_values(N), *out = device_ints(N);

    twice<<<2, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return 2 * value(i); });
}
