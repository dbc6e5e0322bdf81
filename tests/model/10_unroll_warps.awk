# 10_unroll_warps.awk: the kernel of lesson 10 (see tests/model.awk).
#
# at n=16384
# at n=13017
# at n=1

function launches()
{
    launch_groups("reduce_unroll_warps8", 8)
}

function run(kernel)
{
    unrolled_last_warp(8)
}
