# 09_unroll_data_blocks.awk: the kernels of lesson 09 (see tests/model.awk).
#
# at n=16384
# at n=13017
# at n=1

function launches(    k)
{
    for (k = 2; k <= 8; k *= 2) {
        blocks_each = k
        launch_groups("reduce_unrolling<" k ">", k)
    }
}

function run(kernel)
{
    reduce_unrolling(blocks_each)
}

function reduce_unrolling(blocks,    s)
{
    load_blocks(blocks)
    for (s = block / 2; s >= 1; s /= 2)
        step_in_place(s)
    store_first()
}
