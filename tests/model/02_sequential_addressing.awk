# 02_sequential_addressing.awk: the kernel of lesson 02 (see tests/model.awk).
#
# at n=8192
# at n=5017
# at n=1

function launches()
{
    launch("reduce2", blocks_for(n, block), n)
}

function run(kernel)
{
    reduce2()
}

function reduce2()
{
    load_one()
    halve()
    store_partial()
}
