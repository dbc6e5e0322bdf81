/* Tiles whose size is known only when the program runs. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int *in, int *out)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    cg::thread_group g = cg::tiled_partition(cg::this_thread_block(), 8);
    s[t] = in[t];
    g.sync();
    int v = s[t ^ 7];
    g.sync();
    s[t] = v;
    cg::sync(g);
    out[t] = s[t ^ 7];
}

int main()
{
    int *in = device_values(64), *o = device_ints(64);
    k<<<1, 64>>>(in, o);
    CHECK_LAUNCH();
    return verdict_all(o, 64, [](size_t i) { return value(i); });
}
