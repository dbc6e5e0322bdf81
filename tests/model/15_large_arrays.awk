# 15_large_arrays.awk: the kernels of lesson 15 (see tests/model.awk).
#
# at n=16384 batch=1,3
# at n=10007 batch=1,3
# at n=1 batch=5

function launches(    left)
{
    left = n
    do {                                # the sums of the pieces are rows again
        rows_of(blocks_for(left, 128 * block), 128 * block)
        launch("large_array_reshape", batch * pieces, left)
        left = pieces
    } while (pieces > 1)
    rows_of(blocks_for(n, 128 * block), 128 * block)
    launch("large_array_atomics", batch * pieces, n)
}

function run(kernel)
{
    if (kernel == "large_array_atomics") reduce_piece("atomic", int(b / pieces))
    else reduce_piece("store", b)
}
