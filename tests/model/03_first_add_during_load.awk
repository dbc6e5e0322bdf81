# 03_first_add_during_load.awk: the kernel of lesson 03 (see tests/model.awk).
#
# at n=16384
# at n=5017
# at n=1

function launches()
{
    launch("reduce3", blocks_for(n, 2 * block), n)
}

function run(kernel)
{
    reduce3()
}

function reduce3()
{
    load_two()
    halve()
    store_partial()
}
