# 25_one_atomic.awk: the kernels of lesson 25 (see tests/model.awk).
#
# at n=8192
# at n=10007
# at n=1 asked=2

function launches(    blocks)
{
    blocks = share_blocks()
    launch("store_sums", blocks, n)
    launch("store_sums", 1, blocks)
    launch("ticket_fence", blocks, n)
    launch("packed_count_sum", blocks, n)
}

function run(kernel)
{
    if (kernel == "store_sums") store_sums()
    else if (kernel == "ticket_fence") ticket(0)
    else packed_count_sum()
}

function packed_count_sum()
{
    lesson_share_sum()
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("atomic", 0, 0)          #     atomicAdd(&total, mine)
        if (b == grid - 1) {            #     if ((unsigned)all == gridDim.x)
            global("store", 0, 0)       #         *result = ...
            global("atomic", 0, 0)      #         atomicExch(&total, 0);
        }
    end_if()
}
