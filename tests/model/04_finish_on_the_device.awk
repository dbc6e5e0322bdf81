# 04_finish_on_the_device.awk: the kernels of lesson 04 (see tests/model.awk).
#
# at n=16384
# at n=5017
# at n=1

function launches(    left, blocks)
{
    # As long as there is more than one block the kernel is launched again, over their sums.
    left = n
    do {
        blocks = blocks_for(left, 2 * block)
        launch("reduce4_second_launch", blocks, left)
        left = blocks
    } while (blocks > 1)
    launch("reduce4_atomic", blocks_for(n, 2 * block), n)
}

function run(kernel)
{
    reduce4(kernel == "reduce4_atomic")
}

function reduce4(is_atomic)
{
    load_two()
    halve()
    shared("load", 0, 0)                # return sums[0];
    if_below(1, 1)                      # if (threadIdx.x == 0)
        if (is_atomic)
            global("atomic", 0, 0)      #     atomicAdd(result, sum);
        else
            global("store", 0, b)       #     out[blockIdx.x] = sum;
    end_if()
}
