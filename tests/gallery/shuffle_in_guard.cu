/* A full-mask shuffle inside "is there an element for me": the lanes that skip it wait at the
 * block barrier behind, the others wait for them in the shuffle. Nobody moves again; older GPUs
 * let it pass. Right: all lanes of the mask call the shuffle, those without an element with a
 * zero. */
#include "gallery.h"

__global__ void sum_block(const int *in, int *out, unsigned n)
{
    __shared__ int sums[2];
    unsigned tid = threadIdx.x;
    int sum = 0;

#ifdef FIXED
    if (tid < n)
        sum = in[tid];
    {
#else
    if (tid < n) {
        sum = in[tid];
#endif
        for (unsigned s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, s); /* BUG: deadlock */
    }
    if (tid % 32 == 0)
        sums[tid / 32] = sum;
    __syncthreads(); /* BUG: deadlock */
    if (tid == 0)
        *out = sums[0] + sums[1];
}

int main(void)
{
    enum { N = 50 };
    int *in = device_values(N), *out = device_ints(1);

    sum_block<<<1, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
