# 21_data_exchange.awk: the kernel of lesson 21 (see tests/model.awk): an array that is normalised.
#
# at n=16384
# at n=6007 asked=3
# at n=1 asked=2

function launches()
{
    launch("normalise", resident(blocks_for(n, constant("LOADS") * block), fit(0)), n)
}

function run(kernel)
{
    normalise()
}

function normalise(    i, k, piece, stride)
{
    stride = grid * block
    piece = constant("LOADS") * stride
    i = b * block
    for (loop(); still_below(i, size); i += piece)
        load(i, size, stride)
    end_if()
    block_total(0)                      # sum
    block_total(b * block + tid[0] < size)      # largest
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("store", 0, b)           #     sums[blockIdx.x] = sum;
        global("store", 0, b)           #     largests[blockIdx.x] = largest;
    end_if()
    syncthreads()                       # cg::this_grid().sync();

    i = 0                               # for (b = threadIdx.x; b < gridDim.x; b += blockDim.x)
    for (loop(); still_below(i, grid); i += block) {
        global("load", 1, i)            #     sum += sums[b];
        global("load", 1, i)            #     largest = fmaxf(largest, largests[b]);
    }
    end_if()
    block_total(0)
    block_total(tid[0] < grid)
    for (i = b * block; i < b * block + blocks_for(size, piece) * piece; i += piece) {
        load(i, size, stride)           # in another order, which changes nothing here
        for (k = 0; k < piece; k += stride) {
            if_exists(i + k)            # if (i + k * stride < n)
                global("store", 1, i + k)       # out[i + k * stride] = ...
            end_if()
        }
    }
}
