/* Each element looks at its left neighbour, and the first one has none: in[-1]. The right edge has
 * its guard, the left one was forgotten. Right: guards at both ends. */
#include "gallery.h"

__global__ void smooth(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
#ifdef FIXED
    int left = i > 0 ? in[i - 1] : 0;
#else
    int left = in[i - 1]; /* BUG: out-of-bounds */
#endif
    int right = i + 1 < n ? in[i + 1] : 0;
    out[i] = left + in[i] + right;
}

int main(void)
{
    enum { N = 100 };
    int *in = device_values(N), *out = device_ints(N);

    smooth<<<2, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) {
        return (i > 0 ? value(i - 1) : 0) + value(i) + (i + 1 < N ? value(i + 1) : 0);
    });
}
