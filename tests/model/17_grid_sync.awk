# 17_grid_sync.awk: the kernels of lesson 17 (see tests/model.awk).
#
# at n=32768
# at n=33007
# at n=33007 asked=3
# at n=1 asked=2

function launches(    pieces)
{
    pieces = blocks_for(n, constant("AT_ONCE") * block)
    launch("full_reduce_sum<int>", resident(pieces, 1), n)
    launch("full_reduce_sum<int>", resident(pieces, fit(0)), n)
    launch("reduce_shares<int>", resident(pieces, fit(0)), n)
    launch("reduce_shares<int>", 1, resident(pieces, fit(0)))
    launch("add_shares<int>", resident(pieces, fit(0)), n)
}

function run(kernel)
{
    if (kernel == "full_reduce_sum<int>") full_reduce_sum()
    else if (kernel == "reduce_shares<int>") reduce_shares()
    else add_shares()
}

function full_reduce_sum(    blocks)
{
    for (;;) {
        blocks = blocks_for(size, constant("AT_ONCE") * block)
        if (blocks > grid)
            blocks = grid
        if (b < blocks) {               # if (blockIdx.x < blocks)
            share_sum(blocks)
            store_sum()                 #     if (threadIdx.x == 0) to[blockIdx.x] = sum;
        }
        if (blocks == 1)
            return
        syncthreads()                   # cg::this_grid().sync();
        size = blocks
    }
}

function reduce_shares()
{
    share_sum(grid)
    store_sum()                         # if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

function add_shares()
{
    share_sum(grid)
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("atomic", 0, 0)          #     atomicAdd(result, sum);
    end_if()
}

function share_sum(blocks)
{
    load_pieces(b, blocks)
    shuffles(32)                        # sum = cg::reduce(warp, sum, cg::plus<T>());
    store_warp_sum()
    syncthreads()
    if_lane_below(block / 32)           # warp.thread_rank() < warp.meta_group_size() ? ... : 0
        shared("load", 1, -32 * w)      #     sums[warp.thread_rank()]
    end_if()
    shuffles(32)
}
