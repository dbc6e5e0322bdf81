/* Whole warps end early; the others go on with __syncwarp() only. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n)
        return;
    int s = warp_sum(in[i]);
    if (i % 32 == 0)
        atomicAdd(out, s);
}

int main()
{
    int *in = device_values(160), *o = device_zeros(1);
    k<<<2, 128>>>(in, o, 160);
    CHECK_LAUNCH();
    return verdict(fetch_one(o), sum_of_values(160));
}
