# 19_grid_wide_scan.awk: the kernels of lesson 19 (see tests/model.awk).
#
# at n=11264
# at n=11207
# at n=23007 asked=3
# at n=1 asked=2

function launches(    blocks)
{
    blocks = resident(blocks_for(n, constant("TURNS") * block), fit(0))
    launch("grid_scan<" block ",false>", blocks, n)
    launch("grid_scan<" block ",true>", blocks, n)
}

function run(kernel)
{
    grid_scan()
}

# `inclusive` changes what is stored, not where.
function grid_scan(    turns, tile, tiles, begin, end, i, k)
{
    turns = constant("TURNS")
    tile = turns * block
    tiles = blocks_for(size, tile)
    begin = int(tiles * b / grid) * tile
    end = int(tiles * (b + 1) / grid) * tile

    for (i = end; i > begin; i -= tile)
        load_tile(i - tile, turns)
    block_scan()
    store_sum()                         # if (tid == 0) totals[blockIdx.x] = total;
    syncthreads()                       # cooperative_groups::this_grid().sync();

    k = 0                               # for (b = tid; b < blockIdx.x; b += block)
    for (loop(); still_below(k, b); k += block)
        global("load", 1, k)            #     before += totals[b];
    end_if()
    block_scan()

    for (i = begin; i < end; i += tile) {       # carry += scan_tile(in, out, i, n, carry);
        load_tile(i, turns)
        for (k = 0; k < turns; k++)     # values[k * block + tid] = x[k];
            shared("store", 1, k * block)
        syncthreads()
        for (k = 0; k < turns; k++)     # x[k] = values[tid * TURNS + k];
            shared("load", turns, k)
        block_scan()
        for (k = 0; k < turns; k++)     # values[tid * TURNS + k] = ...
            shared("store", turns, k)
        syncthreads()
        for (k = 0; k < turns; k++) {
            if_exists(i + k * block)    # if (i + k * block + tid < n)
                shared("load", 1, k * block)    # out[...] = values[k * block + tid];
                global("store", 1, i + k * block)
            end_if()
        }
    }
}

function load_tile(i, turns,    k)
{
    for (k = 0; k < turns; k++) {
        if_exists(i + k * block)        # i + k * block + threadIdx.x < n ? in[...] : 0;
            global("load", 1, i + k * block)
        end_if()
    }
}

function block_scan()
{
    warp_scan()
    if_lane_from(31)                    # if (lane == 31)
        shared("store", 0, w)           #     warp_sums[warp] = sum;
    end_if()
    syncthreads()
    if_lane_below(block / 32)           # lane < blockDim.x / 32 ? warp_sums[lane] : 0
        shared("load", 1, -32 * w)
    end_if()
    warp_scan()
    shuffle()                           # before
    shuffle()                           # total
}

function warp_scan(    d)
{
    for (d = 1; d < 32; d *= 2) {
        shuffle()                       # left = __shfl_up_sync(~0u, sum, d);
        if_lane_from(d)                 # sum += threadIdx.x % 32 >= d ? left : 0;
        end_if()
    }
}
