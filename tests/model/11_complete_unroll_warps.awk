# 11_complete_unroll_warps.awk: the kernel of lesson 11 (see tests/model.awk).
#
# at n=16384
# at n=13017
# at n=1

function launches()
{
    launch_groups("reduce_complete_unroll_warps8", 8)
}

function run(kernel)
{
    reduce_complete_unroll_warps8()
}

# A barrier after each step that is written down, whether the block has it or not.
function reduce_complete_unroll_warps8(    s)
{
    load_blocks(8)
    for (s = 512; s > 32; s /= 2)
        if (block >= 2 * s)             # if (blockDim.x >= 1024 && tid < 512) and so on
            step_in_place(s)
        else
            syncthreads()
    last_warp_in_place()
}
