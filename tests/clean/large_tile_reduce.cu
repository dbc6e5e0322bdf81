/* A tile of several warps. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<256> m;
    auto b = cg::this_thread_block(m);
    auto tile = cg::tiled_partition<128>(b);
    int any = tile.any(in[threadIdx.x] > 990);
    int f = tile.shfl(in[threadIdx.x], 5);
    out[threadIdx.x] = f + any - any;
}

int main()
{
    int *in = device_values(256), *o = device_ints(256);
    k<<<1, 256>>>(in, o);
    CHECK_LAUNCH();
    return verdict_all(o, 256, [](size_t i) { return value(i / 128 * 128 + 5); });
}
