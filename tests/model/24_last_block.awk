# 24_last_block.awk: the kernels of lesson 24 (see tests/model.awk).
#
# at n=8192
# at n=10007
# at n=10007 asked=3
# at n=1 asked=2

function launches(    blocks)
{
    blocks = share_blocks()
    launch("store_sums<int>", blocks, n)
    launch("store_sums<int>", 1, blocks)
    launch("add_sums<int>", blocks, n)
    launch("ticket_fence<int>", blocks, n)
    launch("ticket_acq_rel<int>", blocks, n)
    launch("flagged_sums<int>", blocks, n)
}

function run(kernel)
{
    if (kernel == "store_sums<int>") store_sums()
    else if (kernel == "add_sums<int>") add_sums()
    else if (kernel == "flagged_sums<int>") flagged_sums()
    else ticket(kernel == "ticket_acq_rel<int>")
}

function add_sums()
{
    lesson_share_sum()
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("atomic", 0, 0)          #     atomicAdd(result, sum);
    end_if()
}

# The last block is counted as if it found every word at its first look.
function flagged_sums()
{
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("atomic", 0, 0)          #     ticket = atomicInc(&tickets, gridDim.x - 1);
    end_if()
    lesson_share_sum()
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("store", 0, b, 8)        #     word[blockIdx.x] = IS_THERE | bits(sum);
        shared("store", 0, 0)           #     is_last = ...
    end_if()
    syncthreads()
    shared("load", 0, 0)                # if (is_last)
    if (b == grid - 1) {
        add_words(8, 1)                 #     w = word[i]; word[i] = 0;
        store_result(0)
    }
}
