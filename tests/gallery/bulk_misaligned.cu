/* Needs sm_90: a bulk copy moves pieces of 16 bytes, from and to addresses that are multiples of 16. A part of an array
 * that begins anywhere does not. Right: copy from the multiple below, and skip the first elements. */
#include "gallery.h"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { N = 128, FIRST = 7 };

__global__ void copy_part(const int *in, int *out)
{
    __shared__ alignas(16) int tile[N + 4];
    __shared__ uint64_t arrived;
#ifdef FIXED
    unsigned skip = FIRST % 4, bytes = (N + 4) * sizeof(int);
#else
    unsigned skip = 0, bytes = N * sizeof(int);
#endif

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, bytes);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + FIRST - skip, bytes, &arrived); /* BUG: fault */
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {
    }
    out[threadIdx.x] = tile[skip + threadIdx.x];
}

int main(void)
{
    int *in = device_values(FIRST + N + 4), *out = device_ints(N);

    copy_part<<<1, N>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(FIRST + i); });
}
