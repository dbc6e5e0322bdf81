/* coalesced_threads() in a branch. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int *in, int *out)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (in[t] < 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        s[t / 32 * 32 + g.thread_rank()] = in[t];
        g.sync();
        int total = 0;
        for (unsigned i = 0; i < g.size(); i++)
            total += s[t / 32 * 32 + i];
        int r = cg::this_thread().size();
        out[t] = total * r;
    } else {
        cg::coalesced_group g = cg::coalesced_threads();
        out[t] = g.shfl(1, 0);
    }
}

int main()
{
    int *in = device_values(64), *o = device_ints(64);
    k<<<1, 64>>>(in, o);
    CHECK_LAUNCH();
    return 0;
}
