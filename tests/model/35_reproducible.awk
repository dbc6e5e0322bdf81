# 35_reproducible.awk: the kernels of lesson 35 (see tests/model.awk).
#
# at n=8192
# at n=10007
# at n=10007 asked=3
# at n=1 asked=2

function launches()
{
    launch("atomic_sums", share_blocks(), n)
    launch("largest", share_blocks(), n)
    launch("fixed_point", share_blocks(), n)
    launch("binned", share_blocks(), n)
}

function run(kernel)
{
    if (kernel == "atomic_sums") {
        lesson_share_sum()
        if_below(1, 1)                  # if (threadIdx.x == 0)
            global("atomic", 0, 0)      #     atomicAdd(result, sum);
        end_if()
        return
    }
    unknown["divergent_ifs"] = 1        # which of two is the larger depends on the elements
    if (kernel == "fixed_point")
        global("load", 0, 0)            # *most, for the unit,
    if (kernel == "fixed_point")
        global("load", 0, 0)            # and to see whether it is infinite
    lesson_share_each()
    lesson_grid_total(kernel == "largest" ? 1 : kernel == "fixed_point" ? 4 : 8, \
                      kernel == "largest" ? 4 : kernel == "fixed_point" ? 16 : 32)
    if (b == grid - 1) {                # the last block
        if_below(1, 1)
            global("store", 0, 0)       #     *result = ...
        end_if()
    }
}
