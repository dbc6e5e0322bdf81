/* Needs sm_90: the blocks of a cluster add up their partial sums in the shared memory of the first. It reads them
 * before the others have stored theirs: a block barrier does not wait for other blocks. Right: cluster.sync(). */
#include "gallery.h"
#include <cooperative_groups.h>

enum { BLOCKS = 4, WARP = 32 };

__global__ void __cluster_dims__(BLOCKS, 1, 1) sum_cluster(const int *in, int *out)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int partial;
    int sum = warp_sum(in[blockIdx.x * WARP + threadIdx.x]);

    cluster.sync();                     /* all blocks have begun */
    if (threadIdx.x == 0)
        partial = sum; /* BUG: race */
#ifdef FIXED
    cluster.sync();
#else
    __syncthreads();
#endif
    if (cluster.thread_rank() == 0) {
        for (unsigned b = 1; b < BLOCKS; b++)
            sum += *cluster.map_shared_rank(&partial, b); /* BUG: race */
        *out = sum;
    }
    cluster.sync();
}

int main(void)
{
    int *in = device_values(BLOCKS * WARP), *out = device_ints(1);

    sum_cluster<<<BLOCKS, WARP>>>(in, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(BLOCKS * WARP));
}
