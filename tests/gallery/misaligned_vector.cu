/* 16-byte loads from an array whose first element is skipped: a GPU loads 16 bytes from addresses
 * that are multiples of 16 only, and stops the kernel otherwise. A processor does not mind, and so
 * neither does a test on one. Right: ints up to the next multiple, or a copy that is aligned. */
#include "gallery.h"

__global__ void sum_vectors(const int *in, int *out)
{
#ifdef FIXED
    const int *first = in + 4 * threadIdx.x;
    int sum = first[0] + first[1] + first[2] + first[3];
#else
    int4 four = ((const int4 *)in)[threadIdx.x]; /* BUG: fault */
    int sum = four.x + four.y + four.z + four.w;
#endif

    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        *out = sum;
}

int main(void)
{
    enum { N = 4 * 32 };
    int *in = device_values(N + 1), *out = device_ints(1);

    sum_vectors<<<1, 32>>>(in + 1, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N + 1) - value(0));
}
