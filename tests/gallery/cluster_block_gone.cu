/* Needs sm_90: the first block of a cluster reads what the others have left in their shared memory. But they end while
 * it reads, and their shared memory is gone. Right: a last cluster.sync(), for which they wait. */
#include "gallery.h"
#include <cooperative_groups.h>

enum { BLOCKS = 4, WARP = 32 };

__global__ void __cluster_dims__(BLOCKS, 1, 1) sum_cluster(const int *in, int *out)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int partial;
    int sum = warp_sum(in[blockIdx.x * WARP + threadIdx.x]);

    if (threadIdx.x == 0)
        partial = sum;
    cluster.sync();
    if (cluster.thread_rank() == 0) {
        for (unsigned b = 1; b < BLOCKS; b++)
            sum += *cluster.map_shared_rank(&partial, b); /* BUG: use-after-free */
        *out = sum;
    }
#ifdef FIXED
    cluster.sync();
#endif
}

int main(void)
{
    int *in = device_values(BLOCKS * WARP), *out = device_ints(1);

    sum_cluster<<<BLOCKS, WARP>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(BLOCKS * WARP));
}
