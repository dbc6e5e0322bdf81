# 31_versus_library.awk: the kernels of lesson 31 and of lessons/31_sum_any_size.cuh (see tests/model.awk).
#
# at n=1
# at n=1003
# at n=16384
# at n=20011
# at n=100005
# at n=200000

function launches(    asked, pieces)
{
    asked = block
    if (n <= constant("ALONE")) {
        block = constant("ALONE_BLOCK")
        while (block > 32 && block / 2 * most_loads() * 4 >= n)
            block /= 2
        launch("any_size::sum_alone<int>", 1, n)
    } else {
        block = constant("BLOCK")
        launch("any_size::sum_packed", no_more(blocks_for(n, block * few_loads() * 4), 4 * constant("BLOCKS_PER_SM")), n)
    }
    block = asked
    launch("read_all", no_more(blocks_for(n, block * most_loads() * 4), 4 * 2048 / block), n)
}

function no_more(blocks, most) { return blocks < most ? blocks : most }
function most_loads() { return constant("LOADS") }

function few_loads(    loads)           # as few as give each of 4 SMs a block
{
    for (loads = 1; loads < most_loads() && blocks_for(n, 4) > 4 * constant("BLOCK") * loads; loads *= 2)
        ;
    return loads
}

function run(kernel)
{
    unknown["divergent_ifs"] = 1        # some depend on __CUDA_ARCH__
    share(kernel == "any_size::sum_packed" ? few_loads() : most_loads())
    if (kernel == "read_all")
        return
    shuffle()                           # __reduce_add_sync
    if (block > 32) {
        store_warp_sum()
        syncthreads()
        if_below(32, 1)                 # if (threadIdx.x < 32)
            if_below(block / 32, 1)     #     threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0
                shared("load", 1, 0)
            end_if()
            shuffle()
        end_if()
    }
    if_below(1, 1)                      # if (threadIdx.x == 0)
        if (kernel == "any_size::sum_packed") {
            global("atomic", 0, 0)      #     atomicAdd(&w->count_and_sum, mine)
            if_all(b == grid - 1)       #     if ((unsigned)all == gridDim.x): here the last to run
                global("atomic", 0, 0)
                global("store", 0, 0)
            end_if()
        } else
            global("store", 0, 0)
    end_if()
}

# The loads of one thread's share; the array begins at a multiple of 16 bytes, so there is no head.
function share(loads,    vectors, step, from, k)
{
    vectors = int(size / 4)
    step = grid * loads * block
    from = b * loads * block
    if_all(b == grid - 1)               # c.end
        if_below(size - 4 * vectors, 1)
            global("load", 1, 4 * vectors)
        end_if()
    end_if()
    for (; loads == most_loads() && from + loads * block <= vectors; from += step)
        for (k = 0; k < loads; k++)
            global("load", 1, from + k * block, 16)
    for (k = 0; k < loads; k++) {       # a part of a piece
        for (l = 0; l < 32; l++)
            yes[l] = from + tid[l] + k * block < vectors
        part()
            global("load", 1, from + k * block, 16)
        end_if()
    }
}
