/* Needs sm_90: each block pushes its partial sum into the shared memory of the first. Nothing says that the first one
 * has begun, and that its shared memory is its own already. Right: cluster.sync() before the first use, too. */
#include "gallery.h"
#include <cooperative_groups.h>

enum { BLOCKS = 4, WARP = 32 };

__global__ void __cluster_dims__(BLOCKS, 1, 1) sum_cluster(const int *in, int *out)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int partial[BLOCKS];
    int sum = warp_sum(in[blockIdx.x * WARP + threadIdx.x]);

#ifdef FIXED
    cluster.sync();
#endif
    if (threadIdx.x == 0)
        cluster.map_shared_rank(partial, 0)[cluster.block_rank()] = sum; /* BUG: race */
    cluster.sync();
    if (cluster.thread_rank() == 0) {
        for (unsigned b = 1; b < BLOCKS; b++)
            sum += partial[b];
        *out = sum;
    }
}

int main(void)
{
    int *in = device_values(BLOCKS * WARP), *out = device_ints(1);

    sum_cluster<<<BLOCKS, WARP>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(BLOCKS * WARP));
}
