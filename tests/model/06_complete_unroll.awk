# 06_complete_unroll.awk: the kernel of lesson 06, one for each block size (see tests/model.awk).
#
# at n=16384
# at n=5017
# at n=1

function launches()
{
    launch("reduce6<" block ">", blocks_for(n, 2 * block), n)
}

function run(kernel)
{
    load_two()
    halve_to_last_warp()                # written out, but step by step the same: `if (block >= 128)`
                                        # stands for s = 64, and so on
}
