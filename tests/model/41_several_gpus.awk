# 41_several_gpus.awk: the kernels of lesson 41, on four cards (see tests/model.awk and cards.awk).
#
# at n=16384
# at n=30007
# at n=30007 asked=3

function launches()
{
    launch_parts("part_sum<int>")
    launch_on_one_warp("add_sums<int>")
}

function run(kernel)
{
    if (kernel == "part_sum<int>") {
        lesson_share_sum()
        add_up_last()
        return
    }
    if_lane_below(cards())                # threadIdx.x < cards ? sums[threadIdx.x] : 0
        global("load", 1, 0)
    end_if()
    shuffles(32)
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("store", 0, 0)           #     *result = x;
    end_if()
}
