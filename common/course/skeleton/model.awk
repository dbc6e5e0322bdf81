# @NN@_@STEM@.awk: the memory requests of lesson @NN@ (see tests/model.awk).
#
# at n=8192
# at n=5017
# at n=1

function launches()
{
    launch("@STEM@", blocks_for(n, block), n)
}

# One warp of the kernel, line by line. TODO: this is the skeleton's kernel, lesson 02's.
function run(kernel)
{
    load_one()
    halve()
    store_partial()
}
