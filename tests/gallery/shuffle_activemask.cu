/* __activemask() in a guard, "so that the mask fits". In the last warp twenty lanes have an
 * element, and the shuffle's lane 4 still reads lane 20, which stayed outside: the mask lets it
 * pass, the value is undefined. Right: all lanes take part, those without an element with a
 * zero. */
#include "gallery.h"

__global__ void sum_all(const int *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

#ifdef FIXED
    unsigned mask = 0xffffffffu;
    int sum = i < n ? in[i] : 0;
#else
    if (i >= n)
        return;
    unsigned mask = __activemask();
    int sum = in[i];
#endif
    for (unsigned s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(mask, sum, s); /* BUG: shuffle */
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

int main(void)
{
    enum { N = 3 * 32 + 20 };
    int *in = device_values(N), *out = device_zeros(1);

    sum_all<<<2, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
