# 30_look_back_scan.awk: the kernels of lesson 30 (see tests/model.awk).
#
# at n=8192
# at n=10007
# at n=70003
# at n=1
#
# How far a warp looks back depends on who comes when. Counted is what the inspector sees, where blocks come one
# after another: the tile before has a PREFIX already.

function launches(    rows)
{
    # The CPU device has 4 SMs.
    rows = constant(n <= 4 * 1024 * 4 * constant("SHORT") ? "SHORT" : "LONG")
    launch("look_back_scan<" rows ",false>", blocks_for(n, 4 * rows * block), n)
    launch("look_back_scan<" rows ",true>", blocks_for(n, 4 * rows * block), n)
}

# `inclusive` changes what is stored, not where.
function run(kernel,    rows, tile, k)
{
    match(kernel, /[0-9]+/)
    rows = substr(kernel, RSTART, RLENGTH)
    tile = 4 * rows * block

    if_below(1, 1)                      # if (threadIdx.x == 0)
        draw_tile()
        shared("store", 0, 0)           #     mine = ...
    end_if()
    syncthreads()
    shared("load", 0, 0)                # tile = mine.tile, launch = mine.launch;
    shared("load", 0, 0)

    for (k = 0; k < rows; k++)
        row("load", b * tile + 128 * k, (rows - 1) * 128 * w, (b + 1) * tile <= size)
    for (k = 0; k < rows; k++) {
        warp_scan()
        shuffle()                       # sum += ...
    }
    if_lane_below(1)                    # if (lane == 0)
        shared("store", 0, w)           #     sums[warp] = sum;
    end_if()
    syncthreads()
    if (w == 0) {                       # if (warp == 0)
        if_lane_below(block / 32)       #     own = lane < blockDim.x / 32 ? sums[lane] : 0;
            shared("load", 1, 0)
        end_if()
        warp_scan()
        shuffle()
        look_back()
        shared("store", 1, 0)           #     sums[lane] = ...
    }
    syncthreads()
    shared("load", 0, w)                # sum = sums[warp];
    for (k = 0; k < rows; k++)
        row("store", b * tile + 128 * k, (rows - 1) * 128 * w, (b + 1) * tile <= size)
}

# 128 elements of a warp. Thread tid's first is number `first` + `of_warp` + 4 tid.
function row(op, first, of_warp, in_vectors,    j)
{
    if (in_vectors)
        global(op, 1, (first + of_warp) / 4, 16)
    else
        for (j = 0; j < 4; j++) {
            if_below(size - first - of_warp - j, 4)     # if (i + j < n)
                global(op, 4, first + of_warp + j)
            end_if()
        }
}

function draw_tile()
{
    global("atomic", 0, 0)              # atomicAdd(&next_tile, 1)
    if (b == grid - 1) {                # if (mine.tile == gridDim.x - 1)
        global("atomic", 0, 0)          #     atomicExch(&next_tile, ...);
        global("store", 0, 0, 8)        #     states[old] = 0;
    }
}

function look_back()
{
    if_lane_below(1)                    # if (lane == 0)
        global("store", 0, b, 8)        #     publish(tile, launch, PARTIAL, total);
    end_if()
    if_lane_below(b)                    # if (lane < end)
        global("load", -1, b - 1, 8)    #     states[end - 1 - lane]
    end_if()
    shuffle()                           # __ballot_sync
    if_lane_below(1)                    # is_beyond ? 0 : sum
    end_if()
    shuffle()                           # lesson_warp_sum
    if_lane_below(1)                    # if (lane == 0)
        global("store", 0, b, 8)        #     publish(tile, launch, PREFIX, before + total);
    end_if()
}

function warp_scan(    d)
{
    for (d = 1; d < 32; d *= 2) {
        shuffle()                       # left = __shfl_up_sync(~0u, sum, d);
        if_lane_from(d)                 # sum += threadIdx.x % 32 >= d ? left : 0;
        end_if()
    }
}
