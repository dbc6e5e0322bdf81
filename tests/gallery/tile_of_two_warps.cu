/* A tile of 64 threads is two warps, and a __syncwarp() between them orders nothing: thread 0 reads
 * what thread 63, of the other warp, stores. Right: tile.sync(), which waits for both warps of this
 * tile and leaves the block's other tile alone. */
/* Not for racecheck, which takes the barrier of such a tile (words in shared memory) for races. */
#include "gallery.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void reverse_rows(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<128> memory;   /* GPUs before sm_80 need it */
    __shared__ int elements[128];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    unsigned tid = threadIdx.x, rank = tile.thread_rank();

    for (unsigned row = tid / 64; row < 6; row += 2) {
        elements[tid] = in[row * 64 + rank]; /* BUG: race */
#ifdef FIXED
        tile.sync();
#else
        __syncwarp();
#endif
        out[row * 64 + rank] = elements[tid / 64 * 64 + 63 - rank]; /* BUG: race */
#ifdef FIXED
        tile.sync();
#else
        __syncwarp();
#endif
    }
}

int main(void)
{
    int *in = device_values(6 * 64), *out = device_ints(6 * 64);

    reverse_rows<<<1, 128>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 6 * 64, [](size_t i) { return value(i / 64 * 64 + 63 - i % 64); });
}
