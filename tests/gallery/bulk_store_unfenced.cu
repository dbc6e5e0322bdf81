/* Needs sm_90: threads fill a tile, and a bulk copy brings it to global memory. The copy reads shared memory on a way of
 * its own, and may miss what the threads have just written. Right: each thread passes a proxy fence after its write. */
/* Not for initcheck, which takes what a bulk copy writes to global memory for never written (CUDA 13.0). */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { N = 256 };

__global__ void turn_around(const int *in, int *out)
{
    __shared__ alignas(16) int tile[N];

    tile[N - 1 - threadIdx.x] = in[threadIdx.x]; /* BUG: race */
#ifdef FIXED
    ptx::fence_proxy_async(ptx::space_shared);
#endif
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof tile); /* BUG: race */
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

int main(void)
{
    int *in = device_values(N), *out = device_ints(N);

    turn_around<<<1, N>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(N - 1 - i); });
}
