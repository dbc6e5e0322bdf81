/* cooperative_groups::reduce over tiles of a warp, then over the block. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#include <cooperative_groups/reduce.h>

__global__ void k(const int *in, int *out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ int s[4];
    int v = cg::reduce(tile, in[blockIdx.x * 128 + threadIdx.x], cg::plus<int>());
    if (tile.thread_rank() == 0)
        s[tile.meta_group_rank()] = v;
    cg::this_thread_block().sync();
    if (threadIdx.x < 4) {
        auto a = cg::coalesced_threads();
        v = cg::reduce(a, s[threadIdx.x], cg::plus<int>());
        if (a.thread_rank() == 0)
            atomicAdd(out, v);
    }
}

int main()
{
    int *in = device_values(256), *o = device_zeros(1);
    k<<<2, 128>>>(in, o);
    CHECK_LAUNCH();
    return verdict(fetch_one(o), sum_of_values(256));
}
