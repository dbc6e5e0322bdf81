/* Results are added with += to an array that comes straight from cudaMalloc, as if that zeroed it.
 * Right: cudaMemset before the first launch, or a plain store in it. */
#include "gallery.h"

enum { N = 100 };

__global__ void add(const int *in, int *total)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N)
        total[i] += in[i]; /* BUG: uninitialised */
}

int main(void)
{
    int *in = device_values(N), *total;

    CHECK(cudaMalloc(&total, N * sizeof *total));
#ifdef FIXED
    CHECK(cudaMemset(total, 0, N * sizeof *total));
#endif
    for (int i = 0; i < 3; i++) {
        add<<<2, 64>>>(in, total);
        CHECK_LAUNCH();
    }
    return verdict_all(total, N, [](size_t i) { return 3 * value(i); });
}
