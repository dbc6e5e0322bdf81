# 28_clusters.awk: the kernels of lesson 28 (see tests/model.awk).
#
# at n=8192
# at n=10007
# at n=1

function launches(    wanted)
{
    launch("packed_count_sum", share_blocks(), n)
    wanted = blocks_for(n, 4 * constant("LESSON_SHARE_LOADS") * block)
    for (cluster = 2; cluster <= 8; cluster *= 2)       # whole clusters, as many as fit at a time
        launch("cluster_reduce<" cluster ">",
               cluster * least(blocks_for(wanted, cluster), int(4 * fit(0) / cluster)), n)
}

function least(x, y) { return x < y ? x : y }

function run(kernel)
{
    if (kernel == "packed_count_sum") {
        lesson_share_sum()
        if_below(1, 1)                  # if (threadIdx.x == 0)
            add_part(b == grid - 1)
        end_if()
    } else
        cluster_reduce(b % cluster)
}

# rank: of the block in its cluster. A cluster's barrier is one that every block passes.
function cluster_reduce(rank)
{
    syncthreads()                       # cluster.barrier_arrive(), cluster.barrier_wait()
    lesson_share_sum()
    if_below(1, 1)                      # if (threadIdx.x == 0)
        if (rank == 0)                  #     cluster.map_shared_rank(sums, 0)[...] = sum;
            shared("store", 0, 0)
        else
            remote_word("store")
    end_if()
    syncthreads()                       # cluster.sync();
    if (rank > 0 || w > 0)              # if (cluster.block_rank() > 0 || threadIdx.x >= 32) return;
        return
    if_lane_below(cluster)              # threadIdx.x < blocks ? sums[threadIdx.x] : 0
        shared("load", 1, 0)
    end_if()
    shuffle()                           # lesson_warp_sum()
    if_below(1, 1)                      # if (threadIdx.x == 0)
        add_part(b == grid - cluster)
    end_if()
}

# is_last: whichever is last in a run, here it is the one with the highest number.
function add_part(is_last)
{
    global("atomic", 0, 0)              # atomicAdd(&total, mine)
    if (is_last) {                      # if ((unsigned)all == parts)
        global("store", 0, 0)           #     *result = ...
        global("atomic", 0, 0)          #     atomicExch(&total, 0);
    }
}
