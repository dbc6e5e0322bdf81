/* Needs sm_90: a tile is stored to global memory by a bulk copy, and the next one is written over it before the copy has
 * read it. Right: wait until the group of copies has been read. */
/* Not for initcheck, which takes what a bulk copy writes to global memory for never written (CUDA 13.0). */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { WIDTH = 64, TILES = 3 };

__global__ void twice(const int *in, int *out)
{
    __shared__ alignas(16) int tile[WIDTH];

    for (unsigned k = 0; k < TILES; k++) {
        tile[threadIdx.x] = 2 * in[k * WIDTH + threadIdx.x]; /* BUG: race */
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + k * WIDTH, tile, sizeof tile); /* BUG: race */
            ptx::cp_async_bulk_commit_group();
#ifdef FIXED
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
#endif
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main(void)
{
    int *in = device_values(TILES * WIDTH), *out = device_ints(TILES * WIDTH);

    twice<<<1, WIDTH>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, TILES * WIDTH, [](size_t i) { return 2 * value(i); });
}
