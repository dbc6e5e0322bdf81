/* All blocks add to a word atomically, and the last block also reads it plainly. Its own update was
 * the last one, but nothing orders the read after the others' updates. Right: an atomic, too. */
#include "gallery.h"

__global__ void add(const int *in, int *total, int *out)
{
    atomicAdd(total, in[blockIdx.x]);
    if (blockIdx.x == gridDim.x - 1)
#ifdef FIXED
        out[0] = atomicAdd(total, 0) != 12345678;
#else
        out[0] = *total != 12345678; /* BUG: race */
#endif
}

int main(void)
{
    int *in = device_values(4), *total = device_zeros(1), *out = device_zeros(1);

    add<<<4, 1>>>(in, total, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(total), sum_of_values(4)) | verdict(fetch_one(out), 1);
}
