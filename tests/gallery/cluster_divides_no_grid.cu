/* Needs sm_90: as many blocks as the array needs, but that is no multiple of the blocks of a cluster, so the launch is
 * refused. Right: round up, and let the blocks that are left over do nothing. */
#include "gallery.h"
#include <cooperative_groups.h>

enum { BLOCKS = 4, WARP = 32, N = 6 * WARP };

__global__ void __cluster_dims__(BLOCKS, 1, 1) twice(const int *in, int *out)
{
    unsigned i = blockIdx.x * WARP + threadIdx.x;

    if (i < N)
        out[i] = 2 * in[i];
}

int main(void)
{
    int *in = device_values(N), *out = device_zeros(N), blocks = N / WARP;

#ifdef FIXED
    blocks = (blocks + BLOCKS - 1) / BLOCKS * BLOCKS;
#endif
    twice<<<blocks, WARP>>>(in, out); /* BUG: launch */
    return verdict_all(out, N, [](size_t i) { return 2 * value(i); });
}
