# 18_grid_sync_merge.awk: the kernels of lesson 18 (see tests/model.awk).
#
# at n=32768
# at n=33007
# at n=33007 asked=3
# at n=1 asked=2

function launches(    pieces)
{
    pieces = blocks_for(n, constant("AT_ONCE") * block)
    launch("cooperative_reduction", resident(pieces, fit(4 * block)), n)
    launch("reduce_shares", resident(pieces, fit(4 * block)), n)
    launch("reduce_shares", 1, resident(pieces, fit(4 * block)))
}

function run(kernel)
{
    if (kernel == "cooperative_reduction") cooperative_reduction()
    else reduce_shares()
}

function cooperative_reduction()
{
    share_sum(b, grid)
    store_sum()
    syncthreads()                       # cg::this_grid().sync();
    if (b == 0) {
        size = grid
        share_sum(0, 1)
        store_sum()                     # if (threadIdx.x == 0) *result = sum;
    }
}

function reduce_shares()
{
    share_sum(b, grid)
    store_sum()
}

function share_sum(block_of, blocks)
{
    load_pieces(block_of, blocks)
    shared("store", 1, 0)               # sums[tid] = lesson_thread_sum<AT_ONCE>(...);
    syncthreads()
    halve()
    shared("load", 0, 0)                # return sums[0];
}
