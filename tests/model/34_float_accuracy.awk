# 34_float_accuracy.awk: the kernels of lesson 34 (see tests/model.awk).
#
# at n=8192
# at n=10007
# at n=10007 asked=3
# at n=1 asked=2

function launches(    given)
{
    launch("reduce<tree>", share_blocks(), n)
    launch("reduce<kahan>", share_blocks(), n)
    launch("reduce<two_sum_tree>", share_blocks(), n)
    launch("reduce<in_double>", share_blocks(), n)
    given = block
    block = 32                          # whatever --block says
    launch("in_order", 1, n)
    block = given
}

function run(kernel)
{
    if (kernel == "in_order")
        in_order()
    else if (kernel == "reduce<two_sum_tree>")
        reduce(2, 8)
    else
        reduce(1, kernel == "reduce<in_double>" ? 8 : 4)
}

function reduce(words, bytes)
{
    lesson_share_each()
    lesson_grid_total(words, bytes)
    if (b == grid - 1) {                # the last block
        if_below(1, 1)
            global("store", 0, 0)       #     *result = Method::end(total);
        end_if()
    }
}

# Sixteen loads at a time, none behind the end. Lane 0 alone.
function in_order(    end, i)
{
    end = int(size / 4)
    if_lane_below(1)                    # if (threadIdx.x > 0) return;
        for (i = 0; i < end; i++)
            global("load", 0, i, 16)    #     x[k] = ... fours[i + k]
        for (i = 4 * end; i < size; i++)
            global("load", 0, i)        #     sum += in[i];
        global("store", 0, 0)           #     *result = sum;
    end_if()
}
