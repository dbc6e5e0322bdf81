/* __syncthreads_or() is a barrier, too. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int *in, int *out)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    int any = __syncthreads_or(in[t] < 0);
    out[t] = s[63 - t] + any - 1;
    cg::this_thread_block().sync();
    s[t] = t;
    __syncthreads_count(1);
    out[t] += s[63 - t] - (63 - t);
}

int main()
{
    int *in = device_values(64), *o = device_ints(64);
    k<<<1, 64>>>(in, o);
    CHECK_LAUNCH();
    return verdict_all(o, 64, [](size_t i) { return value(63 - i); });
}
