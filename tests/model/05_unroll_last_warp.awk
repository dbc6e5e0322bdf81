# 05_unroll_last_warp.awk: the kernel of lesson 05 (see tests/model.awk).
#
# at n=16384
# at n=5017
# at n=1

function launches()
{
    launch("reduce5", blocks_for(n, 2 * block), n)
}

function run(kernel)
{
    load_two()
    halve_to_last_warp()
}
