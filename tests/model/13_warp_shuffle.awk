# 13_warp_shuffle.awk: the kernels of lesson 13 (see tests/model.awk).
#
# at n=32768
# at n=40017
# at n=1

function launches()
{
    launch("reduce_shared", blocks_for(n, 32 * block), n)
    launch("reduce_shuffle_down", blocks_for(n, 32 * block), n)
    launch("reduce_shuffle_xor", blocks_for(n, 32 * block), n)
}

function run(kernel)
{
    if (kernel == "reduce_shared") reduce_shared()
    else if (kernel == "reduce_shuffle_down") reduce_shuffle_down()
    else reduce_shuffle_xor()
}

# Elements that are a grid apart, 16 at a time.
function sum_over_grids(    k, i)
{
    i = b * block
    for (loop(); still_below(i, n); i += 16 * grid * block)    # for (; i < n; i += 16 * stride)
        for (k = 0; k < 16; k++) {
            if_exists(i + k * grid * block)     # x[k] = i + k * stride < n ? in[i + k * stride] : 0;
                global("load", 1, i + k * grid * block)
            end_if()
        }
    end_if()
}

function reduce_shared(    s)
{
    sum_over_grids()
    shared("store", 1, 0)
    syncthreads()
    for (s = block / 2; s > 32; s /= 2) {
        if_below(s, 1)                  # if (tid < s)
            add(1, s)                   #     sums[tid] += sums[tid + s];
        end_if()
        syncthreads()
    }
    if_below(32, 1)                     # if (tid < 32)
        for (; s > 0; s = int(s / 2)) {
            if_below(s, 1)              #     if (tid < s)
                add(1, s)               #         sums[tid] += sums[tid + s];
            end_if()
            syncwarp()
        }
    end_if()
    store_partial()
}

function reduce_shuffle_down()
{
    sum_over_grids()
    shuffles(32)
    store_warp_sum()
    syncthreads()
    if_below(32, 1)                     # if (tid < 32)
        if_below(block / 32, 1)         #     sum = tid < warps ? warp_sums[tid] : 0;
            shared("load", 1, 0)
        end_if()
        shuffles(32)
        store_sum()
    end_if()
}

function reduce_shuffle_xor()
{
    sum_over_grids()
    shuffles(32)
    store_warp_sum()
    syncthreads()
    if_below(block / 32, 1)             # if (tid < warps)
        shared("load", 1, 0)            #     sum = warp_sums[tid];
        shuffles(block / 32)
        store_sum()
    end_if()
}
