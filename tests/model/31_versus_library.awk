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
        while (block > 32 && block / 2 * vectors_at_once() * 4 >= n)
            block /= 2
        launch("any_size::sum_alone<int>", 1, n)
    } else {
        block = constant("BLOCK")
        launch("any_size::sum_packed", no_more(blocks_for(n, block * vectors_at_once() * 4), 4 * constant("BLOCKS_PER_SM")), n)
    }
    block = asked
    launch("read_all", no_more(blocks_for(n, block * vectors_at_once() * 4), 4 * 2048 / block), n)
}

function no_more(blocks, most) { return blocks < most ? blocks : most }
function vectors_at_once() { return constant("LOADS") }

function run(kernel)
{
    unknown["divergent_ifs"] = 1        # some depend on __CUDA_ARCH__
    share()
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
function share(    vectors, step, from, k)
{
    vectors = int(size / 4)
    step = grid * vectors_at_once() * block
    from = b * vectors_at_once() * block
    if_all(b == grid - 1)               # c.end
        if_below(size - 4 * vectors, 1)
            global("load", 1, 4 * vectors)
        end_if()
    end_if()
    while (from + 31 + 32 * w + (vectors_at_once() - 1) * block < vectors) {
        for (k = 0; k < vectors_at_once(); k++)
            global("load", 1, from + k * block, 16)
        from += step
    }
    if_below(vectors - (vectors_at_once() - 1) * block - from, 1) # lanes with a whole piece more
        for (k = 0; k < vectors_at_once(); k++)
            global("load", 1, from + k * block, 16)
    end_if()
    for (k = 0; k < vectors_at_once() - 1; k++) { # the others
        for (l = 0; l < 32; l++)
            yes[l] = from + tid[l] + (vectors_at_once() - 1) * block >= vectors && from + tid[l] + k * block < vectors
        part()
            global("load", 1, from + k * block, 16)
        end_if()
    }
}
