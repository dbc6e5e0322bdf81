/* Each thread adds two elements, but only the first load asks whether it is inside the array. With
 * an n that is no multiple of two blocks the last block reads beyond the end. Right: a guard for
 * each load. */
#include "gallery.h"

__global__ void sum_pairs(const int *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
    int sum = 0;

    if (i < n) {
        sum = in[i];
#ifdef FIXED
        if (i + blockDim.x < n)
#endif
        sum += in[i + blockDim.x]; /* BUG: out-of-bounds */
    }
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

int main(void)
{
    enum { N = 300 };
    int *in = device_values(N), *out = device_zeros(1);

    sum_pairs<<<3, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
