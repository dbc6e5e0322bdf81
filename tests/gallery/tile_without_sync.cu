/* Cooperative groups do not synchronise by themselves: the threads of a tile of 16 write their
 * slots, then read each other's, with no tile.sync() between. That a tile lies inside a warp makes
 * no difference since Volta. Right: tile.sync() after the write. */
#include "gallery.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void running_maximum(const int *in, int *out)
{
    __shared__ int elements[64];
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    int *row = elements + threadIdx.x / 16 * 16;
    unsigned rank = tile.thread_rank();

    row[rank] = in[threadIdx.x]; /* BUG: race */
#ifdef FIXED
    tile.sync();
#endif
    int most = row[0]; /* BUG: race */
    for (unsigned i = 1; i <= rank; i++)
        most = max(most, row[i]); /* BUG: race */
    out[threadIdx.x] = most;
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(64);

    running_maximum<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t i) {
        int most = value(i);
        for (size_t k = i / 16 * 16; k < i; k++)
            most = value(k) > most ? value(k) : most;
        return most;
    });
}
