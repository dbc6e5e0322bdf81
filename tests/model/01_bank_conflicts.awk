# 01_bank_conflicts.awk: the kernel of lesson 01 (see tests/model.awk).
#
# at n=8192
# at n=5017
# at n=1

function launches()
{
    launch("reduce1", blocks_for(n, block), n)
}

function run(kernel)
{
    reduce1()
}

function reduce1(    s)
{
    load_one()
    for (s = 1; s < block; s *= 2) {
        if_below(block, 2 * s)          # at = 2 * s * tid; if (at < blockDim.x)
            add(2 * s, s)               #     sums[at] += sums[at + s];
        end_if()
        syncthreads()
    }
    store_partial()
}
