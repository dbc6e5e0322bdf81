# 00_divergent_branches.awk: the kernel of lesson 00 (see tests/model.awk).
#
# at n=8192
# at n=5017
# at n=1

function launches()
{
    launch("reduce0", blocks_for(n, block), n)
}

function run(kernel)
{
    reduce0()
}

function reduce0(    s)
{
    load_one()
    for (s = 1; s < block; s *= 2) {
        if_multiple_of(2 * s)           # if (tid % (2 * s) == 0)
            add(1, s)                   #     sums[tid] += sums[tid + s];
        end_if()
        syncthreads()
    }
    store_partial()
}
