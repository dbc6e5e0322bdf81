/* 16-byte loads, four ints at a time, with the number of vectors rounded up: the last one reaches
 * beyond the end when n is no multiple of four. Right: vectors as long as they are whole, then the
 * remaining elements one by one. */
#include "gallery.h"

__global__ void sum_vectors(const int *in, int *out, unsigned n)
{
    const int4 *vectors = (const int4 *)in;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;

#ifdef FIXED
    if (i < n / 4) {
#else
    if (i < (n + 3) / 4) {
#endif
        int4 four = vectors[i]; /* BUG: out-of-bounds */
        sum = four.x + four.y + four.z + four.w;
    }
#ifdef FIXED
    if (i < n % 4)
        sum += in[n / 4 * 4 + i];
#endif
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

int main(void)
{
    enum { N = 401 };
    int *in = device_values(N), *out = device_zeros(1);

    sum_vectors<<<2, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
