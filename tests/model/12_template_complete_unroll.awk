# 12_template_complete_unroll.awk: the kernel of lesson 12, one for each block size (see tests/model.awk).
#
# at n=16384
# at n=13017
# at n=1

function launches()
{
    launch_groups("reduce_complete_unroll<" block ">", 8)
}

function run(kernel)
{
    unrolled_last_warp(8)               # the steps that the block has are those of lesson 10
}
